import { TestClock, testCaller } from '@corridor/kernel/testing';
import { EventStore } from './event-store.js';
import type { OpenDatabase } from './open-database.js';
import { applyPolicy, idempotentResponses } from './retention.js';
import {
  JarTables1700000000001,
  jar,
  jarMessages,
  jars,
  openTestDatabase,
  put,
  statementsOf,
} from './testing/index.js';

let db: OpenDatabase;
let store: EventStore;
beforeEach(async () => {
  db = await openTestDatabase([JarTables1700000000001]);
  store = new EventStore('test', db.database, [jars], jarMessages, new TestClock());
});
afterEach(() => db.close());

const under = (key: string, fingerprint = 'same') => ({
  caller: testCaller,
  idempotency: { scope: 'one scope', operation: 'put', key, fingerprint },
});
const request = (key: string, fingerprint?: string) =>
  store.handle(jar, `jar_${key}`, put(1), under(key, fingerprint));
const age = (key: string, time: string) =>
  db.database.query('UPDATE idempotency_key SET created_on = now() - $1::interval WHERE key LIKE $2', [
    time,
    key,
  ]);
const stored = async () => {
  const rows = await db.database.query(
    'SELECT key FROM idempotency_key WHERE response IS NOT NULL ORDER BY key',
  );
  return rows.map(({ key }) => key);
};
const counted = async () => {
  const rows = await db.database.query('SELECT policy, removed::int FROM retention WHERE $1', [true]);
  return rows;
};
const oldOnes = async (count: number) => {
  await Promise.all(Array.from({ length: count }, (_, n) => request(`old${n}`)));
  await age('old%', '8 days');
};

it('responses within their time are repeated, and older ones removed', async () => {
  const { body } = await request('young');
  await request('old');
  await age('young', '6 days 23 hours');
  await age('old', '7 days 1 hour');
  expect(await applyPolicy(db.database, idempotentResponses(7))).toBe(1);
  expect(await request('young')).toEqual({ body, replayed: true });
  expect(await stored()).toEqual(['young']);
});

it('the key of a removed response has no second effect', async () => {
  await request('old');
  await age('old', '400 days');
  await applyPolicy(db.database, idempotentResponses(7));
  await expect(request('old')).rejects.toMatchObject({
    code: 'idempotency_key_expired',
    extra: { resourceId: 'jar_old' },
  });
  await expect(request('old', 'different')).rejects.toMatchObject({ code: 'idempotency_key_reused' });
  expect(await store.state(jar, 'jar_old')).toEqual({ coins: 1 });
});

it('a longer time keeps them, although they are no longer repeated', async () => {
  await oldOnes(2);
  expect(await applyPolicy(db.database, idempotentResponses(30))).toBe(0);
  expect(await stored()).toEqual(['old0', 'old1']);
  await expect(request('old0')).rejects.toMatchObject({ code: 'idempotency_key_expired' });
});

it('each transaction removes at most one batch, and all are counted', async () => {
  await oldOnes(5);
  const statements = await statementsOf(() => applyPolicy(db.database, idempotentResponses(7), 2));
  expect(statements.filter((text) => text === 'COMMIT')).toHaveLength(3);
  expect(await stored()).toEqual([]);
  expect(await counted()).toEqual([{ policy: 'idempotent responses', removed: 5 }]);
});

it('a batch is the oldest, and what another transaction has locked is left for later', async () => {
  await oldOnes(3);
  await age('old1', '9 days');
  const client = await db.pool.connect();
  await client.query('BEGIN');
  const { text, values } = idempotentResponses(7).batch(1);
  await client.query(text, [...values]);
  expect(await applyPolicy(db.database, idempotentResponses(7))).toBe(2);
  await client.query('ROLLBACK');
  client.release();
  expect(await stored()).toEqual(['old1']);
});

it('one process at a time applies a policy', async () => {
  await oldOnes(3);
  const client = await db.pool.connect();
  await client.query('BEGIN');
  await client.query(
    `SELECT pg_advisory_xact_lock(hashtextextended('retention of idempotent responses', 0))`,
  );
  expect(await applyPolicy(db.database, idempotentResponses(7))).toBe(0);
  await client.query('COMMIT');
  client.release();
  expect(await stored()).toHaveLength(3);
  expect(await counted()).toEqual([]); // nobody says that it was applied
});

it('two processes at once remove each response once', async () => {
  await oldOnes(20);
  const both = [1, 2].map(() => applyPolicy(db.database, idempotentResponses(7), 2));
  const [one, two] = (await Promise.all(both)) as [number, number];
  expect(one + two).toBe(20);
  expect(await counted()).toEqual([{ policy: 'idempotent responses', removed: 20 }]);
});
