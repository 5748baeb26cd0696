import type { Client } from 'pg';
import { type DatabaseOwner, type MigrationOptions, migrateDatabase } from './migrate-database.js';
import { grantRights } from './rights.js';
import { databaseUrl, exclusively, withClient } from './server-connection.js';
import { START_TIMEOUT_MS, whenThere } from './server-start.js';
import { createServiceUser } from './service-user.js';

/**
 * Creates and migrates a service's database as its owner, and gives the user of the service the rights that it needs at work.
 * Any number of processes may do so at once.
 * @param ownerUrl the server, with a user who owns the databases, or may create them
 * @param serviceUrl the server, with the user of the services, who is created where it is missing
 */
export async function prepareDatabase(
  ownerUrl: string,
  serviceUrl: string,
  owner: DatabaseOwner,
  options: MigrationOptions & { readonly environment: string },
): Promise<void> {
  const { connectionTimeoutMs = START_TIMEOUT_MS } = options;
  const { username, password } = new URL(serviceUrl);
  const user = decodeURIComponent(username);
  const server = databaseUrl(ownerUrl, 'postgres');
  const create = (client: Client) => createServiceUser(client, user, decodeURIComponent(password));
  await whenThere(server, create, options);
  const url = await migrateDatabase(ownerUrl, owner, options);
  const schemas = owner.schemas ?? {};
  for (const bringUpToDate of Object.values(schemas))
    await withClient(url, bringUpToDate, connectionTimeoutMs);
  const grant = (client: Client) => grantRights(client, user, owner.rights, Object.keys(schemas));
  await exclusively(url, grant, connectionTimeoutMs);
}
