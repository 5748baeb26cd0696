import { refuse } from '@corridor/kernel';
import type { Sql } from './database.js';

/** A request's idempotency key and fingerprint (decisions §3). */
export interface Idempotency {
  /** The owner of the key: a client, or the operator. */
  readonly scope: string;
  /** The operation that it was used for; keys of different operations are independent. */
  readonly operation: string;
  readonly key: string;
  /** Hash of method, path and canonical body. */
  readonly fingerprint: string;
}

/** Days in which the same request gets the same response; afterwards the key is a tombstone. */
export const KEPT_DAYS = 7;

/** Held while a transaction with a key is in progress. */
const LOCK = `hashtextextended($1 || ' ' || $2 || ' ' || $3, 0)`;
/** The lock of replicas that do not know operations yet: they use a key once for their whole service. */
const LOCK_OF_ALL = `hashtextextended($1 || ' ' || $3, 0)`;

/** The operation of keys that were used before keys had operations: they remain used for their whole service. */
const ANY = '';

/** One use of a key; after a release, the next use is another claim. */
export interface Claim {
  readonly scope: string;
  readonly key: string;
  readonly id: string;
  /** The earlier request with this key; null if the key is claimed now. */
  readonly earlier: EarlierUse | null;
}

/** `response` is null while the effect is still settling. */
export interface EarlierUse {
  readonly resourceId: string;
  readonly response: string | null;
}

/**
 * Claims the key for this transaction, or finds its earlier use. It inserts first: of many concurrent callers one gets
 * the key, the others get `idempotency_in_flight`.
 */
export async function claim(sql: Sql, idempotency: Idempotency, resourceId: string): Promise<Claim> {
  const { scope, operation, key, fingerprint } = idempotency;
  const [taken] = await sql.query<{ id: string }>(
    `INSERT INTO idempotency_key (scope, operation, key, fingerprint, resource_id)
     SELECT $1, $2, $3, $4, $5
     WHERE pg_try_advisory_xact_lock(${LOCK}) AND pg_try_advisory_xact_lock_shared(${LOCK_OF_ALL})
       AND NOT EXISTS (SELECT FROM idempotency_key WHERE scope = $1 AND key = $3 AND operation = '${ANY}')
     ON CONFLICT DO NOTHING RETURNING claim AS id`,
    [scope, operation, key, fingerprint, resourceId],
  );
  if (taken) return { scope, key, id: taken.id, earlier: null };
  const found = await earlierUse(sql, idempotency);
  if (!found) throw refuse('idempotency_in_flight');
  return { scope, key, id: found.id, earlier: found };
}

/**
 * What {@link claim} would find, without claiming the key; null if the key is free. Outside of a transaction: the lock
 * ends with its statement.
 */
export async function lookUp(sql: Sql, idempotency: Idempotency): Promise<EarlierUse | null> {
  const { scope, operation, key } = idempotency;
  const [lock] = await sql.query<{ isFree: boolean }>(
    `SELECT pg_try_advisory_xact_lock_shared(${LOCK})
        AND pg_try_advisory_xact_lock_shared(${LOCK_OF_ALL}) AS "isFree"`,
    [scope, operation, key],
  );
  if (!lock?.isFree) throw refuse('idempotency_in_flight');
  return earlierUse(sql, idempotency);
}

/** @throws Refusal if the key was used by another request, or has expired */
async function earlierUse(
  sql: Sql,
  { scope, operation, key, fingerprint }: Idempotency,
): Promise<(EarlierUse & { readonly id: string }) | null> {
  const [found] = await sql.query<EarlierUse & { id: string; fingerprint: string; expired: boolean }>(
    `SELECT claim AS id, fingerprint, resource_id AS "resourceId", response,
            created_on < now() - interval '${KEPT_DAYS} days' AS expired
     FROM idempotency_key WHERE scope = $1 AND key = $3 AND operation IN ($2, '${ANY}') ORDER BY operation DESC LIMIT 1`,
    [scope, operation, key],
  );
  if (!found) return null;
  const { id, resourceId, response } = found;
  if (found.fingerprint !== fingerprint) throw refuse('idempotency_key_reused');
  if (found.expired) throw refuse('idempotency_key_expired', undefined, { resourceId });
  return { id, resourceId, response };
}

/** Stores the response, unless one is already stored. */
export async function keepResponse(
  sql: Sql,
  { scope, key, id }: Claim,
  response: string,
  resourceId: string,
): Promise<string> {
  const [kept] = await sql.query<{ response: string }>(
    `UPDATE idempotency_key SET response = coalesce(response, $4), resource_id = $5
     WHERE scope = $1 AND key = $2 AND claim = $3 RETURNING response`,
    [scope, key, id, response, resourceId],
  );
  return kept?.response ?? response;
}

/** Releases the key, because its command was refused later. A later claim of the same key is not affected. */
export async function release(
  sql: Sql,
  { scope, key, id }: Pick<Claim, 'scope' | 'key' | 'id'>,
): Promise<void> {
  await sql.query(
    `DELETE FROM idempotency_key WHERE scope = $1 AND key = $2 AND claim = $3 AND response IS NULL`,
    [scope, key, id],
  );
}
