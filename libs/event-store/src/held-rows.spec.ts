import { type Caller, Refusal } from '@corridor/kernel';
import { TestClock, testCaller } from '@corridor/kernel/testing';
import { Client } from 'pg';
import { EventStore } from './event-store.js';
import { isUnavailable } from './outage.js';
import type { OpenDatabase } from './open-database.js';
import { JarTables1700000000001, jar, jarMessages, jars, openTestDatabase, put } from './testing/index.js';

/** Somebody else holds rows for as long as they like: an operator who has forgotten a transaction, or a backup tool. */

const callerOf = (id: string): Caller => ({ ...testCaller, client: { ...testCaller.client, id } });
const [A, B] = [callerOf('client A'), callerOf('client B')] as const;
const HELD = Array.from({ length: 14 }, (_, i) => `jar_held_${i}`);

let db: OpenDatabase;
let store: EventStore;
let holder: Client;
beforeAll(async () => {
  db = await openTestDatabase([JarTables1700000000001]);
  store = new EventStore('test', db.database, [jars], jarMessages, new TestClock());
  for (const id of [...HELD, 'jar_free']) await store.handle(jar, id, put(1), { caller: A });
  holder = new Client(db.pool.options);
  await holder.connect();
  await holder.query('SET idle_in_transaction_session_timeout = 0; SET lock_timeout = 0');
});
afterAll(async () => {
  await holder.end();
  await db.close();
});
beforeEach(() => holder.query('BEGIN'));
afterEach(() => holder.query('ROLLBACK'));

const hold = () => holder.query(`SELECT FROM streams WHERE stream_id LIKE 'jar_held_%' FOR UPDATE`);
const settledAs = async (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => {
      if (isUnavailable(error)) return 'unavailable';
      return error instanceof Refusal ? error.code : error;
    },
  );

test.each([
  ['one stream', () => HELD.map(() => HELD[0] as string)],
  ['as many streams as commands', () => HELD],
])('commands on %s that is held fail while it is held, and those of others are executed', async (_, ids) => {
  await hold();
  const ofA = ids().map((id) => settledAs(store.handle(jar, id, put(1), { caller: A })));
  const first = Promise.race(ofA);
  const ofB = Array.from({ length: 64 }, (_, i) =>
    store.handle(jar, `jar_b_${i % 8}`, put(1), { caller: B }),
  );
  expect(await Promise.race([first, Promise.all(ofB).then(() => 'B is done')])).toBe('B is done');
  await db.database.query('SELECT 1');
  expect(await Promise.all(ofA)).toEqual(ids().map(() => 'unavailable'));
  await holder.query('ROLLBACK');
  await Promise.all(HELD.map((id) => store.handle(jar, id, put(1), { caller: A })));
});

test('a command whose own batch is hindered by a held stream of another client does not wait for its streams', async () => {
  await hold();
  await holder.query(
    `INSERT INTO streams (stream_id, kind, version, state, state_version) VALUES ('jar_new', 'jar', 1, '{}', 1)`,
  );
  const ofA = [...HELD, 'jar_new'].map((id) => settledAs(store.handle(jar, id, put(1), { caller: A })));
  const ofB = store.handle(jar, 'jar_free', put(1), { caller: B }).then(() => 'B is done');
  expect(await Promise.race([...ofA, ofB])).toBe('B is done');
  expect(new Set(await Promise.all(ofA))).toEqual(new Set(['unavailable']));
});

test('a whole table that is held ends the commands on it', async () => {
  await holder.query('LOCK TABLE events IN SHARE MODE');
  const ofA = HELD.map((id) => settledAs(store.handle(jar, id, put(1), { caller: A })));
  expect(await Promise.all(ofA)).toEqual(HELD.map(() => 'unavailable'));
});

test('a name that is locked by another one ends those who wait for it', async () => {
  await holder.query(`SELECT pg_advisory_xact_lock(hashtextextended('a name', 0))`);
  const waiting = [1, 2, 3].map(() => settledAs(db.database.exclusively('a name', async () => undefined)));
  for (const one of await Promise.all(waiting)) expect(['unavailable', 'rate_limited']).toContain(one);
});
