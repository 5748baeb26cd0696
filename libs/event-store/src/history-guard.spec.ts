import { TestClock, testCaller } from '@corridor/kernel/testing';
import { EventStore } from './event-store.js';
import type { OpenDatabase } from './open-database.js';
import { JarTables1700000000001, jar, jarMessages, jars, openTestDatabase, put } from './testing/index.js';

/** What the database itself refuses, to the owner of the tables as well. */
let db: OpenDatabase;
let store: EventStore;
const inJar = { caller: testCaller };
const query = (text: string) => db.pool.query<Record<string, unknown>>(text);
const history = async () => (await query('SELECT * FROM events ORDER BY position')).rows;

beforeAll(async () => {
  db = await openTestDatabase([JarTables1700000000001]);
  store = new EventStore('test', db.database, [jars], jarMessages, new TestClock());
  await store.handle(jar, 'jar_1', put(1), inJar);
  await store.handle(jar, 'jar_1', put(2), inJar);
  await query(
    `INSERT INTO checkpoint (consumer, source, stream_id, version) VALUES ('test', 'test', 'jar_1', 2)`,
  );
});
afterAll(() => db.close());

it.each([
  `UPDATE events SET data = '{}'`,
  `UPDATE events SET data = data WHERE false`,
  `UPDATE events SET seq = 7, message = '{}'`,
  `UPDATE events SET version = version + 1`,
  `UPDATE events SET stream_id = 'jar_2'`,
  `UPDATE events SET caller = '{}'`,
  `UPDATE events SET occurred_on = now()`,
  'DELETE FROM events',
  'DELETE FROM events WHERE false',
  'TRUNCATE events',
  'TRUNCATE streams CASCADE',
  'UPDATE streams SET version = version - 1',
  `UPDATE streams SET stream_id = 'jar_2'`,
  'DELETE FROM streams',
  'DELETE FROM checkpoint',
  'TRUNCATE checkpoint',
  'UPDATE checkpoint SET version = 1',
])('%s is refused', async (statement) => {
  const before = await history();
  await expect(query(statement)).rejects.toMatchObject({ code: '23001', message: /history/ });
  expect(await history()).toEqual(before);
  for (const table of ['streams', 'checkpoint'])
    expect((await query(`SELECT version FROM ${table}`)).rows).toEqual([{ version: 2 }]);
});

it('checkpoints are not dropped for a table of another time', async () => {
  await expect(query('DROP TABLE checkpoint')).rejects.toMatchObject({ code: '2BP01' });
  expect((await query('SELECT * FROM consumed')).rows).toEqual([
    { consumer: 'test', source: 'test', streams: 1 },
  ]);
});

it('messages are marked as published, and marked again', async () => {
  for (const seq of ['position', 'NULL']) await query(`UPDATE events SET seq = ${seq}`);
  expect((await history()).map(({ seq }) => seq)).toEqual([null, null]);
});

it('a stream is folded again and appended to after its rules have changed', async () => {
  const changed = { ...jar, stateVersion: 2 };
  const later = new EventStore(
    'test',
    db.database,
    [{ ...jars, aggregate: changed }],
    jarMessages,
    new TestClock(),
  );
  await later.handle(changed, 'jar_refolded', put(1), inJar);
  await query(`UPDATE streams SET state_version = 1, state = '{}' WHERE stream_id = 'jar_refolded'`);
  await later.handle(changed, 'jar_refolded', put(2), inJar);
  const { rows } = await query(
    `SELECT version, state, state_version FROM streams WHERE stream_id = 'jar_refolded'`,
  );
  expect(rows).toEqual([{ version: 2, state: { coins: 3 }, state_version: 2 }]);
});

describe('the role of retention', () => {
  /** Executes statements with the rights of the role, and leaves no trace. */
  async function asRetention(...statements: string[]): Promise<number | null> {
    const client = await db.pool.connect();
    try {
      await client.query('BEGIN; SET LOCAL ROLE corridor_retention');
      let rowCount: number | null = null;
      for (const statement of statements) ({ rowCount } = await client.query(statement));
      return rowCount;
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  }

  it('deletes streams with their events', async () => {
    await store.handle(jar, 'jar_old', put(1), inJar);
    const where = `WHERE stream_id = 'jar_old'`;
    expect(await asRetention(`DELETE FROM streams ${where}`, `DELETE FROM events ${where}`)).toBe(1);
  });

  it.each([
    `UPDATE events SET data = '{}'`,
    'UPDATE events SET seq = NULL',
    'TRUNCATE events',
    'UPDATE streams SET version = 0',
    `INSERT INTO streams VALUES ('jar_3', 'jar', 1, '{}', 1)`,
    'SELECT FROM jar',
  ])('may not %s', async (statement) => {
    await expect(asRetention(statement)).rejects.toMatchObject({ code: '42501' });
  });

  it('may not log in', async () => {
    const { rows } = await query(`SELECT rolcanlogin FROM pg_roles WHERE rolname = 'corridor_retention'`);
    expect(rows).toEqual([{ rolcanlogin: false }]);
  });
});
