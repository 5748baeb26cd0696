import { createHash, randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { type DatabaseOwner, databaseName } from '../migrate-database.js';
import { databaseUrl, withClient } from '../server-connection.js';

const UNKNOWN_DATABASE = '3D000';
const DUPLICATE_DATABASE = '42P04';

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
  const template = nameOf(`${service.name}-${digestOf(service)}`);
  const database = nameOf(copy);
  await withClient(databaseUrl(serverUrl, 'postgres'), async (client) => {
    const create = () => client.query(`CREATE DATABASE ${database} TEMPLATE ${template}`);
    await create().catch(async (error: unknown) => {
      if (codeOf(error) !== UNKNOWN_DATABASE) throw error;
      await createTemplate(client, service, template, prepare);
      await create();
    });
    // The only right that is not copied with a database.
    await client.query(`REVOKE TEMPORARY ON DATABASE ${database} FROM PUBLIC`);
  });
}

/** It gets its name when it is complete. Several workers may do so at once; one of them succeeds. */
async function createTemplate(
  client: Pick<Client, 'query'>,
  service: DatabaseOwner,
  template: string,
  prepare: (template: DatabaseOwner) => Promise<void>,
): Promise<void> {
  const own = `${service.name}-${randomBytes(6).toString('hex')}`;
  await prepare({ ...service, name: own });
  await client.query(`ALTER DATABASE ${nameOf(own)} RENAME TO ${template}`).catch(async (error: unknown) => {
    if (codeOf(error) !== DUPLICATE_DATABASE) throw error;
    await client.query(`DROP DATABASE ${nameOf(own)}`);
  });
}

/** Another run on the same server may have other migrations, and a spec may have its own idea of a service. */
function digestOf({ name, migrations, rights, schemas = {} }: DatabaseOwner): string {
  const run = (process.env['CORRIDOR_TEST_RUN'] ??= randomBytes(6).toString('hex'));
  const content = [run, name, migrations.map((one) => one.name), rights, Object.keys(schemas)];
  return createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 12);
}

const nameOf = (owner: string) => Client.prototype.escapeIdentifier(databaseName(owner));

const codeOf = (error: unknown) => (error as { code?: unknown } | null)?.code;
