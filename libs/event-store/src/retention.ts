import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Sql } from './database.js';
import { migrationOf } from './migration.js';

/** What a service keeps for a limited time. */
export interface RetentionPolicy {
  /** Of what is removed, in the plural. */
  readonly name: string;
  /** Of the time for which it is kept; null if that is fixed. */
  readonly setting: string | null;
  /** For which it is kept. */
  readonly days: number;
  /** What is older now: the rows of `from`, the oldest first by `order`, each with its time. From code. */
  due(): {
    readonly from: string;
    readonly order: string;
    readonly time: string;
    readonly values: readonly unknown[];
  };
  /**
   * A statement that removes at most so many rows that are older, the oldest first, finds them by an index, skips those that others have locked,
   * and returns a row for each.
   */
  batch(limit: number): { readonly text: string; readonly values: readonly unknown[] };
}

/** So that no transaction locks many rows, or takes long. */
export const RETENTION_BATCH = 1_000;

/** More are not counted. */
const MOST_COUNTED = 100_000;

/** What a policy would remove now, at most {@link MOST_COUNTED}, and the time of the oldest. */
export interface DueRows {
  readonly count: number;
  readonly oldestOn: Date | null;
}

export async function dueRows(sql: Sql, policy: RetentionPolicy): Promise<DueRows> {
  const { from, order, time, values } = policy.due();
  const [row] = await sql.query<DueRows & Record<string, unknown>>(
    `SELECT count(*)::int, min(time)::timestamptz AS "oldestOn" FROM (
       SELECT ${time} AS time FROM ${from} ORDER BY ${order} LIMIT ${MOST_COUNTED}) AS old`,
    values,
  );
  return row ?? { count: 0, oldestOn: null };
}

/** What a policy has done so far. */
export interface RetentionRecord {
  readonly policy: string;
  readonly removed: number;
  readonly lastRunOn: Date | null;
}

export const retentionRecords = (sql: Sql): Promise<RetentionRecord[]> =>
  sql.query<RetentionRecord & Record<string, unknown>>(
    `SELECT policy, removed::float8, last_run_on AS "lastRunOn" FROM retention ORDER BY policy`,
  );

/**
 * Removes what a policy no longer keeps, in transactions of one batch each, with pauses as long as a batch takes. The table `retention`
 * counts what was removed.
 * @returns how many; it stops where another process applies the same policy
 */
export async function applyPolicy(
  database: Database,
  policy: RetentionPolicy,
  limit = RETENTION_BATCH,
): Promise<number> {
  for (let removed = 0; ;) {
    const begun = performance.now();
    const batch = await removeBatch(database, policy, limit);
    if (batch === null) return removed;
    removed += batch;
    if (batch < limit) {
      await noteRun(database, policy);
      return removed;
    }
    await sleep(performance.now() - begun);
  }
}

/** After all is removed that is due. */
export async function noteRun(sql: Sql, { name }: RetentionPolicy): Promise<void> {
  await sql.query(RUN, [name]);
}

const RUN = `INSERT INTO retention AS known (policy, removed, last_removed_on, last_run_on) VALUES ($1, 0, NULL, now())
  ON CONFLICT (policy) DO UPDATE SET last_run_on = excluded.last_run_on`;

const COUNT = `INSERT INTO retention AS known (policy, removed) VALUES ($1, $2)
  ON CONFLICT (policy) DO UPDATE SET removed = known.removed + excluded.removed, last_removed_on = now()`;

/** Removes the oldest. @returns how many; null where another process applies the same policy */
export const removeBatch = (
  database: Database,
  policy: RetentionPolicy,
  limit = RETENTION_BATCH,
): Promise<number | null> =>
  database.transaction(async (sql) => {
    const [lock] = await sql.query<{ isFree: boolean }>(
      `SELECT pg_try_advisory_xact_lock(hashtextextended('retention of ' || $1, 0)) AS "isFree"`,
      [policy.name],
    );
    if (!lock?.isFree) return null;
    const { text, values } = policy.batch(limit);
    const removed = await sql.query(text, values);
    if (removed.length > 0) sql.write(COUNT, [policy.name, removed.length]);
    return removed.length;
  });

/** Only the key, the fingerprint and the resource remain: the key is never used for a second effect (decisions §3). */
export const idempotentResponses = (days: number): RetentionPolicy => ({
  name: 'idempotent responses',
  setting: 'IDEMPOTENT_RESPONSE_DAYS',
  days,
  due: () => ({
    from: 'idempotency_key WHERE response IS NOT NULL AND created_on < now() - make_interval(days => $1)',
    ...{ order: 'created_on', time: 'created_on', values: [days] },
  }),
  batch: (limit) => ({
    text: `UPDATE idempotency_key SET response = NULL WHERE ctid = ANY (ARRAY(
             SELECT ctid FROM idempotency_key
             WHERE response IS NOT NULL AND created_on < now() - make_interval(days => $1)
             ORDER BY created_on LIMIT $2 FOR UPDATE SKIP LOCKED))
           RETURNING 1`,
    values: [days, limit],
  }),
});

export const Retention1700000028000 = migrationOf(
  'Retention1700000028000',
  [
    `CREATE TABLE retention (
      policy          text PRIMARY KEY,
      removed         bigint NOT NULL,
      last_removed_on timestamptz NOT NULL DEFAULT now()
    )`,
    `CREATE INDEX idempotency_key_with_response ON idempotency_key (created_on) WHERE response IS NOT NULL`,
  ],
  'what was removed cannot be restored',
);

/** When each policy was last applied, whether or not there was anything to remove. */
export const LastRetention1700000680001 = migrationOf(
  'LastRetention1700000680001',
  ['ALTER TABLE retention ADD last_run_on timestamptz, ALTER last_removed_on DROP NOT NULL'],
  'a policy that has removed nothing has no time of that',
);
