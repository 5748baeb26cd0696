import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { databaseName } from './migrate-database.js';
import { type OpenDatabase, openDatabase } from './open-database.js';
import { openTestDatabase } from './testing/index.js';

const limitsOf = async (sql: Pick<OpenDatabase['pool'], 'query'>) =>
  Promise.all(
    ['lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout'].map(async (name) => {
      const { rows } = await sql.query(`SELECT current_setting('${name}') AS value`);
      return (rows[0] as { value: string }).value;
    }),
  );
const LIMITS = ['2s', '10s', '10s'];

test('commands, searches and every other connection to the database have limits', async () => {
  const db = await openTestDatabase();
  const other = new Client({ connectionString: db.pool.options.connectionString });
  await other.connect();
  expect(await limitsOf(db.pool)).toEqual(LIMITS);
  const [search] = await db.searches.query(`SELECT current_setting('lock_timeout') AS lock,
    current_setting('statement_timeout') AS statement, current_setting('idle_in_transaction_session_timeout') AS idle`);
  expect(search).toEqual({ lock: '2s', statement: '10s', idle: '10s' });
  expect(await limitsOf(other)).toEqual(LIMITS);
  await other.end();
  await db.close();
});

test('an open transaction that does nothing is ended, and its connection replaced', async () => {
  const db = await openTestDatabase();
  const idle = db.database.transaction(async (sql) => {
    await sql.query(`SET LOCAL idle_in_transaction_session_timeout = 1`);
    const [{ pid }] = (await sql.query(`SELECT pg_backend_pid() AS pid`)) as [{ pid: number }];
    while ((await db.pool.query('SELECT FROM pg_stat_activity WHERE pid = $1', [pid])).rowCount);
    await sql.query('SELECT 1');
  });
  await expect(idle).rejects.toThrow();
  await db.database.query('SELECT 1');
  await db.close();
});

test('a value that an operator has set is kept, and one that a restored database lacks is set again', async () => {
  const serverUrl = process.env['DATABASE_URL'] ?? '';
  const owner = { name: `test-${randomBytes(6).toString('hex')}`, migrations: [] };
  const first = await openDatabase(serverUrl, owner);
  const name = databaseName(owner.name);
  await first.pool.query(`ALTER DATABASE "${name}" SET lock_timeout = '3s'`);
  await first.pool.query(`ALTER DATABASE "${name}" RESET statement_timeout`);
  await first.close();
  const second = await openDatabase(serverUrl, owner);
  expect(await limitsOf(second.pool)).toEqual(['3s', '10s', '10s']);
  await second.close();
});

test('on a database of another owner the limits hold for the role of the service', async () => {
  const serverUrl = new URL(process.env['DATABASE_URL'] ?? '');
  const suffix = randomBytes(6).toString('hex');
  const [name, role] = [`test-${suffix}`, `role_${suffix}`];
  const admin = new Client({ connectionString: new URL('/postgres', serverUrl).href });
  await admin.connect();
  await admin.query(`CREATE ROLE ${role} LOGIN PASSWORD 'secret'`);
  await admin.query(`CREATE DATABASE "${databaseName(name)}"`);
  const inside = new Client({ connectionString: new URL(`/${databaseName(name)}`, serverUrl).href });
  await inside.connect();
  await inside.query(`GRANT CREATE ON SCHEMA public TO ${role}`);
  serverUrl.username = role;
  serverUrl.password = 'secret';
  const db = await openDatabase(serverUrl.href, { name, migrations: [] });
  expect(await limitsOf(db.pool)).toEqual(LIMITS);
  expect(await limitsOf(inside)).not.toEqual(LIMITS);
  await db.close();
  await inside.end();
  await admin.query(`DROP DATABASE "${databaseName(name)}"`);
  await admin.query(`DROP ROLE ${role}`);
  await admin.end();
});

test('a migration may take longer', async () => {
  class Slow1800000000001 {
    readonly name = 'Slow1800000000001';
    async up(runner: { query: (sql: string) => Promise<unknown> }) {
      expect(await runner.query(`SELECT current_setting('statement_timeout') AS value`)).toEqual([
        { value: '0' },
      ]);
    }
    async down() {}
  }
  const db = await openTestDatabase([Slow1800000000001]);
  await db.close();
  expect.assertions(1);
});
