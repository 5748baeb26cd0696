import type { ClientBase } from 'pg';
import type { Sql } from './database.js';
import { queriesOf, readDatabase } from './server-connection.js';

/** Before there were stamps, only a sandbox could be run. */
const UNSTAMPED = 'SANDBOX';

const TABLE = `CREATE TABLE installation (
  environment text NOT NULL,
  stamped_on timestamptz NOT NULL DEFAULT now(),
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only)
)`;

/** Postgres does not have a database of this name. */
const UNKNOWN_DATABASE = '3D000';

/**
 * A database belongs to the environment of its first start, and a copy of it to the same one.
 * @throws Error that says what to do, if it belongs to another one; then nothing was read or written
 */
export async function stampEnvironment(
  client: ClientBase,
  database: string,
  environment: string,
): Promise<void> {
  const { isStamped, found } = await stampOf(queriesOf(client));
  if (found !== null && found !== environment) throw new Error(belongTo([database], found, environment));
  if (isStamped) return;
  await client.query(TABLE);
  await client.query('INSERT INTO installation (environment) VALUES ($1)', [environment]);
}

/**
 * Reads the stamps of databases, and nothing else. One that does not exist yet belongs to no environment.
 * @returns what to do, if some belong to another environment
 * @throws Error if the server cannot be reached
 */
export async function databasesOfOthers(
  serverUrl: string,
  databases: readonly string[],
  environment: string,
): Promise<string[]> {
  const found = await Promise.all(databases.map((database) => environmentOf(serverUrl, database)));
  const others = new Set(found.filter((one) => one !== null && one !== environment)) as Set<string>;
  return [...others].map((other) => {
    const names = databases.filter((_, i) => found[i] === other);
    return belongTo(names, other, environment);
  });
}

/** @returns null for a database that is empty or does not exist */
export async function environmentOf(serverUrl: string, database: string): Promise<string | null> {
  try {
    return (await readDatabase(serverUrl, database, stampOf)).found;
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } };
    if (cause?.code === UNKNOWN_DATABASE) return null;
    throw error;
  }
}

const belongTo = (databases: readonly string[], found: string, environment: string) =>
  `the database${databases.length > 1 ? 's' : ''} ${databases.join(', ')} belong${databases.length > 1 ? '' : 's'} to ${found}: set ENVIRONMENT=${found}, or DATABASE_URL to a server for ${environment} alone`;

async function stampOf(sql: Sql): Promise<{ isStamped: boolean; found: string | null }> {
  const [{ isStamped, isUsed } = { isStamped: false, isUsed: false }] = await sql.query<{
    isStamped: boolean;
    isUsed: boolean;
  }>(
    `SELECT to_regclass('installation') IS NOT NULL AS "isStamped", to_regclass('streams') IS NOT NULL AS "isUsed"`,
  );
  if (!isStamped) return { isStamped, found: isUsed ? UNSTAMPED : null };
  const [stamp] = await sql.query<{ environment: string }>('SELECT environment FROM installation');
  return { isStamped, found: stamp?.environment ?? null };
}
