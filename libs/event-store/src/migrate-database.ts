import { type ClientBase, Pool } from 'pg';
import { DataSource } from 'typeorm';
import { Database, type SqlTransaction } from './database.js';
import { stampEnvironment } from './environment-stamp.js';
import { LOCK_TIMEOUT_MS, WITHOUT_LIMITS, setLimits } from './limits.js';
import type { Migration } from './migration.js';
import type { Rights } from './rights.js';
import { eventStoreMigrations } from './schema.js';
import {
  CONNECTION_TIMEOUT_MS,
  databaseUrl,
  exclusively,
  readDatabase,
  withClient,
} from './server-connection.js';
import { single } from './statements.js';
import { driverOver } from './typeorm-driver.js';

/** The service to which a database belongs, and what it contains. */
export interface DatabaseOwner {
  /** Names the database. */
  readonly name: string;
  readonly migrations: readonly Migration[];
  /** Classes of TypeORM's entities. */
  readonly entities?: readonly (abstract new (...args: never[]) => object)[];
  /** What its user may do with a table, where this is not to read, insert and update rows. */
  readonly rights?: Rights;
  /** Schemas of libraries in this database, each with what brings it to its newest version. */
  readonly schemas?: Readonly<Record<string, (client: ClientBase) => Promise<unknown>>>;
}

export interface MigrationOptions {
  /** The only one in which the database can be opened, from the first time on. Without it, any. */
  readonly environment?: string;
  /** How long anything may wait for a lock. Tests on a busy machine need longer than services. */
  readonly lockTimeoutMs?: number;
}

/** The name of a service's database: `inbound-funds` is `corridor_inbound_funds`. */
export const databaseName = (service: string): string => `corridor_${service.replaceAll('-', '_')}`;

/**
 * Creates a service's database where it is missing, and brings it to the newest migration. Any number of processes may do
 * so at once. Without anything to create or to migrate, it only reads.
 * @returns its address
 * @throws Error if it belongs to another environment
 */
export async function migrateDatabase(
  serverUrl: string,
  { name: service, migrations }: DatabaseOwner,
  { environment, lockTimeoutMs = LOCK_TIMEOUT_MS }: MigrationOptions,
): Promise<string> {
  const name = databaseName(service);
  await createDatabase(serverUrl, name);
  const url = databaseUrl(serverUrl, name);
  if (environment !== undefined)
    await exclusively(url, (client) => stampEnvironment(client, name, environment));
  await migrate(url, name, [...eventStoreMigrations, ...migrations], lockTimeoutMs);
  return url;
}

/** The migrations that a service's database does not have yet; all of them if it does not exist. Reads only. */
export async function missingMigrations(
  serverUrl: string,
  { name, migrations }: Pick<DatabaseOwner, 'name' | 'migrations'>,
): Promise<string[]> {
  const wanted = [...eventStoreMigrations, ...migrations].map((one) => one.name);
  const done = await readDatabase(serverUrl, databaseName(name), async (sql) => {
    const [table] = await sql.query<{ exists: boolean }>(
      `SELECT to_regclass('migrations') IS NOT NULL AS exists`,
    );
    return table?.exists ? sql.query<{ name: string }>('SELECT name FROM migrations') : [];
  });
  const names = new Set(done.map((row) => row.name));
  return wanted.filter((one) => !names.has(one));
}

async function createDatabase(serverUrl: string, name: string): Promise<void> {
  await withClient(databaseUrl(serverUrl, 'postgres'), async (client) => {
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
