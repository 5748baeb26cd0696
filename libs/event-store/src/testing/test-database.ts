import { randomBytes } from 'node:crypto';
import type { DatabaseOwner } from '../migrate-database.js';
import { type ConnectionOptions, type OpenDatabase, openDatabase } from '../open-database.js';
import type { Migration } from '../migration.js';

/** A busy machine opens a connection slowly. */
const CONNECTION_TIMEOUT_MS = 60_000;

/** Ten times that of a service: many commands at once on one record take a busy machine longer. */
export const patientWithLocks: ConnectionOptions = { lockTimeoutMs: 20_000 };

/** A separate database for a test, on the server at DATABASE_URL, which the test command starts. */
export async function openTestDatabase(
  migrations: readonly Migration[] = [],
  options: ConnectionOptions = {},
  entities: DatabaseOwner['entities'] = [],
): Promise<OpenDatabase> {
  const serverUrl = process.env.DATABASE_URL;
  if (!serverUrl)
    throw new Error('DATABASE_URL is not set: run the tests by `npm test` or `npx jest` from the root');
  const name = `test-${randomBytes(6).toString('hex')}`;
  return openDatabase(
    serverUrl,
    { name, migrations, entities },
    { connectionTimeoutMs: CONNECTION_TIMEOUT_MS, ...options },
  );
}
