import type { Sql } from '../database.js';
import type { ReadModelUnit } from './read-model-unit.js';

/** Those of every database: the log, messages, migrations and runs. */
const OF_EVERY_SERVICE = [
  'archive_file',
  'archived_part',
  'epoch',
  'events',
  'kept_state',
  'lost_event',
  'lost_history',
  'refold',
  'streams',
  'checkpoint',
  'consumer_generation',
  'consumer_offset',
  'consumer_pause',
  'dead_letter',
  'kept_message',
  'last_known',
  'parked_message',
  'relay_term',
  'source_epoch',
  'idempotency_key',
  'installation',
  'migration_progress',
  'migrations',
  'operations_run',
  'retention',
  'run_progress',
];

/** Tables of a service that are in no unit. Counters and texts of searches follow from the rows of one, by its triggers. */
export async function leftOut(sql: Sql, units: readonly ReadModelUnit[]): Promise<string[]> {
  const derived = units.flatMap(({ tables }) => tables);
  const rows = await sql.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> ALL ($1)
       AND NOT EXISTS (SELECT FROM unnest($2::text[]) AS one (name) WHERE relname ~ ('^' || one.name || '_(text|count.*_(cell|change))$'))
     ORDER BY 1`,
    [[...OF_EVERY_SERVICE, ...derived], derived],
  );
  return rows.map(({ name }) => name);
}
