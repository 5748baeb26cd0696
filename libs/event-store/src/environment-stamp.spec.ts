import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { databaseName } from './migrate-database.js';
import { openDatabase } from './open-database.js';
import type { Migration } from './migration.js';

const serverUrl = process.env['DATABASE_URL'] ?? '';
const newName = () => `test-${randomBytes(6).toString('hex')}`;
const open = async (name: string, environment: string, migrations: readonly Migration[] = []) => {
  const db = await openDatabase(serverUrl, { name, migrations }, { environment });
  await db.close();
};
const refusal = (name: string, found: string, environment: string) =>
  `the database ${databaseName(name)} belongs to ${found}: set ENVIRONMENT=${found}, or DATABASE_URL to a server for ${environment} alone`;

async function rowsOf(name: string, statement: string): Promise<unknown[]> {
  const client = new Client({ connectionString: new URL(`/${databaseName(name)}`, serverUrl).href });
  await client.connect();
  const { rows } = await client.query(statement);
  await client.end();
  return rows;
}

test.each([
  ['SANDBOX', 'PRODUCTION'],
  ['PRODUCTION', 'SANDBOX'],
])('a database of %s is refused in %s before it is changed, and opens as before', async (own, other) => {
  const name = newName();
  await open(name, own);
  const migration = class Later1900000000000 {
    up = () => Promise.reject(new Error('it must not run'));
    down = () => Promise.resolve();
  };
  await expect(open(name, other, [migration as unknown as Migration])).rejects.toThrow(
    refusal(name, own, other),
  );
  await open(name, own);
  expect(await rowsOf(name, 'SELECT environment FROM installation')).toEqual([{ environment: own }]);
});

test('of two environments that start at once on an empty database, one gets it', async () => {
  const name = newName();
  const environments = ['SANDBOX', 'PRODUCTION'];
  const outcomes = await Promise.allSettled(environments.map((environment) => open(name, environment)));
  const [stamp] = await rowsOf(name, 'SELECT environment FROM installation');
  expect(outcomes.map(({ status }) => status)).toEqual(
    environments.map((environment) =>
      (stamp as { environment: string }).environment === environment ? 'fulfilled' : 'rejected',
    ),
  );
});

test('a database from before there were stamps is a sandbox', async () => {
  const name = newName();
  await open(name, 'SANDBOX');
  await rowsOf(name, 'DROP TABLE installation');
  await expect(open(name, 'PRODUCTION')).rejects.toThrow(refusal(name, 'SANDBOX', 'PRODUCTION'));
  await open(name, 'SANDBOX');
  await expect(open(name, 'PRODUCTION')).rejects.toThrow(refusal(name, 'SANDBOX', 'PRODUCTION'));
});

test('a first start that ends too early has stamped the database before it created anything else', async () => {
  const name = newName();
  const failing = class Failing1900000000000 {
    up = () => Promise.reject(new Error('this migration fails'));
    down = () => Promise.resolve();
  };
  await expect(open(name, 'PRODUCTION', [failing as unknown as Migration])).rejects.toThrow(
    'this migration fails',
  );
  await expect(open(name, 'SANDBOX')).rejects.toThrow(refusal(name, 'PRODUCTION', 'SANDBOX'));
  await open(name, 'PRODUCTION');
});
