import { TestClock, testCaller } from '@corridor/kernel/testing';
import { Pool } from 'pg';
import { Database } from './database.js';
import { EventStore, type StoredResponse } from './event-store.js';
import { type SettledResponse, keepResponses } from './idempotency.js';
import type { OpenDatabase } from './open-database.js';
import {
  JarTables1700000000001,
  jar,
  jarMessages,
  jars,
  openTestDatabase,
  put,
  take,
} from './testing/index.js';

/** Two replicas of one service: each with a store and connections of its own, on one database. */
let db: OpenDatabase;
let pool: Pool;
let replicas: readonly EventStore[];
let one: EventStore;
let two: EventStore;
beforeAll(async () => {
  db = await openTestDatabase([JarTables1700000000001]);
  pool = new Pool(db.pool.options);
  replicas = [db.database, new Database(pool)].map(
    (database) => new EventStore('test', database, [jars], jarMessages, new TestClock()),
  );
  [one, two] = replicas as [EventStore, EventStore];
});
afterAll(async () => {
  await pool.end();
  await db.close();
});

const under = (key: string, fingerprint = 'same') => ({
  caller: testCaller,
  idempotency: { scope: 'one scope', operation: 'put', key, fingerprint },
});

/** What came of each: `done` and `replayed` with the body, or the code of the refusal. */
async function outcomes(requests: readonly Promise<StoredResponse>[]) {
  const settled = await Promise.allSettled(requests);
  return settled.map((result) =>
    result.status === 'rejected'
      ? { came: (result.reason as { code: string }).code, body: null }
      : { came: result.value.replayed ? 'replayed' : 'done', body: result.value.body },
  );
}

