import type { Sql } from './database.js';
import {
  type Idempotency,
  type KeyState,
  type Use,
  earlierUses,
  keyColumns,
  reservation,
} from './idempotency.js';
import { type StreamRow, streamLocks } from './streams.js';
import type { Row } from './view-rows.js';

/** What a batch of commands locks and reads. */
export interface BatchNeeds {
  /** Different ones. */
  readonly keys: readonly Idempotency[];
  readonly streamIds: readonly string[];
  readonly records: readonly RecordsOf[];
}

/** Records to read: those whose column has one of these values. */
export interface RecordsOf {
  /** Trusted, from code. */
  readonly table: string;
  /** Trusted, from code. */
  readonly column: string;
  readonly values: readonly string[];
}

export interface BatchFindings {
  /** In the order of the keys. */
  readonly keys: readonly KeyState[];
  /** The existing streams; null if another transaction has locked it. */
  readonly streams: ReadonlyMap<string, StreamRow | null>;
  /** The existing records, by id. */
  readonly records: ReadonlyMap<string, Row>;
}

/**
 * Two statements in one round trip: the first one locks, the second one reads what those have written that held the locks.
 */
export async function readBatch(
  sql: Sql,
  needs: BatchNeeds,
  locked: 'wait' | 'skip',
): Promise<BatchFindings> {
  const [locks, found] = await Promise.all([lock(sql, needs, locked), read(sql, needs)]);
  const keys = needs.keys.map((_, i) => ({
    isFree: locks.free.get(String(i + 1)) ?? false,
    use: (found.uses.get(String(i + 1)) as Use | undefined) ?? null,
  }));
  return { keys, streams: locks.streams, records: found.records as ReadonlyMap<string, Row> };
}

type LockRow = { isFree: boolean | null } & StreamRow & { id: string };

async function lock(sql: Sql, { keys, streamIds }: BatchNeeds, locked: 'wait' | 'skip') {
  const streams = streamLocks('$1', locked);
  const rows =
    keys.length === 0
      ? await sql.query<LockRow>(streams, [streamIds])
      : await sql.query<LockRow>(
          // The keys first: they are reserved while the transaction waits for streams.
          `SELECT is_free AS "isFree", n::text AS id, NULL::integer AS version, NULL AS state, NULL::integer AS "stateVersion",
             NULL::boolean AS "isFrozen"
           FROM (${reservation(['$2', '$3', '$4'])}) AS key
           UNION ALL SELECT NULL, * FROM (${streams}) AS stream`,
          [streamIds, ...keyColumns(keys)],
        );
  const free = new Map<string, boolean>();
  const found = new Map<string, StreamRow | null>();
  for (const { id, isFree, ...row } of rows)
    if (typeof isFree === 'boolean') free.set(id, isFree);
    else found.set(id, row.version === null ? null : row);
  return { free, streams: found };
}

async function read(sql: Sql, { keys, records }: BatchNeeds) {
  const parts = records.map(
    ({ table, column }, i) =>
      `SELECT false AS "isUse", id, data::text FROM ${table} WHERE ${column} = ANY ($${i + 1})`,
  );
  const next = (n: number) => `$${records.length + n}`;
  if (keys.length > 0)
    parts.push(
      `SELECT true AS "isUse", n::text AS id, data FROM (${earlierUses([next(1), next(2), next(3)])}) AS use`,
    );
  const found = { uses: new Map<string, unknown>(), records: new Map<string, unknown>() };
  if (parts.length === 0) return found;
  const rows = await sql.query<{ isUse: boolean; id: string; data: string }>(parts.join(' UNION ALL '), [
    ...records.map(({ values }) => values),
    ...(keys.length > 0 ? keyColumns(keys) : []),
  ]);
  for (const { isUse, id, data } of rows) (isUse ? found.uses : found.records).set(id, JSON.parse(data));
  return found;
}
