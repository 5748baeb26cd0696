import type { ClientBase } from 'pg';

/** Before there were stamps, only a sandbox could be run. */
const UNSTAMPED = 'SANDBOX';

const TABLE = `CREATE TABLE installation (
  environment text NOT NULL,
  stamped_on timestamptz NOT NULL DEFAULT now(),
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only)
)`;

/**
 * A database belongs to the environment of its first start, and a copy of it to the same one.
 * @throws Error that says what to do, if it belongs to another one; then nothing was read or written
 */
export async function stampEnvironment(
  client: ClientBase,
  database: string,
  environment: string,
): Promise<void> {
  const { rows } = await client.query<{ isStamped: boolean; isUsed: boolean }>(
    `SELECT to_regclass('installation') IS NOT NULL AS "isStamped", to_regclass('streams') IS NOT NULL AS "isUsed"`,
  );
  const [{ isStamped, isUsed } = { isStamped: false, isUsed: false }] = rows;
  const found = isStamped ? await stampOf(client) : isUsed ? UNSTAMPED : environment;
  if (found !== environment)
    throw new Error(
      `the database ${database} belongs to ${found}: set ENVIRONMENT=${found}, or DATABASE_URL to a server for ${environment} alone`,
    );
  if (isStamped) return;
  await client.query(TABLE);
  await client.query('INSERT INTO installation (environment) VALUES ($1)', [environment]);
}

async function stampOf(client: ClientBase): Promise<string | undefined> {
  const { rows } = await client.query<{ environment: string }>('SELECT environment FROM installation');
  return rows[0]?.environment;
}
