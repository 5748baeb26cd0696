import { TestClock, testCaller } from '@corridor/kernel/testing';
import type { Caller } from '@corridor/kernel';
import { MAX_BATCH } from './batch-queue.js';
import { EventStore } from './event-store.js';
import type { OpenDatabase } from './open-database.js';
import {
  type JarEvent,
  type JarRow,
  JarTables1700000000001,
  costOf,
  jar,
  jarMessages,
  jars,
  openTestDatabase,
  patientWithLocks,
  put,
  take,
} from './testing/index.js';
import { isOutage } from './outage.js';
import type { Registration } from './registration.js';

/** Commands that are given at the same time and share a transaction. */
let db: OpenDatabase;
let store: EventStore;
let number = 0;
const newJar = () => `jar_${++number}`;
const caller = testCaller;
const of = (id: string): Caller => ({ ...caller, client: { ...caller.client, id } });
const under = (key: string) => ({
  caller,
  idempotency: { scope: 'one scope', operation: 'put', key, fingerprint: 'same' },
});
const coins = async (id: string) => (await store.state(jar, id)).coins;
const codes = (all: readonly PromiseSettledResult<unknown>[]) =>
  all.map((one) => (one.status === 'fulfilled' ? 'done' : (one.reason as { code: string }).code));

/** A projection that fails for one jar, as a constraint of the database would. */
const poisoned: Registration<{ coins: number }, JarEvent, JarRow> = {
  ...jars,
  projections: [
    (sql, recorded) => {
      for (const { streamId } of recorded)
        if (streamId.startsWith('poison')) sql.write('SELECT 1 / $1::int', [0]);
    },
  ],
};

beforeAll(async () => {
  db = await openTestDatabase([JarTables1700000000001], patientWithLocks);
  store = new EventStore('test', db.database, [poisoned], jarMessages, new TestClock());
});
afterAll(() => db.close());

/** Holds a stream's lock as another process would, until the returned function is called. */
async function holding(id: string): Promise<() => Promise<void>> {
  const connection = await db.pool.connect();
  await connection.query('BEGIN');
  await connection.query('SELECT FROM streams WHERE stream_id = $1 FOR UPDATE', [id]);
  return async () => {
    await connection.query('COMMIT');
    connection.release();
  };
}

