import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { type DatabaseOwner, databaseName } from '../migrate-database.js';
import { type ConnectionOptions, type OpenDatabase, openDatabase } from '../open-database.js';
import type { Migration } from '../migration.js';
import { prepareDatabase } from '../prepare-database.js';
import { databaseUrl, withClient } from '../server-connection.js';
import { CONNECTION_TIMEOUT_MS, copyMigrated } from './migrated-copy.js';

/** Ten times that of a service: many commands at once on one record take a busy machine longer. */
export const patientWithLocks: ConnectionOptions = { lockTimeoutMs: 20_000 };

/** A separate database for a test, on the server at DATABASE_URL, which the test command starts, as its owner. */
export function openTestDatabase(
  migrations: readonly Migration[] = [],
  options: ConnectionOptions = {},
  entities: DatabaseOwner['entities'] = [],
): Promise<OpenDatabase> {
  return open(serverUrl(), { name: newName(), migrations, entities }, options);
}

/** A separate database of a service for a test, as the user of the services, who has the rights of the service only. */
export async function openServiceDatabase(
  service: DatabaseOwner,
  options: ConnectionOptions = {},
): Promise<OpenDatabase> {
  const own = { ...service, name: newName() };
  await copyMigrated(serverUrl(), service, own.name, (template) =>
    prepareDatabase(serverUrl(), serverForServices(), template, {
      environment: 'SANDBOX',
      ...patient,
      ...options,
    }),
  );
  return open(serverForServices(), own, options);
}

/** The database of a test as its owner, who may do everything, in one connection without limits. */
export async function ownerOf({ pool }: Pick<OpenDatabase, 'pool'>): Promise<Client> {
  const url = new URL(pool.options.connectionString ?? '');
  ({ username: url.username, password: url.password } = new URL(serverUrl()));
  const client = new Client(url.href);
  await client.connect();
  await client.query('SET idle_in_transaction_session_timeout = 0; SET lock_timeout = 0');
  return client;
}

/** The same server with the user of the services. */
export function serverForServices(): string {
  const url = new URL(serverUrl());
  [url.username, url.password] = ['test_service', 'secret'];
  return url.href;
}

function newName(): string {
  const name = `test-${randomBytes(6).toString('hex')}`;
  created.push(databaseName(name));
  return name;
}

const created: string[] = [];

/** What the environment of the specs calls after all else of a file: thousands of databases would fill memory or disk. */
const AT_END_OF_FILE = Symbol.for('at the end of the spec file');
Object.assign(globalThis, { [AT_END_OF_FILE]: dropAll });

async function dropAll(): Promise<void> {
  if (created.length === 0) return;
  const drop = async (client: Client) => {
    for (const name of created)
      await client.query(`DROP DATABASE IF EXISTS ${client.escapeIdentifier(name)} WITH (FORCE)`);
  };
  await withClient(databaseUrl(serverUrl(), 'postgres'), drop, CONNECTION_TIMEOUT_MS);
}

function serverUrl(): string {
  const url = process.env.DATABASE_URL;
  if (!url)
    throw new Error('DATABASE_URL is not set: run the tests by `npm test` or `npx jest` from the root');
  return url;
}

const patient = { connectionTimeoutMs: CONNECTION_TIMEOUT_MS };

const open = (url: string, owner: DatabaseOwner, options: ConnectionOptions) =>
  openDatabase(url, owner, { ...patient, ...options });
