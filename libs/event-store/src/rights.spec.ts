import { randomBytes } from 'node:crypto';
import { TestClock, testCaller } from '@corridor/kernel/testing';
import { Client } from 'pg';
import { EventStore } from './event-store.js';
import { databaseName } from './migrate-database.js';
import type { Migration } from './migration.js';
import { type OpenDatabase, openDatabase } from './open-database.js';
import { prepareDatabase } from './prepare-database.js';
import { databaseUrl } from './server-connection.js';
import { JarTables1700000000001, jar, jarMessages, jars, put } from './testing/index.js';

/** What the user of a service may do in a database that its owner has prepared. */
const ownerUrl = process.env['DATABASE_URL'] ?? '';
const tag = randomBytes(6).toString('hex');
const user = `service-${tag}`;
const password = `it's "${tag}" %/`;
const service = { name: `test-${tag}`, migrations: [JarTables1700000000001] };
const options = { environment: 'SANDBOX' };

const serviceUrl = (() => {
  const url = new URL(ownerUrl);
  url.username = encodeURIComponent(user);
  url.password = encodeURIComponent(password);
  return url.href;
})();

async function asOwner(text: string, database = databaseName(service.name)): Promise<object[]> {
  const client = new Client({ connectionString: databaseUrl(ownerUrl, database) });
  await client.connect();
  try {
    return (await client.query<object>(text)).rows;
  } finally {
    await client.end();
  }
}

let db: OpenDatabase;
beforeAll(async () => {
  await prepareDatabase(ownerUrl, serviceUrl, service, options);
  db = await openDatabase(serviceUrl, service, options);
});
afterAll(async () => {
  await db.close();
  await asOwner(`DROP DATABASE "${databaseName(service.name)}"`, 'postgres');
  await asOwner(`DROP ROLE "${user}"`, 'postgres');
});

it('logs in with its password, and owns nothing', async () => {
  expect(db.isOwner).toBe(false);
  expect((await db.pool.query('SELECT current_user AS name')).rows).toEqual([{ name: user }]);
});

it('appends to streams, and marks messages as published', async () => {
  const store = new EventStore('test', db.database, [jars], jarMessages, new TestClock());
  await store.handle(jar, 'jar_1', put(1), { caller: testCaller });
  await store.handle(jar, 'jar_1', put(2), { caller: testCaller });
  await db.pool.query('UPDATE events SET seq = position');
  expect((await db.pool.query('SELECT version FROM streams')).rows).toEqual([{ version: 2 }]);
});

it.each([
  'ALTER TABLE events DISABLE TRIGGER ALL',
  'ALTER TABLE streams DISABLE TRIGGER grows',
  'ALTER TABLE events OWNER TO CURRENT_USER',
  'DROP TRIGGER unchanged ON events',
  'DROP TABLE events',
  'DROP FUNCTION refuse_change_of_history CASCADE',
  'CREATE TABLE mine (n int)',
  'CREATE TEMPORARY TABLE events (n int)',
  'CREATE FUNCTION mine() RETURNS int LANGUAGE sql RETURN 1',
  'CREATE SCHEMA mine',
  `UPDATE events SET data = '{}'`,
  'UPDATE events SET seq = NULL, version = 1',
  'DELETE FROM events',
  'TRUNCATE events',
  'DELETE FROM streams',
  'TRUNCATE streams',
  `UPDATE streams SET stream_id = 'jar_2'`,
  'DELETE FROM jar',
  'DELETE FROM checkpoint',
  `UPDATE installation SET environment = 'PRODUCTION'`,
  'DELETE FROM migrations',
  'DELETE FROM idempotency',
  'SET session_replication_role = replica',
  'SET ROLE corridor_retention',
  'CREATE ROLE mine',
])('may not %s', async (statement) => {
  await expect(db.pool.query(statement)).rejects.toMatchObject({ code: '42501' });
});

it('cannot lower the version of a stream', async () => {
  await expect(db.pool.query('UPDATE streams SET version = version - 1')).rejects.toMatchObject({
    code: '23001',
  });
});

it('cannot become the owner', async () => {
  const [owner] = await asOwner('SELECT quote_ident(current_user) AS name');
  await expect(db.pool.query(`SET ROLE ${(owner as { name: string }).name}`)).rejects.toMatchObject({
    code: '42501',
  });
});

describe('after an upgrade', () => {
  const more = class More1900000000000 {
    readonly name = 'More1900000000000';
    up = (runner: { query(sql: string): Promise<unknown> }) =>
      runner.query('CREATE TABLE more (n int); CREATE TABLE fixed (n int)');
    down = () => Promise.resolve();
  };
  const upgraded = {
    ...service,
    migrations: [...service.migrations, more as unknown as Migration],
    rights: { fixed: 'SELECT, INSERT' },
  };

  it('refuses to start before the owner has migrated, and says what to do', async () => {
    await expect(openDatabase(serviceUrl, upgraded, options)).rejects.toThrow(
      /^the database corridor_test_\w+ is missing or not at the newest migration, .*DATABASE_OWNER_URL first$/,
    );
  });

  it('may write new tables as their service says', async () => {
    await prepareDatabase(ownerUrl, serviceUrl, upgraded, options);
    for (const statement of [
      'INSERT INTO more VALUES (1)',
      'UPDATE more SET n = 2',
      'INSERT INTO fixed VALUES (1)',
    ])
      await db.pool.query(statement);
    await expect(db.pool.query('UPDATE fixed SET n = 2')).rejects.toMatchObject({ code: '42501' });
  });

  it('loses a right that it no longer needs', async () => {
    await asOwner(
      `GRANT DELETE, TRUNCATE ON events TO "${user}"; GRANT UPDATE (data) ON events TO "${user}"`,
    );
    await prepareDatabase(ownerUrl, serviceUrl, upgraded, options);
    for (const statement of ['DELETE FROM events', 'TRUNCATE events', `UPDATE events SET data = '{}'`])
      await expect(db.pool.query(statement)).rejects.toMatchObject({ code: '42501' });
  });
});

it('is not given rights on a table of its own', async () => {
  await asOwner(`CREATE TABLE own (n int); ALTER TABLE own OWNER TO "${user}"`);
  await expect(prepareDatabase(ownerUrl, serviceUrl, service, options)).rejects.toThrow(
    `${user}, the user of DATABASE_URL, owns tables`,
  );
  await asOwner('DROP TABLE own');
});

it('is not the owner under another name', async () => {
  await expect(prepareDatabase(ownerUrl, ownerUrl, service, options)).rejects.toThrow(
    /the user of DATABASE_URL, has all rights of the user of DATABASE_OWNER_URL/,
  );
});

it('keeps its password when the settings name another one', async () => {
  const changed = new URL(serviceUrl);
  changed.password = 'another';
  await prepareDatabase(ownerUrl, changed.href, service, options);
  await expect(openDatabase(changed.href, service, options)).rejects.toThrow(
    /password authentication failed/,
  );
  const again = await openDatabase(serviceUrl, service, options);
  await again.close();
});
