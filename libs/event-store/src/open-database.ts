import { Client, type ClientBase, Pool, type PoolConfig } from 'pg';
import { DataSource } from 'typeorm';
import { BatchingSocket } from './batching-socket.js';
import { Database, type SqlTransaction } from './database.js';
import { DiskSpace } from './disk-space.js';
import { stampEnvironment } from './environment-stamp.js';
import { LOCK_TIMEOUT_MS, SILENCE_MS, WITHOUT_LIMITS, setLimits } from './limits.js';
import type { Migration } from './migration.js';
import { eventStoreMigrations } from './schema.js';
import { repeated, single } from './statements.js';
import { driverOver } from './typeorm-driver.js';

/** The owner of a database, and what it contains. */
export interface DatabaseOwner {
  /** Names the database. */
  readonly name: string;
  readonly migrations: readonly Migration[];
  /** Classes of TypeORM's entities. */
  readonly entities?: readonly (abstract new (...args: never[]) => object)[];
}

export interface ConnectionOptions {
  /** The only one in which the database can be opened, from the first time on. Without it, any. */
  readonly environment?: string;
  /** The greatest number of connections for commands; searches have half as many in addition. */
  readonly poolSize?: number;
  /** Whether Postgres keeps the plans of statements; false behind a pooler that does not support it. */
  readonly preparedStatements?: boolean;
  /** How long anything may wait for a lock. Tests on a busy machine need longer than services. */
  readonly lockTimeoutMs?: number;
  /** How long anything may wait for a connection. */
  readonly connectionTimeoutMs?: number;
  /** Called with the error when the disk of the database is full, and with null when there is space again. */
  readonly onDiskFull?: (error: unknown) => void;
}

const CONNECTION_TIMEOUT_MS = 5_000;

/** A service's own database, migrated and ready. */
export interface OpenDatabase {
  readonly database: Database;
  /** For searches only: separate connections, so that no command waits for a slow search. */
  readonly searches: Database;
  readonly pool: Pool;
  readonly dataSource: DataSource;
  readonly disk: DiskSpace;
  close(): Promise<void>;
}

/** The name of a service's database: `inbound-funds` is `corridor_inbound_funds`. */
export const databaseName = (service: string): string => `corridor_${service.replaceAll('-', '_')}`;

/**
 * Opens a service's database on a server, creates it where it is missing, and brings it to the newest migration.
 * Any number of processes may do so at once.
 * @throws Error if it belongs to another environment
 */
export async function openDatabase(
  serverUrl: string,
  { name: service, migrations, entities = [] }: DatabaseOwner,
  {
    environment,
    poolSize = 10,
    preparedStatements = true,
    lockTimeoutMs = LOCK_TIMEOUT_MS,
    connectionTimeoutMs: connectionTimeoutMillis = CONNECTION_TIMEOUT_MS,
    onDiskFull = () => undefined,
  }: ConnectionOptions = {},
): Promise<OpenDatabase> {
  const name = databaseName(service);
  await createDatabase(serverUrl, name);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  if (environment !== undefined)
    await exclusively(url.href, (client) => stampEnvironment(client, name, environment));
  await migrate(url.href, name, [...eventStoreMigrations, ...migrations], lockTimeoutMs);
  const server = { connectionString: url.href, connectionTimeoutMillis };
  const pool = commandPool(server, service, poolSize);
  const disk = new DiskSpace(pool, onDiskFull);
  const onError = (error: unknown) => disk.note(error);
  const database = new Database(pool, preparedStatements ? repeated : single, { onError, lockTimeoutMs });
  const dataSource = new DataSource({
    type: 'postgres',
    driver: driverOver(pool, database),
    entities: [...entities],
  });
  await dataSource.initialize();
  const searches = searchPool(server, service, Math.ceil(poolSize / 2));
  return {
    database,
    searches: new Database(searches, single, { onError }),
    pool,
    dataSource,
    disk,
    close: async () => {
      disk.close();
      await searches.end();
      await dataSource.destroy();
    },
  };
}