describe('commands at the same time', () => {
  const all = () => Array.from({ length: MAX_BATCH }, newJar);

  it('need two round trips and one commit together', async () => {
    const ids = all();
    const cost = await costOf(() => Promise.all(ids.map((id) => store.handle(jar, id, put(1), { caller }))));
    expect(cost).toMatchObject({ roundTrips: 2, commits: 1 });
    expect(cost.statements).toHaveLength(5);
  });

  it('need no more with keys', async () => {
    const ids = all();
    const cost = await costOf(() =>
      Promise.all(ids.map((id) => store.handle(jar, id, put(1), under(`key of ${id}`)))),
    );
    expect(cost).toMatchObject({ roundTrips: 2, commits: 1 });
    expect(cost.statements).toHaveLength(5);
  });

  it('on one stream fold one after the other, and each responds with its own record', async () => {
    const id = newJar();
    const bodies = await Promise.all([1, 2, 3].map((n) => store.handle(jar, id, put(n), { caller })));
    expect(bodies.map(({ body }) => (JSON.parse(body) as { data: JarRow }).data.coins)).toEqual([1, 3, 6]);
  });

  it('of which the first on a stream is refused: the second decides on what was before', async () => {
    const id = newJar();
    const results = await Promise.allSettled([
      store.handle(jar, id, take(5), { caller }),
      store.handle(jar, id, put(5), { caller }),
      store.handle(jar, id, take(5), { caller }),
      store.handle(jar, id, take(5), { caller }),
    ]);
    expect(codes(results)).toEqual(['insufficient_funds', 'done', 'done', 'insufficient_funds']);
    expect(await coins(id)).toBe(0);
  });

  it('with 64 equal keys have one effect, and the others are told that it is in flight', async () => {
    const id = newJar();
    const results = await Promise.allSettled(
      Array.from({ length: MAX_BATCH }, () => store.handle(jar, id, put(1), under('equal'))),
    );
    expect(codes(results).sort()).toEqual(['done', ...Array<string>(63).fill('idempotency_in_flight')]);
    expect(await coins(id)).toBe(1);
  });

  it('with an equal key, of which the first is refused: the second has its effect', async () => {
    const id = newJar();
    const results = await Promise.allSettled([
      store.handle(jar, id, take(1), under('refused')),
      store.handle(jar, id, put(1), under('refused')),
    ]);
    expect(codes(results)).toEqual(['insufficient_funds', 'done']);
  });

  it('are not affected by another command that the database rejects', async () => {
    const ids = all();
    const poison = store.handle(jar, 'poison_1', put(1), { caller });
    const results = await Promise.allSettled([
      poison,
      ...ids.map((id) => store.handle(jar, id, put(1), { caller })),
    ]);
    expect(codes(results)).toEqual(['22012', ...ids.map(() => 'done')]);
    expect(await Promise.all(ids.map(coins))).toEqual(ids.map(() => 1));
    expect(await coins('poison_1')).toBe(0);
  });

  it('are not held up by a command whose stream another process has locked', async () => {
    const [held, free] = [newJar(), newJar()];
    await store.handle(jar, held, put(1), { caller });
    const letGo = await holding(held);
    let isDone = false;
    const waiting = [1, 2, 3].map(() =>
      store.handle(jar, held, put(1), { caller }).then(() => (isDone = true)),
    );
    await store.handle(jar, free, put(1), { caller: of('another client') });
    await store.handle(jar, free, put(1), { caller });
    expect([isDone, await coins(free)]).toEqual([false, 2]);
    await letGo();
    await Promise.all(waiting);
    expect(await coins(held)).toBe(4);
  });

  it('of another process that create the same streams all have their effect', async () => {
    const other = new EventStore('test', db.database, [jars], jarMessages, new TestClock());
    const ids = all();
    await Promise.all(
      ids.flatMap((id) => [store, other].map((one) => one.handle(jar, id, put(1), { caller }))),
    );
    expect(await Promise.all(ids.map(coins))).toEqual(ids.map(() => 2));
  });

  it('whose connection dies fail all, and none has an effect without its record', async () => {
    const ids = all();
    const killing: Registration<{ coins: number }, JarEvent, JarRow> = {
      ...jars,
      projections: [(sql) => sql.write('SELECT pg_terminate_backend(pg_backend_pid())')],
    };
    const dying = new EventStore('test', db.database, [killing], jarMessages, new TestClock());
    const results = await Promise.allSettled(ids.map((id) => dying.handle(jar, id, put(1), { caller })));
    expect(results.map((one) => one.status === 'rejected' && isOutage(one.reason))).toEqual(
      ids.map(() => true),
    );
    expect(await Promise.all(ids.map(coins))).toEqual(ids.map(() => 0));
    await store.handle(jar, newJar(), put(1), { caller });
  });
});

describe('clients', () => {
  it('take turns: one with a thousand commands does not delay another', async () => {
    const order: string[] = [];
    const give = (client: string, n: number) =>
      Array.from({ length: n }, () =>
        store.handle(jar, newJar(), put(1), { caller: of(client) }).then(() => order.push(client)),
      );
    await Promise.all([...give('many', 1_000), ...give('few', 3)]);
    expect(order.lastIndexOf('few')).toBeLessThan(2 * MAX_BATCH);
  });

  it('with more than 10,000 waiting commands are refused, and those that wait are executed', async () => {
    const id = newJar();
    const results = await Promise.allSettled(
      Array.from({ length: 10_100 }, () => store.handle(jar, id, put(1), { caller })),
    );
    const done = codes(results).filter((code) => code === 'done').length;
    expect(codes(results).filter((code) => code === 'unavailable')).toHaveLength(10_100 - done);
    expect(done).toBe(10_000);
    expect(await coins(id)).toBe(10_000);
  });
});

test('a connection without prepared statements serves as well, for a pooler such as PgBouncer', async () => {
  const { database, close } = await openTestDatabase([JarTables1700000000001], { preparedStatements: false });
  const plain = new EventStore('test', database, [jars], jarMessages, new TestClock());
  await plain.handle(jar, 'jar_plain', put(1), { caller });
  expect(await database.query('SELECT name FROM pg_prepared_statements WHERE $1', [true])).toEqual([]);
  await close();
});
