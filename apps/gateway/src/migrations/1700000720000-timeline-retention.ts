import { migrationOf } from '@corridor/event-store';

/** Stories of forwards take as long: what is younger is never removed, whatever the service asks for. */
export const LEAST_TIMELINE_DAYS = 400;

/**
 * What removes old events from the index behind the timeline, with the ids under which they are found: the service itself may not
 * delete from it.
 */
export const TimelineRetention1700000720000 = migrationOf(
  'TimelineRetention1700000720000',
  [
    `CREATE FUNCTION remove_timeline_events(days integer, most integer) RETURNS SETOF integer
     LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
       WITH gone AS (
         DELETE FROM timeline_event WHERE seq = ANY (ARRAY(
           SELECT seq FROM timeline_event
           WHERE occurred_on < to_char(now() AT TIME ZONE 'UTC' - make_interval(days => greatest(days, ${LEAST_TIMELINE_DAYS})), 'YYYY-MM-DD')
           ORDER BY occurred_on LIMIT most FOR UPDATE SKIP LOCKED))
         RETURNING seq, occurred_on, record_ids || ARRAY[stream_id, correlation_id, trace_id] AS names
       ), unnamed AS (
         DELETE FROM timeline_reference AS entry USING gone, unnest(gone.names) AS named (reference)
         WHERE entry.reference = named.reference AND entry.occurred_on = gone.occurred_on AND entry.seq = gone.seq
       )
       SELECT 1 FROM gone
     $$`,
  ],
  'what was removed cannot be restored',
);