/** Holds up whoever comes to the stream, until the returned function is called. */
async function holding(id: string) {
  const connection = await db.pool.connect();
  await connection.query('BEGIN');
  const { rows: held } = await connection.query<{ by: number }>(
    'SELECT pg_backend_pid() AS by FROM streams WHERE stream_id = $1 FOR UPDATE',
    [id],
  );
  const waiting = async () => {
    const { rows } = await db.pool.query<{ pid: number }>(
      'SELECT pid FROM pg_stat_activity WHERE $1 = ANY(pg_blocking_pids(pid))',
      [held[0]?.by],
    );
    return rows[0]?.pid ?? null;
  };
  return {
    /** The backend that is held up. */
    async backend(): Promise<number> {
      for (;;) {
        const pid = await waiting();
        if (pid !== null) return pid;
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
    async letGo(): Promise<void> {
      await connection.query('COMMIT');
      connection.release();
    },
  };
}

describe('one key at two replicas', () => {
  it('20 times at once has one effect and one response', async () => {
    for (let round = 0; round < 10; round++) {
      const id = `jar_storm_${round}`;
      const all = await outcomes(
        Array.from({ length: 20 }, (_, n) =>
          replicas[n % 2]!.handle(jar, id, put(5), under(`storm ${round}`)),
        ),
      );
      const came = (what: string) => all.filter((each) => each.came === what);
      expect(came('done')).toHaveLength(1);
      expect(came('replayed').length + came('idempotency_in_flight').length).toBe(19);
      expect(new Set(all.flatMap(({ body }) => body ?? [])).size).toBe(1);
      expect(await two.state(jar, id)).toEqual({ coins: 5 });
    }
  });

  it('is in flight at both while one is at work, for any request, and stored at both afterwards', async () => {
    const id = 'jar_held';
    await one.handle(jar, id, put(1), { caller: testCaller });
    const hold = await holding(id);
    const first = one.handle(jar, id, put(5), under('held'));
    await hold.backend();
    for (const fingerprint of ['same', 'different']) {
      const requests = replicas.map((replica) =>
        replica.handle(jar, 'jar_other', put(5), under('held', fingerprint)),
      );
      const looks = replicas.map((replica) =>
        replica.storedResponse(under('held', fingerprint).idempotency).then((response) => response!),
      );
      for (const { came } of await outcomes([...requests, ...looks]))
        expect(came).toBe('idempotency_in_flight');
    }
    await hold.letGo();
    const { body } = await first;
    for (const replica of replicas) {
      expect(await replica.handle(jar, 'jar_other', put(5), under('held'))).toEqual({ body, replayed: true });
      await expect(
        replica.handle(jar, 'jar_other', put(5), under('held', 'different')),
      ).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    }
    expect(await two.state(jar, 'jar_other')).toEqual({ coins: 0 });
  });

  it('with two bodies at once has the effect of one of them', async () => {
    for (let round = 0; round < 20; round++) {
      const id = `jar_two_${round}`;
      const coins = [3, 4] as const;
      const all = await outcomes(
        coins.map((each, n) => replicas[n]!.handle(jar, id, put(each), under(`two ${round}`, `${each}`))),
      );
      const winner = all.findIndex(({ came }) => came === 'done');
      expect(['idempotency_in_flight', 'idempotency_key_reused']).toContain(all[1 - winner]?.came);
      expect(await one.state(jar, id)).toEqual({ coins: coins[winner] });
      const again = coins.map((each) => two.handle(jar, id, put(each), under(`two ${round}`, `${each}`)));
      const [same, other] = [winner, 1 - winner].map((n) => again[n]);
      await expect(same).resolves.toEqual({ body: all[winner]?.body, replayed: true });
      await expect(other).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    }
  });

  it('is free at the other one when the first is refused in the end', async () => {
    const id = 'jar_refused';
    await one.handle(jar, id, put(1), { caller: testCaller });
    const hold = await holding(id);
    const first = one.handle(jar, id, take(5), under('refused', 'take'));
    await hold.backend();
    const [during] = await outcomes([two.handle(jar, 'jar_next', put(5), under('refused', 'put'))]);
    expect(during?.came).toBe('idempotency_in_flight');
    await hold.letGo();
    await expect(first).rejects.toMatchObject({ code: 'insufficient_funds' });
    expect((await two.handle(jar, 'jar_next', put(5), under('refused', 'put'))).replayed).toBe(false);
  });

  it('is free at the other one when the first loses its connection before the commit', async () => {
    const id = 'jar_lost';
    await one.handle(jar, id, put(1), { caller: testCaller });
    const hold = await holding(id);
    const first = one.handle(jar, id, put(5), under('lost'));
    const failed = expect(first).rejects.toThrow();
    await db.pool.query('SELECT pg_terminate_backend($1, 10000)', [await hold.backend()]);
    await failed;
    await hold.letGo();
    expect((await two.handle(jar, id, put(5), under('lost'))).replayed).toBe(false);
    expect(await one.state(jar, id)).toEqual({ coins: 6 });
  });
});

test('two replicas store the responses of the same requests, whatever their order', async () => {
  // As many as it takes for Postgres to look each of them up, in the order in which they are given.
  await db.database.query(
    `INSERT INTO idempotency_key (scope, operation, key, fingerprint, resource_id)
     SELECT 'one scope', 'put', 'kept ' || n, 'same', 'jar' FROM generate_series(1, 5000) AS n`,
  );
  await db.database.query('ANALYZE idempotency_key');
  const claims = await db.database.query<{ id: string; key: string }>(
    `SELECT claim AS id, key FROM idempotency_key WHERE key IN ('kept 1', 'kept 2', 'kept 3') ORDER BY key`,
  );
  const settled = claims.map(({ id, key }): SettledResponse => {
    return { claim: { scope: 'one scope', key, id }, response: `{"by":"one"}`, resourceId: 'jar' };
  });
  const others = settled.map((one) => ({ ...one, response: `{"by":"two"}` }));
  const connection = await db.pool.connect();
  await connection.query('BEGIN');
  await connection.query(`SELECT FROM idempotency_key WHERE key = 'kept 2' FOR UPDATE`);
  const both = Promise.all([
    keepResponses(db.database, settled),
    keepResponses(db.database, others.toReversed()),
  ]);
  const blocked = () =>
    db.database.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
  while ((await blocked()).length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
  await connection.query('COMMIT');
  connection.release();
  const [first, second] = await both;
  expect(new Set(first)).toEqual(new Set(second));
});

test('a key belongs to its member of staff, and to all of them if it was used before they had their own', async () => {
  const by = (scope: string, key: string, fingerprint: string) => ({
    caller: testCaller,
    idempotency: { scope, operation: 'put', key, fingerprint },
  });
  const { body } = await one.handle(jar, 'jar_ada', put(5), by('staff/ada', 'morning', 'ada'));
  expect((await one.handle(jar, 'jar_bo', put(5), by('staff/bo', 'morning', 'bo'))).replayed).toBe(false);
  expect(await two.handle(jar, 'jar_ada', put(5), by('staff/ada', 'morning', 'ada'))).toEqual({
    body,
    replayed: true,
  });
  const earlier = await one.handle(jar, 'jar_cy', put(5), by('staff', 'noon', 'cy'));
  expect(await two.handle(jar, 'jar_cy', put(5), by('staff/cy', 'noon', 'cy'))).toEqual({
    body: earlier.body,
    replayed: true,
  });
  await expect(two.handle(jar, 'jar_di', put(5), by('staff/di', 'noon', 'di'))).rejects.toMatchObject({
    code: 'idempotency_key_reused',
  });
});

/** With the statements of the previous version, which calls the table `idempotency` and the column `answer`. */
describe('beside a replica of the previous version', () => {
  const kept = (key: string) =>
    db.database.query(
      `SELECT claim AS id, answer AS response FROM idempotency WHERE scope = 'one scope' AND key = $1`,
      [key],
    );

  it('a response of either is replayed by the other', async () => {
    const { body } = await one.handle(jar, 'jar_new', put(5), under('new'));
    expect(await kept('new')).toEqual([{ id: expect.any(String), response: body }]);

    const [claim] = await db.database.query<{ id: string }>(
      `INSERT INTO idempotency (scope, operation, key, fingerprint, resource_id)
       SELECT 'one scope', 'put', 'old', 'same', 'jar_old' ON CONFLICT DO NOTHING RETURNING claim AS id`,
    );
    await db.database.query(
      `UPDATE idempotency SET answer = coalesce(answer, '{}'), resource_id = 'jar_old'
       WHERE scope = 'one scope' AND key = 'old' AND claim = $1`,
      [claim?.id],
    );
    expect(await two.handle(jar, 'jar_old', put(5), under('old'))).toEqual({ body: '{}', replayed: true });
    const again = await db.database.query(
      `INSERT INTO idempotency (scope, operation, key, fingerprint, resource_id)
       SELECT 'one scope', 'put', 'new', 'same', 'jar_new' ON CONFLICT DO NOTHING RETURNING claim AS id`,
    );
    expect(again).toEqual([]);
  });

  it('it releases its keys, and replaces what is stored', async () => {
    await one.handle(jar, 'jar_rotated', put(5), under('rotated'));
    await db.database.query(
      `UPDATE idempotency SET answer = given.next FROM (SELECT '{"coins":0}' AS next) AS given
       WHERE idempotency.ctid = (SELECT ctid::text FROM idempotency WHERE key = 'rotated')::tid`,
    );
    expect((await one.handle(jar, 'jar_rotated', put(5), under('rotated'))).body).toBe('{"coins":0}');
    await db.database.query(`UPDATE idempotency SET answer = NULL WHERE key = 'rotated'`);
    await db.database.query(`DELETE FROM idempotency WHERE key = 'rotated' AND answer IS NULL`);
    expect(await kept('rotated')).toEqual([]);
  });
});
