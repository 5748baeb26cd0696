import { refuse } from '@corridor/kernel';
import type { Sql, SqlTransaction } from './database.js';

/** A request's idempotency key and fingerprint (decisions §3). */
export interface Idempotency {
  /** The owner of the key: a client, a member of staff (`operator/stf_…`), or the approval of the command. */
  readonly scope: string;
  /** The operation that it was used for; keys of different operations are independent. */
  readonly operation: string;
  readonly key: string;
  /** Hash of method, path and canonical body. */
  readonly fingerprint: string;
}

/** Days in which the same request gets the same response; afterwards the key is a tombstone. */
export const KEPT_DAYS = 7;

/**
 * Held while a transaction with a key is in progress: that of scope, operation and key, and that of scope and key, by
 * which replicas that do not know operations yet use a key once for their whole service.
 */
const lockOf = (...parts: readonly string[]) => `hashtextextended(${parts.join(` || ' ' || `)}, 0)`;

/** The operation of keys that were used before keys had operations: they remain used for their whole service. */
const ANY = '';

/** The scope of keys that staff used before each of them had their own: they remain used for all. */
const SHARED = `split_part(given.scope, '/', 1)`;

/** One use of a key; after a release, the next use is another claim. */
export interface Claim {
  readonly scope: string;
  readonly key: string;
  readonly id: string;
}

/** `response` is null while the effect is still settling. */
export interface EarlierUse {
  readonly resourceId: string;
  readonly response: string | null;
  readonly claim: Claim;
}

/** What is known about a key. */
export interface KeyState {
  /** No other transaction uses the key at the moment. */
  readonly isFree: boolean;
  readonly use: Use | null;
}

export interface Use {
  readonly claimId: string;
  readonly fingerprint: string;
  readonly resourceId: string;
  readonly response: string | null;
  readonly hasExpired: boolean;
}

const USE = `claim AS "claimId", fingerprint, resource_id AS "resourceId", response,
  created_on < now() - interval '${KEPT_DAYS} days' AS "hasExpired"`;

/** Keys as columns of a statement. */
export const keyColumns = (keys: readonly Idempotency[]) => [
  keys.map(({ scope }) => scope),
  keys.map(({ operation }) => operation),
  keys.map(({ key }) => key),
];

const given = ([scope, operation, key]: readonly string[]) =>
  `unnest(${scope}::text[], ${operation}::text[], ${key}::text[]) WITH ORDINALITY AS given (scope, operation, key, n)`;

/** @param tryLock the function that takes the lock of a key, if nobody has it */
const locks = (tryLock: string) =>
  `${tryLock}(${lockOf('given.scope', 'given.operation', 'given.key')})
     AND pg_try_advisory_xact_lock_shared(${lockOf('given.scope', 'given.key')})`;

/**
 * Reserves keys for the transaction, without waiting for others: rows of `n`, from 1, and whether the key is free. Of many
 * concurrent callers one gets a key. Different keys only: a transaction gets its own locks again.
 */
export const reservation = (columns: readonly string[]): string =>
  `SELECT n, ${locks('pg_try_advisory_xact_lock')} AS is_free FROM ${given(columns)}`;

/**
 * The earlier uses of keys: rows of `n` and {@link Use} as JSON text. In a later statement than the locks: whoever held one
 * before has committed by then, and it sees that.
 */
export const earlierUses = (columns: readonly string[]): string =>
  `SELECT n, row_to_json(used)::text AS data FROM ${given(columns)} CROSS JOIN LATERAL (
     SELECT ${USE} FROM idempotency_key AS one
     WHERE one.scope IN (given.scope, ${SHARED}) AND one.key = given.key AND one.operation IN (given.operation, '${ANY}')
     ORDER BY one.scope DESC, one.operation DESC LIMIT 1) AS used`;

const COLUMNS = ['$1', '$2', '$3'];
const LOOK_UP_LOCKS = `SELECT ${locks('pg_try_advisory_xact_lock_shared')} AS "isFree" FROM ${given(COLUMNS)} ORDER BY n`;
const LOOK_UP_USES = `SELECT n::int, data FROM (${earlierUses(COLUMNS)}) AS used`;

