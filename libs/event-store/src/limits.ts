import type { Client } from 'pg';

/** How long anything may wait for a lock. */
export const LOCK_TIMEOUT_MS = 2_000;
/** How long a statement may take. */
export const STATEMENT_TIMEOUT_MS = 10_000;
/** After this time without a response, a connection is given up: more than a statement may take. */
export const SILENCE_MS = STATEMENT_TIMEOUT_MS + 5_000;
/** How long an open transaction may do nothing. */
const IDLE_TIMEOUT_MS = 10_000;

const LIMITS: Readonly<Record<string, number>> = {
  lock_timeout: LOCK_TIMEOUT_MS,
  statement_timeout: STATEMENT_TIMEOUT_MS,
  idle_in_transaction_session_timeout: IDLE_TIMEOUT_MS,
};

/**
 * Plans that are made while a table is small are kept until it is analyzed again, and a new table grows by thousands of rows
 * a second. Commands read few rows, each by an index, so they never read a whole table if there is another way. JIT is
 * off, because compiling takes longer than it saves.
 */
const PLANNING = { enable_seqscan: 'off', jit: 'off' } as const;

/** For a transaction that may read whole tables. */
export const WHOLE_TABLES = 'SET LOCAL enable_seqscan = on';

/** For a transaction that may take as long as it needs: it migrates, or waits for one that does. */
export const WITHOUT_LIMITS = [
  ...Object.keys(LIMITS).map((name) => `SET LOCAL ${name} = 0`),
  WHOLE_TABLES,
].join('; ');

/**
 * Settings that Postgres keeps with the database, so that they hold on each connection to it, whoever opens it: poolers
 * reject such settings in a connection, and forget them between transactions. A value that an operator has set stays. On
 * a database of another owner they hold for this role.
 */
export async function setLimits(client: Client, database: string, lockTimeoutMs: number): Promise<void> {
  const { rows } = await client.query<{ isOwner: boolean; set: string[] }>(
    `SELECT pg_has_role(datdba, 'USAGE') AS "isOwner",
       ARRAY (SELECT split_part(unnest(setconfig), '=', 1) FROM pg_db_role_setting
              WHERE setdatabase = one.oid AND setrole IN (0, current_user::regrole)) AS set
     FROM pg_database AS one WHERE datname = $1`,
    [database],
  );
  const [{ isOwner, set } = { isOwner: true, set: [] }] = rows;
  const target = isOwner ? `DATABASE "${database}"` : `ROLE CURRENT_USER IN DATABASE "${database}"`;
  for (const [name, value] of Object.entries({ ...LIMITS, ...PLANNING, lock_timeout: lockTimeoutMs }))
    if (!set.includes(name)) await client.query(`ALTER ${target} SET ${name} = ${value}`);
}
