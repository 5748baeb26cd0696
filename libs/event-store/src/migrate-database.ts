import { type Client, type ClientBase, Pool } from 'pg';
import { DataSource } from 'typeorm';
import { Database, type Sql, type SqlTransaction } from './database.js';
import { stampEnvironment } from './environment-stamp.js';
import { LOCK_TIMEOUT_MS, WITHOUT_LIMITS, setLimits } from './limits.js';
import { type Migration, type OnlineMigration, statementsOf } from './migration.js';
import type { Rights } from './rights.js';
import { type Progress, runOnline } from './run-migrations.js';
import { eventStoreMigrations } from './schema.js';
import {
  alone,
  databaseUrl,
  exclusively,
  outlivesConnections,
  queriesOf,
  readDatabase,
} from './server-connection.js';
import { START_TIMEOUT_MS, type StartOptions, whenThere } from './server-start.js';
import { single } from './statements.js';
import { driverOver } from './typeorm-driver.js';
import { type Unsafe, timeOf, unsafeIn } from './unsafe-ddl.js';

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

export interface MigrationOptions extends StartOptions {
  /** The only one in which the database can be opened, from the first time on. Without it, any. */
  readonly environment?: string;
  /** How long anything may wait for a lock. Tests on a busy machine need longer than services. */
  readonly lockTimeoutMs?: number;
  /** Of migrations that are executed. */
  readonly onProgress?: Progress;
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
  options: MigrationOptions,
): Promise<string> {
  const { environment, connectionTimeoutMs = START_TIMEOUT_MS } = options;
  const name = databaseName(service);
  await createDatabase(serverUrl, name, options);
  const url = databaseUrl(serverUrl, name);
  if (environment !== undefined)
    await exclusively(url, (client) => stampEnvironment(client, name, environment), connectionTimeoutMs);
  await migrate(url, name, [...eventStoreMigrations, ...migrations], options);
  return url;
}

/** The migrations that a service's database does not have yet; all of them if it does not exist. Reads only. */
export async function missingMigrations(
  serverUrl: string,
  { name, migrations }: Pick<DatabaseOwner, 'name' | 'migrations'>,
): Promise<string[]> {
  const wanted = [...eventStoreMigrations, ...migrations].map((one) => one.name);
  const done = await readDatabase(serverUrl, databaseName(name), executed).catch((error: unknown) => {
    if (isMissing(error)) return new Set<string>();
    throw error;
  });
  return wanted.filter((one) => !done.has(one));
}

const isMissing = (error: unknown) =>
  (error as { cause?: { code?: unknown } } | null)?.cause?.code === '3D000';

/** A migration that a database does not have yet. */
export interface PlannedMigration {
  readonly name: string;
  readonly way: 'in a transaction' | 'index by index, beside commands' | 'in batches';
  readonly statements: readonly string[];
  /** What makes commands wait. */
  readonly unsafe: readonly Unsafe[];
}

/** What {@link migrateDatabase} would execute, in this order. Reads only. */
export async function plannedMigrations(
  serverUrl: string,
  owner: Pick<DatabaseOwner, 'name' | 'migrations'>,
): Promise<PlannedMigration[]> {
  const all = inOrder([...eventStoreMigrations, ...owner.migrations]);
  const unsafe = await unsafeIn(all, 0);
  const missing = new Set(await missingMigrations(serverUrl, owner));
  const planned = all
    .filter(({ name }) => missing.has(name))
    .map(async (one) => {
      const migration: OnlineMigration = new one();
      const way = migration.indexes
        ? 'index by index, beside commands'
        : migration.backfill
          ? 'in batches'
          : 'in a transaction';
      return {
        name: one.name,
        way,
        statements: await statementsOf(migration),
        unsafe: unsafe.filter(({ migration: name }) => name === one.name),
      } as const;
    });
  return Promise.all(planned);
}

const inOrder = (migrations: readonly Migration[]): Migration[] =>
  migrations.toSorted((a, b) => timeOf(a.name) - timeOf(b.name));

/** The names of the migrations that a database has. */
async function executed(sql: Sql): Promise<ReadonlySet<string>> {
  const [table] = await sql.query<{ exists: boolean }>(
    `SELECT to_regclass('migrations') IS NOT NULL AS exists`,
  );
  const done = table?.exists ? await sql.query<{ name: string }>('SELECT name FROM migrations') : [];
  return new Set(done.map(({ name }) => name));
}

async function createDatabase(serverUrl: string, name: string, options: StartOptions): Promise<void> {
  const create = async (client: Client) => {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (rowCount) return;
    await client.query(`CREATE DATABASE "${name}"`).catch((error: { code?: string }) => {
      const createdByAnother = error.code === '42P04' || error.code === '23505';
      if (!createdByAnother) throw error;
    });
  };
  await whenThere(databaseUrl(serverUrl, 'postgres'), create, options);
}

/** A new database gets all in one transaction, because nobody uses it yet; any other one beside its commands. */
async function migrate(
  connectionString: string,
  name: string,
  migrations: Migration[],
  {
    lockTimeoutMs = LOCK_TIMEOUT_MS,
    connectionTimeoutMs = START_TIMEOUT_MS,
    onProgress = () => undefined,
  }: MigrationOptions,
): Promise<void> {
  const pool = new Pool({
    connectionString,
    max: 1,
    pipeline: true,
    connectionTimeoutMillis: connectionTimeoutMs,
  });
  outlivesConnections(pool);
  const database = new Database(pool, single);
  const dataSource = new DataSource({ type: 'postgres', driver: driverOver(pool, database), migrations });
  await dataSource.initialize();
  const runAll = async (sql: SqlTransaction) => {
    sql.write(WITHOUT_LIMITS);
    await dataSource.runMigrations({ transaction: 'all' });
  };
  const run = async (client: Client) => {
    await setLimits(client, name, lockTimeoutMs);
    const done = await executed(queriesOf(client));
    if (done.size === 0) return database.transaction(runAll);
    const pending = inOrder(migrations).filter((one) => !done.has(one.name));
    return runOnline(
      { database, dataSource, client },
      pending.map((one) => new one()),
      onProgress,
    );
  };
  try {
    const onWaiting = () => onProgress('waits for another run of migrations');
    await alone(connectionString, run, onWaiting, connectionTimeoutMs);
  } finally {
    await dataSource.destroy();
  }
}
