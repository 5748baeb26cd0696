import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from './database.js';
import { migrationOf } from './migration.js';

/** What a service keeps for a limited time. */
export interface RetentionPolicy {
  /** Of what is removed, in the plural. */
  readonly name: string;
  /**
   * A statement that removes at most so many rows that are older, the oldest first, finds them by an index, skips those that others have locked,
   * and returns a row for each.
   */
  batch(limit: number): { readonly text: string; readonly values: readonly unknown[] };
}

/** So that no transaction locks many rows, or takes long. */
export const RETENTION_BATCH = 1_000;

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
    removed += batch;
    if (batch < limit) return removed;
    await sleep(performance.now() - begun);
  }
}

const COUNT = `INSERT INTO retention AS known (policy, removed) VALUES ($1, $2)
  ON CONFLICT (policy) DO UPDATE SET removed = known.removed + excluded.removed, last_removed_on = now()`;

const removeBatch = (database: Database, policy: RetentionPolicy, limit: number): Promise<number> =>
  database.transaction(async (sql) => {
    const [lock] = await sql.query<{ isFree: boolean }>(
      `SELECT pg_try_advisory_xact_lock(hashtextextended('retention of ' || $1, 0)) AS "isFree"`,
      [policy.name],
    );
    if (!lock?.isFree) return 0;
    const { text, values } = policy.batch(limit);
    const removed = await sql.query(text, values);
    if (removed.length > 0) sql.write(COUNT, [policy.name, removed.length]);
    return removed.length;
  });

/** Only the key, the fingerprint and the resource remain: the key is never used for a second effect (decisions §3). */
export const idempotentResponses = (days: number): RetentionPolicy => ({
  name: 'idempotent responses',
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
