import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedPostgres, startPostgres } from '@corridor/embedded-postgres';
import { databaseName, readDatabase } from '@corridor/platform';
import { plannedFor, prepareDatabases } from './prepare-databases.js';

/** One user for each service, on a server of its own: the databases have the names of an installation. */
const folder = mkdtempSync(join(tmpdir(), 'corridor-users-'));
let postgres: EmbeddedPostgres;

beforeAll(async () => {
  chmodSync(folder, 0o755); // Postgres may run as another user
  postgres = await startPostgres({ dataDir: folder });
  await prepareDatabases(
    {
      DATABASE_OWNER_URL: postgres.url,
      LEDGER_DATABASE_URL: urlOf('ledger_user'),
      PAYMENTS_DATABASE_URL: urlOf('payments_user'),
    },
    ['ledger', 'payments'],
  );
});
afterAll(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

function urlOf(user: string): string {
  const url = new URL(postgres.url);
  [url.username, url.password] = [user, `password of ${user}`];
  return url.href;
}

const read = (user: string, service: string) =>
  readDatabase(urlOf(user), databaseName(service), (sql) =>
    sql.query('SELECT count(*)::int AS events FROM events'),
  );

test.each(['ledger', 'payments'])('the user of %s reads its database', async (service) => {
  expect(await read(`${service}_user`, service)).toEqual([{ events: expect.any(Number) }]);
});

test.each([
  ['ledger', 'payments'],
  ['payments', 'ledger'],
])('the user of %s does not even connect to the database of %s', async (service, other) => {
  await expect(read(`${service}_user`, other)).rejects.toThrow('permission denied for database');
});

test('a service without a user of its own needs DATABASE_URL', async () => {
  const variables = { DATABASE_OWNER_URL: postgres.url };
  await expect(prepareDatabases(variables, ['ledger'])).rejects.toThrow('DATABASE_URL must be set');
});

test('the plan has nothing for a database at the newest migration, and all for one that is missing', async () => {
  const variables = { DATABASE_OWNER_URL: postgres.url, DATABASE_URL: urlOf('ledger_user') };
  const planned = await plannedFor(variables, ['ledger', 'gateway']);
  expect(planned.get('ledger')).toEqual([]);
  expect(planned.get('gateway')?.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['EventStoreTables1700000000000', 'AuditOfTraces1700000640000']),
  );
});
