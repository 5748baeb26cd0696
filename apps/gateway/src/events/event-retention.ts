import type { RetentionPolicy } from '@corridor/event-store';

/** A time so many days ago. @param days the parameter of a statement */
export const daysAgo = (days: string): string =>
  `to_char(now() AT TIME ZONE 'UTC' - make_interval(days => ${days}), 'YYYY-MM-DD"T"HH24:MI:SS.MS')`;

/** Whoever has not read them by then gets `events_expired`. */
export const streamedEvents = (days: number): RetentionPolicy => ({
  name: 'streamed events',
  setting: 'EVENT_DAYS',
  days,
  due: () => ({
    from: `client_event WHERE created_on < ${daysAgo('$1')}`,
    ...{ order: 'created_on', time: `created_on || 'Z'`, values: [days] },
  }),
  batch: (limit) => ({
    text: `DELETE FROM client_event WHERE (client_id, position) IN (
             SELECT client_id, position FROM client_event WHERE created_on < ${daysAgo('$1')} ORDER BY created_on LIMIT $2
             FOR UPDATE SKIP LOCKED)
           RETURNING 1`,
    values: [days, limit],
  }),
});
