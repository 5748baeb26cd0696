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
  if (found !== null && found !== environment) throw new Error(belongsTo(database, found, environment));
  if (isStamped) return;
  await client.query(TABLE);
  await client.query('INSERT INTO installation (environment) VALUES ($1)', [environment]);
}

/**
 * Reads the stamps of databases, and nothing else.
 * @returns for each that belongs to another environment, what to do; one that does not exist yet belongs to none
 * @throws Error if the server cannot be reached
 */
export async function databasesOfOthers(
  serverUrl: string,
  databases: readonly string[],
  environment: string,
): Promise<string[]> {
  const found = databases.map(async (database) => {
    const of = await environmentOf(serverUrl, database);
    return of === null || of === environment ? [] : [belongsTo(database, of, environment)];
  });
  return (await Promise.all(found)).flat();
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

const belongsTo = (database: string, found: string, environment: string) =>
  `the database ${database} belongs to ${found}: set ENVIRONMENT=${found}, or DATABASE_URL to a server for ${environment} alone`;

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
