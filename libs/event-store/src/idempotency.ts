import { refuse } from '@corridor/kernel';
import type { Sql } from './database.js';

/** A request's idempotency key and what the request was (decisions §3). */
export interface Idempotency {
  readonly key: string;
  /** Hash of method, path and canonical body. */
  readonly fingerprint: string;
}

/** Days in which the same request gets the same answer; afterwards the key is a tombstone. */
export const KEPT_DAYS = 7;

/** An earlier use of the key. `answer` is null while its effect is still settling. */
export interface EarlierUse {
  readonly resourceId: string;
  readonly answer: string | null;
}

/**
 * Takes the key for this transaction, or finds its earlier use. Insert first: of many callers at once one gets it,
 * the others are told that it is in flight.
 */
export async function claim(
  sql: Sql,
  scope: string,
  { key, fingerprint }: Idempotency,
  resourceId: string,
): Promise<EarlierUse | null> {
  const claimed = await sql.query(
    `INSERT INTO idempotency (scope, key, fingerprint, resource_id)
     SELECT $1, $2, $3, $4 WHERE pg_try_advisory_xact_lock(hashtextextended($1 || ' ' || $2, 0))
     ON CONFLICT DO NOTHING RETURNING key`,
    [scope, key, fingerprint, resourceId],
  );
  if (claimed.length > 0) return null;
  const [earlier] = await sql.query<EarlierUse & { fingerprint: string; expired: boolean }>(
    `SELECT fingerprint, resource_id AS "resourceId", answer, created_on < now() - interval '${KEPT_DAYS} days' AS expired
     FROM idempotency WHERE scope = $1 AND key = $2`,
    [scope, key],
  );
  if (!earlier) throw refuse('idempotency_in_flight');
  if (earlier.fingerprint !== fingerprint) throw refuse('idempotency_key_reused');
  if (earlier.expired) throw refuse('idempotency_key_expired', undefined, { resourceId: earlier.resourceId });
  return earlier;
}

/** Keeps the answer, unless one is kept already: the first stays. */
export async function keepAnswer(
  sql: Sql,
  scope: string,
  key: string,
  answer: string,
  resourceId: string,
): Promise<string> {
  const [kept] = await sql.query<{ answer: string }>(
    `UPDATE idempotency SET answer = coalesce(answer, $3), resource_id = $4 WHERE scope = $1 AND key = $2 RETURNING answer`,
    [scope, key, answer, resourceId],
  );
  return kept?.answer ?? answer;
}

/** Gives the key back: what it was claimed for was refused in the end. */
export async function release(sql: Sql, scope: string, key: string): Promise<void> {
  await sql.query(`DELETE FROM idempotency WHERE scope = $1 AND key = $2 AND answer IS NULL`, [scope, key]);
}
