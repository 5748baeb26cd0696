import type { Database } from '@corridor/event-store';
import type { Timestamp } from '@corridor/kernel';
import type { StuckRecordsResource } from '@corridor/services';

/** Records of a service that have not reached their end, for `corridor ops stuck`. */
export interface Unfinished {
  /** As in `payment`. */
  readonly kind: string;
  /** A table or a query in brackets with `id`, `client_id`, `status`, `since` and `reason`: trusted, from code. */
  readonly from: string;
  /** Each status that is not final, with what a record in it waits for. */
  readonly waitsFor: Readonly<Record<string, string>>;
}

/** The records of a read model with a column `status` that have a history. */
export const inHistory = (table: string): string =>
  `(SELECT id, client_id, status,
      coalesce(data #>> '{statusHistory,-1,on}', data #>> '{auditHistory,updated,on}', created_on) AS since,
      nullif(data #>> '{statusHistory,-1,statusReason}', '') AS reason
    FROM ${table} WHERE status = ANY ($1))`;

/** Of each kind. */
const MOST_LISTED = 100;

/** The records that have been in a status since before then, those that wait longest first. */
export async function stuckSince(
  database: Pick<Database, 'query'>,
  service: string,
  kinds: readonly Unfinished[],
  before: Timestamp,
): Promise<StuckRecordsResource> {
  const found = await Promise.all(kinds.map((kind) => recordsOf(database, kind, before)));
  return found
    .flat()
    .map((record) => ({ service, ...record }))
    .sort((a, b) => (a.since < b.since ? -1 : 1));
}

async function recordsOf(
  database: Pick<Database, 'query'>,
  { kind, from, waitsFor }: Unfinished,
  before: Timestamp,
) {
  const rows = await database.query<{
    id: string;
    clientId: string;
    status: string;
    since: string;
    reason: string | null;
  }>(
    `SELECT id, client_id AS "clientId", status, since, reason FROM ${from} AS open
     WHERE status = ANY ($1) AND since < $2 ORDER BY since LIMIT ${MOST_LISTED}`,
    [Object.keys(waitsFor), before],
  );
  return rows.map((row) => ({ kind, ...row, waitsFor: waitsFor[row.status] ?? '' }));
}
