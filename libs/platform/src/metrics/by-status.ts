import type { Sql } from '@corridor/event-store';
import type { Labelled } from './gauge-reader.js';

/** Of the records in each of some statuses. */
export interface ByStatus {
  readonly count: readonly Labelled[];
  /** How many seconds ago the oldest was created; 0 if there is none. */
  readonly oldest: readonly Labelled[];
}

/**
 * With one statement, which an index by status should answer.
 * @param table of a read model; trusted, from code
 */
export async function byStatus(sql: Sql, table: string, statuses: readonly string[]): Promise<ByStatus> {
  const rows = await sql.query<{ status: string; count: number; oldest: number }>(
    `SELECT named.status, count(one.id)::int AS count,
       coalesce(greatest(0, extract(epoch FROM now() - (min(one.created_on) || 'Z')::timestamptz)), 0)::float8 AS oldest
     FROM unnest($1::text[]) AS named (status) LEFT JOIN ${table} AS one ON one.status = named.status COLLATE "C"
     GROUP BY named.status`,
    [statuses],
  );
  return {
    count: rows.map(({ status, count: value }) => ({ status, value })),
    oldest: rows.map(({ status, oldest: value }) => ({ status, value })),
  };
}