/**
 * Plans that are made while a table is small are kept until it is analyzed again, and a new table grows by thousands of rows
 * a second. Commands read few rows, each by an index, so they never read a whole table if there is another way. JIT is
 * off, because compiling takes longer than it saves.
 */
const COMMAND_SETTINGS = 'SET enable_seqscan = off; SET jit = off';

function commandPool(server: PoolConfig, service: string, max: number): Pool {
  const settings = { ...server, max, pipeline: true, application_name: `corridor ${service}` };
  return poolOf(settings, COMMAND_SETTINGS);
}

/**
 * A connection that is silent for too long while it is in use is given up, and replaced.
 * @param sessionSettings statements that each connection begins with
 */
function poolOf(settings: PoolConfig, sessionSettings: string): Pool {
  const stream = () => new BatchingSocket(SILENCE_MS);
  const onConnect = (client: ClientBase) => client.query(sessionSettings);
  const all = { ...settings, stream, onConnect };
  const pool = new Pool(all);
  pool.on('error', () => undefined); // an idle connection that the server ended; the pool replaces it
  pool.on('acquire', (client) => (socketOf(client).isInUse = true));
  pool.on('release', (_error, client) => (socketOf(client).isInUse = false));
  return pool;
}

/** `pg` has no public name for what its option `stream` returned. */
const socketOf = (client: object) => (client as { connection: { stream: BatchingSocket } }).connection.stream;

/** How long a search may take. */
const SEARCH_TIMEOUT_MS = 10_000;

/**
 * Searches are read-only and have a timeout. The planner assumes solid-state disks, where random access is cheap, and JIT
 * is off, because compiling takes longer than it saves.
 */
const SEARCH_SETTINGS = `SET default_transaction_read_only = on; SET statement_timeout = ${SEARCH_TIMEOUT_MS};
  SET random_page_cost = 1.1; SET jit = off`;

function searchPool(server: PoolConfig, service: string, max: number): Pool {
  const settings = { ...server, max, application_name: `corridor ${service} searches` };
  return poolOf(settings, SEARCH_SETTINGS);
}

async function createDatabase(serverUrl: string, name: string): Promise<void> {
  const admin = new URL(serverUrl);
  admin.pathname = '/postgres';
  await withClient(admin.href, async (client) => {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (rowCount) return;
    await client.query(`CREATE DATABASE "${name}"`).catch((error: { code?: string }) => {
      const createdByAnother = error.code === '42P04' || error.code === '23505';
      if (!createdByAnother) throw error;
    });
  });
}

/** In one transaction, on a connection of its own: migrations read whole tables, and take as long as they need. */
async function migrate(
  connectionString: string,
  name: string,
  migrations: Migration[],
  lockTimeoutMs: number,
): Promise<void> {
  const pool = new Pool({
    connectionString,
    max: 1,
    pipeline: true,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
  });
  pool.on('error', () => undefined);
  const database = new Database(pool, single);
  const dataSource = new DataSource({ type: 'postgres', driver: driverOver(pool, database), migrations });
  await dataSource.initialize();
  const run = async (sql: SqlTransaction) => {
    sql.write(WITHOUT_LIMITS);
    await dataSource.runMigrations({ transaction: 'all' });
  };
  try {
    await exclusively(connectionString, async (client) => {
      await setLimits(client, name, lockTimeoutMs);
      await database.transaction(run);
    });
  } finally {
    await dataSource.destroy();
  }
}

/** One process at a time, by an advisory lock that ends with its transaction. */
async function exclusively(url: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  await withClient(url, async (client) => {
    await client.query(`BEGIN; ${WITHOUT_LIMITS}`);
    await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('migrations', 0))`);
    await work(client);
    await client.query('COMMIT');
  });
}

async function withClient(url: string, work: (client: Client) => Promise<void>): Promise<void> {
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
