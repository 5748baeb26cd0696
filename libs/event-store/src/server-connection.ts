import { Client, type ClientBase } from 'pg';
import type { Sql } from './database.js';
import { WITHOUT_LIMITS } from './limits.js';

export const CONNECTION_TIMEOUT_MS = 5_000;

/** The address of a database on a server. */
export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** One process at a time, by an advisory lock that ends with its transaction. */
export async function exclusively(url: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  await withClient(url, async (client) => {
    await client.query(`BEGIN; ${WITHOUT_LIMITS}`);
    await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('migrations', 0))`);
    await work(client);
    await client.query('COMMIT');
  });
}

/** @throws Error that names the server if it cannot be reached */
export async function withClient(url: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECTION_TIMEOUT_MS });
  client.on('error', () => undefined); // the current statement reports it
  await client.connect().catch((cause: Error & { code?: string }) => {
    const reason = cause.message || cause.code;
    throw new Error(`no connection to Postgres at ${new URL(url).host} (DATABASE_URL): ${reason}`, { cause });
  });
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** Reads from a database without being its service; nothing can be written. */
export async function readDatabase<T>(
  serverUrl: string,
  database: string,
  read: (sql: Sql) => Promise<T>,
): Promise<T> {
  let result!: T;
  await withClient(databaseUrl(serverUrl, database), async (client) => {
    await client.query('SET default_transaction_read_only = on');
    result = await read(queriesOf(client));
  });
  return result;
}

export const queriesOf = (client: ClientBase): Sql => ({
  query: async <Row extends object>(text: string, values: readonly unknown[] = []) =>
    (await client.query<Row>(text, [...values])).rows,
});
