import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type ClientBase, type Pool } from 'pg';
import type { Sql } from './database.js';
import { WITHOUT_LIMITS } from './limits.js';

export const CONNECTION_TIMEOUT_MS = 5_000;

/** The address of a database on a server. */
export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/**
 * A server at the address that has no pooler in between, with the user of the other address.
 * @param direct null where there is no pooler
 */
export function directUrl(serverUrl: string, direct: string | null): string {
  if (direct === null) return serverUrl;
  const url = new URL(direct);
  ({ username: url.username, password: url.password } = new URL(serverUrl));
  return url.href;
}

/** A pooler can give a client the same session twice by chance, and not this often. */
const ROUNDS = 10;

/**
 * Locks, settings and notifications of a session are lost behind a pooler that gives each transaction any session, without an error.
 * @param url of the client
 * @throws Error that says what to set
 */
export async function requireSession(client: Client, url: string): Promise<void> {
  if (await keepsSession(client, url)) return;
  throw new Error(
    `${new URL(url).host} is a connection pooler that keeps no sessions, such as PgBouncer in transaction mode: set DATABASE_DIRECT_URL to the address of Postgres itself`,
  );
}

/**
 * Statements are prepared in a session. A pooler that keeps none prepares them under names of its own, or passes those of its clients on to
 * sessions in which others of them do not find them.
 * @param url of a database
 * @throws Error that says what to set
 */
export function requirePreparedStatements(url: string): Promise<void> {
  return withClient(url, async (client) => {
    if (await keepsSession(client, url)) return;
    const name = randomUUID();
    await client.query('BEGIN');
    await client.query({ name, text: 'SELECT 1' });
    const { rowCount } = await client.query('SELECT FROM pg_prepared_statements WHERE name = $1', [name]);
    if (rowCount === 0) return;
    await client.query(`DEALLOCATE "${name}"; COMMIT`);
    throw new Error(
      `${new URL(url).host} is a connection pooler without prepared statements: set DATABASE_PREPARED_STATEMENTS=false, or max_prepared_statements of PgBouncer 1.21 or later`,
    );
  });
}

/** A pooler tells its clients another process id than Postgres; whether it keeps sessions, a second client shows. */
async function keepsSession(client: Client, url: string): Promise<boolean> {
  const session = await sessionOf(client);
  if (session === (client as unknown as { readonly processID: number }).processID) return true;
  let isKept = true;
  await withClient(url, async (other) => {
    for (let round = 0; round < ROUNDS && isKept; round++)
      isKept = (await sessionOf(client)) === session && (await sessionOf(other)) !== session;
  });
  return isKept;
}

/** The process of Postgres that executes its statements. */
async function sessionOf(client: Client): Promise<number | undefined> {
  const { rows } = await client.query<{ id: number }>('SELECT pg_backend_pid() AS id');
  return rows[0]?.id;
}

/** How often it is tried to get the lock of migrations. */
const LOCK_POLL_MS = 100;

/**
 * One process at a time, by an advisory lock that ends with the session. It is asked for again and again: a statement that waits
 * for it would have a snapshot, for whose end an index that is built concurrently waits.
 * @param work in a session without limits, outside of a transaction
 * @param onWaiting called once if another process has the lock
 * @throws Error if a pooler keeps no sessions
 */
export async function alone(
  url: string,
  work: (client: Client) => Promise<unknown>,
  onWaiting: () => void = () => undefined,
  connectionTimeoutMs?: number,
): Promise<void> {
  const locked = async (client: Client) => {
    await requireSession(client, url);
    await client.query(WITHOUT_LIMITS.replaceAll('SET LOCAL', 'SET'));
    for (let isFirst = true; !(await tryLock(client)); isFirst = false) {
      if (isFirst) onWaiting();
      await sleep(LOCK_POLL_MS);
    }
    await work(client);
  };
  await withClient(url, locked, connectionTimeoutMs);
}

/** As {@link alone}, in a transaction. */
export function exclusively(
  url: string,
  work: (client: Client) => Promise<unknown>,
  connectionTimeoutMs?: number,
): Promise<void> {
  const inTransaction = async (client: Client) => {
    await client.query('BEGIN');
    await work(client);
    await client.query('COMMIT');
  };
  return alone(url, inTransaction, undefined, connectionTimeoutMs);
}

async function tryLock(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ isOurs: boolean }>(
    `SELECT pg_try_advisory_lock(hashtextextended('migrations', 0)) AS "isOurs"`,
  );
  return rows[0]?.isOurs ?? false;
}

/** @throws Error that names the server if it cannot be reached */
export async function withClient(
  url: string,
  work: (client: Client) => Promise<unknown>,
  connectionTimeoutMs = CONNECTION_TIMEOUT_MS,
): Promise<void> {
  await workWith(await connected(url, connectionTimeoutMs), work);
}

/** @throws Error that names the server, with its cause, if it cannot be reached */
export async function connected(url: string, connectionTimeoutMillis: number): Promise<Client> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis });
  client.on('error', () => undefined); // the current statement reports it
  await client.connect().catch((cause: Error) => {
    throw new Error(`no connection to ${nameOf(url)}: ${reasonOf(cause)}`, { cause });
  });
  return client;
}

export const nameOf = (url: string) => `Postgres at ${new URL(url).host} (DATABASE_URL)`;

/** Of several addresses that refuse a connection there is a code alone. */
export const reasonOf = ({ message, code }: Error & { readonly code?: string }) => message || String(code);

/** A connection that ends does not end the process: the pool replaces one that is idle, and whoever gets it in that moment sees it at the next statement. */
export function outlivesConnections(pool: Pool): void {
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
}

/** Ends the connection afterwards. */
export async function workWith(client: Client, work: (client: Client) => Promise<unknown>): Promise<void> {
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** As {@link requireSession}, of a server. */
export function requireSessions(serverUrl: string): Promise<void> {
  const url = databaseUrl(serverUrl, 'postgres');
  return withClient(url, (client) => requireSession(client, url));
}

/** Reads from a database without being its service; nothing can be written. */
export async function readDatabase<T>(
  serverUrl: string,
  database: string,
  read: (sql: Sql) => Promise<T>,
): Promise<T> {
  let result!: T;
  await withClient(databaseUrl(serverUrl, database), async (client) => {
    await client.query('BEGIN READ ONLY');
    result = await read(queriesOf(client));
  });
  return result;
}

export const queriesOf = (client: ClientBase): Sql => ({
  query: async <Row extends object>(text: string, values: readonly unknown[] = []) =>
    (await client.query<Row>(text, [...values])).rows,
});
