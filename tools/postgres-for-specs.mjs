/**
 * Jest's global set-up of the unit project: a Postgres for the specs that open a database, unless one runs for tests
 * (tools/test/servers.mjs). Its data is deleted afterwards, as is the data of an earlier, killed run.
 */
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { embeddedPostgres } from './embedded-postgres.mjs';
import { claimedFolder, endLeftovers } from './servers/leftovers.mjs';

export default async function setUp() {
  process.env['CORRIDOR_TEST_RUN'] = randomBytes(6).toString('hex'); // its workers share the migrated databases
  if (process.env['DATABASE_URL']) return;
  await endLeftovers();
  const folder = await claimedFolder();
  // Postgres is stopped when this process exits.
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));
  const { startPostgres } = await embeddedPostgres();
  const postgres = await startPostgres({ dataDir: folder, isSynced: false });
  process.env['DATABASE_URL'] = postgres.url;
  process.env['CORRIDOR_TEST_SERVERS'] = `${process.env['CORRIDOR_TEST_SERVERS'] ?? ''} ${postgres.url}`;
  const stopPostgresForSpecs = async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  // Jest loads the tear-down as a separate module.
  Object.assign(globalThis, { stopPostgresForSpecs });
}
