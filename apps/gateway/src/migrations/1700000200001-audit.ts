import { migrationOf, orderIndex, valueIndexes } from '@corridor/event-store';

const NEWEST_FIRST = 'created_on DESC, id DESC';
/** With an index of their own. */
const SPARSE = ['by_id', 'of_client', 'operation', 'record_id', 'problem'];

/** Audited entries are kept for at least so long, whatever the setting says. */
const LEAST_DAYS = 90;

/**
 * Every command of staff and clients. An entry is completed once, and then stays as it is: services may not delete any, except by a
 * function of the owner, and nobody deletes one that is not old.
 */
export const Audit1700000200001 = migrationOf(
  'Audit1700000200001',
  [
    `CREATE TABLE audited_command (
      id         text COLLATE "C" PRIMARY KEY,
      client_id  text NOT NULL,
      created_on text COLLATE "C" NOT NULL,
      by_id      text COLLATE "C",
      of_client  text COLLATE "C",
      operation  text COLLATE "C",
      record_id  text COLLATE "C",
      outcome    text COLLATE "C" NOT NULL,
      status     numeric,
      problem    text COLLATE "C",
      request_id text COLLATE "C" NOT NULL,
      data       json NOT NULL
    )`,
    ...orderIndex('audited_command', 'audited_command_newest', NEWEST_FIRST, [
      'by_id',
      'of_client',
      'operation',
      'outcome',
      'status',
      'problem',
    ]),
    ...valueIndexes('audited_command', NEWEST_FIRST, ['request_id'], SPARSE, ['outcome', 'status']),
    `CREATE INDEX audited_command_by_outcome ON audited_command (client_id, outcome, ${NEWEST_FIRST})
     INCLUDE (status, problem) WHERE outcome <> 'SUCCEEDED'`,

    `CREATE TRIGGER complete BEFORE UPDATE ON audited_command FOR EACH ROW
     WHEN (OLD.outcome <> 'BEGUN') EXECUTE FUNCTION refuse_change_of_history()`,
    `CREATE TRIGGER kept BEFORE DELETE ON audited_command FOR EACH ROW
     WHEN (OLD.created_on > to_char(now() AT TIME ZONE 'UTC' - interval '${LEAST_DAYS} days', 'YYYY-MM-DD'))
     EXECUTE FUNCTION refuse_change_of_history()`,
    `CREATE TRIGGER kept_whole BEFORE TRUNCATE ON audited_command
     FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_history()`,
    `CREATE FUNCTION remove_audited_commands(days integer, most integer) RETURNS SETOF integer
     LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
       DELETE FROM audited_command WHERE ctid = ANY (ARRAY(
         SELECT ctid FROM audited_command
         WHERE client_id = 'operator'
           AND created_on < to_char(now() AT TIME ZONE 'UTC' - make_interval(days => greatest(days, ${LEAST_DAYS} + 1)), 'YYYY-MM-DD')
         ORDER BY created_on, id LIMIT most FOR UPDATE SKIP LOCKED))
       RETURNING 1
     $$`,
  ],
  'the audit is never dropped',
);
