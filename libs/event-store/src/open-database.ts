import { Pool, type PoolConfig } from 'pg';
import { DataSource } from 'typeorm';
import { BatchingClient, socketOf } from './batching-socket.js';
import { Database } from './database.js';
import { DiskSpace } from './disk-space.js';
import { type Epoch, readEpoch } from './epoch.js';
import { Reachability } from './reachability.js';
import { LOCK_TIMEOUT_MS } from './limits.js';
import {
  type DatabaseOwner,
  type MigrationOptions,
  databaseName,
  migrateDatabase,
} from './migrate-database.js';
import {
  CONNECTION_TIMEOUT_MS,
  databaseUrl,
  outlivesConnections,
  requirePreparedStatements,
} from './server-connection.js';
import { START_TIMEOUT_MS, type StartOptions, whenThere } from './server-start.js';
import { repeated, single } from './statements.js';
import { driverOver } from './typeorm-driver.js';

export interface ConnectionOptions extends MigrationOptions {
  /** The greatest number of connections for commands; searches have half as many in addition. */
  readonly poolSize?: number;
  /** Whether Postgres keeps the plans of statements; false behind a pooler that does not support it. */
  readonly preparedStatements?: boolean;
  /** The server without a pooler in between, where the address of the server is that of a pooler. */
  readonly directUrl?: string;
  /** Where old events are that were removed from the log. */
  readonly archiveFolder?: string | null;
  /** Called with the error when the disk of the database is full, and with null when there is space again. */
  readonly onDiskFull?: (error: unknown) => void;
  /** Called with the error when the database does not respond or is fenced, and with null when that has ended. */
  readonly onAway?: (error: unknown) => void;
}

/** A service's own database, migrated and ready. */
export interface OpenDatabase {
  readonly database: Database;
  /** For searches only: separate connections, so that no command waits for a slow search. */
  readonly searches: Database;
  readonly pool: Pool;
  /** Of `searches`. */
  readonly searchPool: Pool;
  /**
   * Connections whose sessions are kept, for locks of a session and for notifications: `pool` itself without a pooler. On all
   * others nothing may be set that is to last longer than a transaction.
   */
  readonly sessionPool: Pool;
  readonly dataSource: DataSource;
  readonly disk: DiskSpace;
  readonly epoch: Epoch;
  readonly reachability: Reachability;
  /** Whether its user may change tables, triggers and rights: rights then keep it from nothing. */
  readonly isOwner: boolean;
  close(): Promise<void>;
}

/**
 * Opens a service's database on a server. A user who may create and migrate it does so first; for another one, somebody
 * must have prepared it with {@link prepareDatabase}.
 * @throws Error if it belongs to another environment, is not at the newest migration, or is behind a pooler without what the options need
 */
export async function openDatabase(
  serverUrl: string,
  owner: DatabaseOwner,
  options: ConnectionOptions = {},
): Promise<OpenDatabase> {
  const {
    poolSize = 10,
    preparedStatements = true,
    directUrl = serverUrl,
    lockTimeoutMs = LOCK_TIMEOUT_MS,
    connectionTimeoutMs: connectionTimeoutMillis = CONNECTION_TIMEOUT_MS,
    onDiskFull = () => undefined,
    onAway = () => undefined,
  } = options;
  const { name: service, entities = [] } = owner;
  const direct = await migrated(directUrl, owner, options);
  const connectionString = databaseUrl(serverUrl, databaseName(service));
  const server = { connectionString, connectionTimeoutMillis };
  if (directUrl !== serverUrl) await poolerIsThere(connectionString, preparedStatements, options);
  const pool = commandPool(server, service, poolSize);
  pool.options.connectionTimeoutMillis = options.connectionTimeoutMs ?? START_TIMEOUT_MS;
  const sessionPool =
    directUrl === serverUrl ? pool : commandPool({ ...server, connectionString: direct }, service, 1);
  const disk = new DiskSpace(pool, onDiskFull);
  const reachability = new Reachability(pool, onAway);
  const onError = (error: unknown) => {
    disk.note(error);
    reachability.note(error);
  };
  const ofDatabase = { onError, lockTimeoutMs, archiveFolder: options.archiveFolder };
  const database = new Database(pool, preparedStatements ? repeated : single, ofDatabase);
  const dataSource = new DataSource({
    type: 'postgres',
    driver: driverOver(pool, database),
    entities: [...entities],
  });
  await dataSource.initialize();
  const searches = searchPool(server, service, Math.ceil(poolSize / 2));
  const found = { epoch: await readEpoch(database), isOwner: await mayMigrate(database) };
  pool.options.connectionTimeoutMillis = connectionTimeoutMillis; // from now on a request waits, not a start
  return {
    database,
    searches: new Database(searches, single, { onError, isReadOnly: true }),
    pool,
    searchPool: searches,
    sessionPool,
    dataSource,
    disk,
    reachability,
    ...found,
    close: async () => {
      disk.close();
      reachability.close();
      await searches.end();
      if (sessionPool !== pool) await sessionPool.end();
      await dataSource.destroy();
    },
  };
}

function migrated(serverUrl: string, owner: DatabaseOwner, options: MigrationOptions): Promise<string> {
  return migrateDatabase(serverUrl, owner, options).catch((error: unknown) => {
    throw isForbidden(error) ? unprepared(databaseName(owner.name), error as Error) : error;
  });
}

function poolerIsThere(url: string, preparedStatements: boolean, options: StartOptions): Promise<void> {
  const require = async () => (preparedStatements ? requirePreparedStatements(url) : undefined);
  return whenThere(url, require, options);
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

function commandPool(server: PoolConfig, service: string, max: number): Pool {
  return poolOf({ ...server, max, application_name: `corridor ${service}` });
}

/** A connection that is silent for too long while it is in use is given up, and replaced. */
function poolOf(settings: PoolConfig): Pool {
  const all = { ...settings, pipeline: true, Client: BatchingClient };
  const pool = new Pool(all);
  outlivesConnections(pool);
  pool.on('acquire', (client) => socketOf(client)?.isUsed());
  pool.on('release', (_error, client) => socketOf(client)?.isIdle());
  return pool;
}

function searchPool(server: PoolConfig, service: string, max: number): Pool {
  return poolOf({ ...server, max, application_name: `corridor ${service} searches` });
}