/** What is known about keys, without reserving them. @param sql outside of a transaction: the locks end with their statement */
export async function lookUp(sql: Sql, keys: readonly Idempotency[]): Promise<KeyState[]> {
  const columns = keyColumns(keys);
  const [locked, uses] = await Promise.all([
    sql.query<Pick<KeyState, 'isFree'>>(LOOK_UP_LOCKS, columns),
    sql.query<{ n: number; data: string }>(LOOK_UP_USES, columns),
  ]);
  const found = new Map(uses.map(({ n, data }) => [n, JSON.parse(data) as Use]));
  return locked.map(({ isFree }, i) => ({ isFree, use: found.get(i + 1) ?? null }));
}

/**
 * The earlier use of a key by the same request; null if the key is free.
 * @throws Refusal if the key is in flight, was used by another request, or has expired
 */
export function earlierUse(
  { scope, key, fingerprint }: Idempotency,
  { isFree, use }: KeyState,
): EarlierUse | null {
  if (!use && !isFree) throw refuse('idempotency_in_flight');
  if (!use) return null;
  const { claimId, resourceId, response } = use;
  if (use.fingerprint !== fingerprint) throw refuse('idempotency_key_reused');
  if (use.hasExpired) throw refuse('idempotency_key_expired', undefined, { resourceId });
  return { resourceId, response, claim: { scope, key, id: claimId } };
}

/** A key that is used now; `response` is null until the effect has settled. */
export interface NewUse {
  readonly idempotency: Idempotency;
  readonly claim: Claim;
  readonly resourceId: string;
  readonly response: string | null;
}

/** Uses keys that this transaction has reserved. */
export function writeUses(sql: SqlTransaction, uses: readonly NewUse[]): void {
  if (uses.length === 0) return;
  sql.write(
    `INSERT INTO idempotency_key (scope, operation, key, fingerprint, claim, resource_id, response)
     SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::uuid[], $6::text[], $7::text[])`,
    [
      uses.map(({ idempotency }) => idempotency.scope),
      uses.map(({ idempotency }) => idempotency.operation),
      uses.map(({ idempotency }) => idempotency.key),
      uses.map(({ idempotency }) => idempotency.fingerprint),
      uses.map(({ claim }) => claim.id),
      uses.map(({ resourceId }) => resourceId),
      uses.map(({ response }) => response),
    ],
  );
}

/** The response of a command that other services have completed. */
export interface SettledResponse {
  readonly claim: Claim;
  readonly response: string;
  readonly resourceId: string;
}

/** Other processes may store responses to the same keys: each locks them in the same order. */
const SETTLE = `UPDATE idempotency_key AS used
  SET response = coalesce(used.response, given.response), resource_id = given.resource_id
  FROM (
    SELECT one.scope, one.key, one.operation, given.*
    FROM unnest($1::text[], $2::text[], $3::uuid[], $4::text[], $5::text[])
      AS given (its_scope, its_key, claim, response, resource_id)
    JOIN idempotency_key AS one ON one.scope = its_scope AND one.key = its_key AND one.claim = given.claim
    ORDER BY one.claim FOR UPDATE OF one) AS given
  WHERE used.scope = given.scope AND used.key = given.key AND used.operation = given.operation`;

const settledColumns = (settled: readonly SettledResponse[]) => [
  settled.map(({ claim }) => claim.scope),
  settled.map(({ claim }) => claim.key),
  settled.map(({ claim }) => claim.id),
  settled.map(({ response }) => response),
  settled.map(({ resourceId }) => resourceId),
];

/** Stores responses in the transaction that completes their commands: nobody can have stored one before. */
export function writeResponses(sql: SqlTransaction, settled: readonly SettledResponse[]): void {
  if (settled.length > 0) sql.write(SETTLE, settledColumns(settled));
}

/** Stores responses, except those that are already stored. @returns what is stored */
export async function keepResponses(sql: Sql, settled: readonly SettledResponse[]): Promise<string[]> {
  const rows = await sql.query<{ id: string; response: string }>(
    `${SETTLE} RETURNING used.claim AS id, used.response`,
    settledColumns(settled),
  );
  const kept = new Map(rows.map(({ id, response }) => [id, response]));
  return settled.map(({ claim, response }) => kept.get(claim.id) ?? response);
}

/** Releases the key, because its command was refused later. A later claim of the same key is not affected. */
export async function release(sql: Sql, { scope, key, id }: Claim): Promise<void> {
  await sql.query(
    `DELETE FROM idempotency_key WHERE scope = $1 AND key = $2 AND claim = $3 AND response IS NULL`,
    [scope, key, id],
  );
}
