import { type ClientBase, Pool, type PoolConfig } from 'pg';
import { DataSource } from 'typeorm';
import { BatchingSocket, socketOf } from './batching-socket.js';
import { Database } from './database.js';
import { DiskSpace } from './disk-space.js';
import { LOCK_TIMEOUT_MS, SILENCE_MS } from './limits.js';
import {
  type DatabaseOwner,
  type MigrationOptions,
  databaseName,
  migrateDatabase,
} from './migrate-database.js';
import { CONNECTION_TIMEOUT_MS } from './server-connection.js';
import { repeated, single } from './statements.js';
import { driverOver } from './typeorm-driver.js';

export interface ConnectionOptions extends MigrationOptions {
  /** The greatest number of connections for commands; searches have half as many in addition. */
  readonly poolSize?: number;
  /** Whether Postgres keeps the plans of statements; false behind a pooler that does not support it. */
  readonly preparedStatements?: boolean;
  /** How long anything may wait for a connection. */
  readonly connectionTimeoutMs?: number;
  /** Called with the error when the disk of the database is full, and with null when there is space again. */
  readonly onDiskFull?: (error: unknown) => void;
}

/** A service's own database, migrated and ready. */
export interface OpenDatabase {
  readonly database: Database;
  /** For searches only: separate connections, so that no command waits for a slow search. */
  readonly searches: Database;
  readonly pool: Pool;
  readonly dataSource: DataSource;
  readonly disk: DiskSpace;
  /** Whether its user may change tables, triggers and rights: rights then keep it from nothing. */
  readonly isOwner: boolean;
  close(): Promise<void>;
}

/**
 * Opens a service's database on a server. A user who may create and migrate it does so first; for another one, somebody
 * must have prepared it with {@link prepareDatabase}.
 * @throws Error if it belongs to another environment, or is not at the newest migration
 */
export async function openDatabase(
  serverUrl: string,
  owner: DatabaseOwner,
  options: ConnectionOptions = {},
): Promise<OpenDatabase> {
  const {
    poolSize = 10,
    preparedStatements = true,
    lockTimeoutMs = LOCK_TIMEOUT_MS,
    connectionTimeoutMs: connectionTimeoutMillis = CONNECTION_TIMEOUT_MS,
    onDiskFull = () => undefined,
  } = options;
  const { name: service, entities = [] } = owner;
  const connectionString = await migrateDatabase(serverUrl, owner, options).catch((error: unknown) => {
    throw isForbidden(error) ? unprepared(databaseName(service), error as Error) : error;
  });
  const server = { connectionString, connectionTimeoutMillis };
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
    isOwner: await mayMigrate(database),
    close: async () => {
      disk.close();
      await searches.end();
      await dataSource.destroy();
    },
  };
}

const isForbidden = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === '42501';

const unprepared = (name: string, cause: Error) =>
  new Error(
    `the database ${name} is missing or not at the newest migration, and the user of DATABASE_URL may not change that (${cause.message}): migrate it with DATABASE_OWNER_URL first`,
    { cause },
  );

async function mayMigrate(database: Database): Promise<boolean> {
  const [row] = await database.query<{ may: boolean }>(
    `SELECT has_schema_privilege('public', 'CREATE') AS may`,
  );
  return row?.may ?? false;
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
  pool.on('acquire', (client) => socketOf(client)?.isUsed());
  pool.on('release', (_error, client) => socketOf(client)?.isIdle());
  return pool;
}

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
