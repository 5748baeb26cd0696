import { createHash, randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { type DatabaseOwner, databaseName } from '../migrate-database.js';
import { databaseUrl, withClient } from '../server-connection.js';

/** A busy machine opens a connection slowly. */
export const CONNECTION_TIMEOUT_MS = 60_000;

const UNKNOWN_DATABASE = '3D000';

/**
 * Creates the database of a service for a test as a copy of one that is migrated once in a run of the tests: its
 * migrations take twenty times as long as the copy.
 * @param copy the name of the new owner
 * @param prepare creates and migrates the database of an owner, and gives its user rights
 */
export async function copyMigrated(
  serverUrl: string,
  service: DatabaseOwner,
  copy: string,
  prepare: (template: DatabaseOwner) => Promise<void>,
): Promise<void> {
  const template = databaseName(`${service.name}-${digestOf(service)}`);
  const database = nameOf(copy);
  const copied = async (client: Client) => {
    const create = () =>
      client.query(`CREATE DATABASE ${database} TEMPLATE ${quoted(template)} STRATEGY file_copy`);
    await create().catch(async (error: unknown) => {
      if (codeOf(error) !== UNKNOWN_DATABASE) throw error;
      await createTemplate(client, service, template, prepare);
      await create();
    });
    // The only right that is not copied with a database.
    await client.query(`REVOKE TEMPORARY ON DATABASE ${database} FROM PUBLIC`);
  };
  await withClient(databaseUrl(serverUrl, 'postgres'), copied, CONNECTION_TIMEOUT_MS);
}

/** It gets its name when it is complete. Workers that want it at once wait for the one that makes it. */
async function createTemplate(
  client: Pick<Client, 'query'>,
  service: DatabaseOwner,
  template: string,
  prepare: (template: DatabaseOwner) => Promise<void>,
): Promise<void> {
  await client.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [template]);
  try {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [template]);
    if (rowCount) return;
    const own = `${service.name}-${randomBytes(6).toString('hex')}`;
    await prepare({ ...service, name: own });
    await client.query(`ALTER DATABASE ${nameOf(own)} RENAME TO ${quoted(template)}`);
  } finally {
    await client.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [template]);
  }
}

/** Another run on the same server may have other migrations, and a spec may have its own idea of a service. */
function digestOf({ name, migrations, rights, schemas = {} }: DatabaseOwner): string {
  const run = (process.env['CORRIDOR_TEST_RUN'] ??= randomBytes(6).toString('hex'));
  const content = [run, name, migrations.map((one) => one.name), rights, Object.keys(schemas)];
  return createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 12);
}

const quoted = (name: string) => Client.prototype.escapeIdentifier(name);
const nameOf = (owner: string) => quoted(databaseName(owner));

const codeOf = (error: unknown) => (error as { code?: unknown } | null)?.code;
