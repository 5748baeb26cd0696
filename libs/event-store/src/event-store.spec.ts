import { refuse } from '@corridor/kernel';
import { TestClock, testCaller } from '@corridor/kernel/testing';
import { type OpenDatabase } from './open-database.js';
import {
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
import type { Jar, JarEvent } from './testing/index.js';
import { EventStore } from './event-store.js';
import { release, writeUses } from './idempotency.js';
import { randomUUID } from 'node:crypto';

let db: OpenDatabase;
let store: EventStore;
let number = 0;
const newJar = () => `jar_${++number}`;
const caller = testCaller;
const scope = 'one scope';
/** Callers give up after 10 s, which a busy machine may need. */
const PATIENT_MS = 60_000;
const request = (key: string, fingerprint = 'same', operation = 'put') => ({
  caller,
  idempotency: { scope, operation, key, fingerprint },
});
const count = async (sql: string, ...values: unknown[]) =>
  Number((await db.database.query<{ count: string }>(`SELECT count(*) FROM ${sql}`, values))[0]?.count);

beforeAll(async () => {
  db = await openTestDatabase([JarTables1700000000001], { ...patientWithLocks, poolSize: 25 });
  store = new EventStore('test', db.database, [jars], jarMessages, new TestClock());
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => db.close());

describe('a command', () => {
  it('responds with the record that a read returns', async () => {
    const id = newJar();
    const { body } = await store.handle(jar, id, put(5), { caller });
    expect(JSON.parse(body)).toEqual({ data: { id, coins: 5, version: 1 } });
    const [row] = await db.database.query<{ data: unknown }>('SELECT data FROM jar WHERE id = $1', [id]);
    expect(row?.data).toEqual({ id, coins: 5, version: 1 });
  });

  it('stores nothing when it is refused, and its key can be used again', async () => {
    const id = newJar();
    await expect(store.handle(jar, id, take(1), request('refused'))).rejects.toMatchObject({
      code: 'insufficient_funds',
    });
    expect(await count('events WHERE stream_id = $1', id)).toBe(0);
    await expect(store.handle(jar, id, put(1), request('refused', 'another'))).resolves.toMatchObject({
      replayed: false,
    });
  });

  it('without events writes nothing', async () => {
    const id = newJar();
    expect((await store.handle(jar, id, () => [], { caller })).body).toBe('{"data":null}');
    expect(await count('streams WHERE stream_id = $1', id)).toBe(0);
  });

  it('of 40 at once, succeeds only as often as the coins allow', async () => {
    const id = newJar();
    await store.handle(jar, id, put(100), { caller });
    const all = await Promise.allSettled(
      Array.from({ length: 40 }, () => store.handle(jar, id, take(10), { caller })),
    );
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    expect(await store.state(jar, id)).toEqual({ coins: 0 });
  });

  it('of 20 that create one stream at once, all take effect', async () => {
    const id = newJar();
    await Promise.all(Array.from({ length: 20 }, () => store.handle(jar, id, put(1), { caller })));
    expect(await store.state(jar, id)).toEqual({ coins: 20 });
    expect(await count('events WHERE stream_id = $1', id)).toBe(20);
  });

  it('folds the history again if the rules have changed since the state was stored', async () => {
    const id = newJar();
    await store.handle(jar, id, put(3), { caller });
    await store.handle(jar, id, put(4), { caller });
    const doubling = {
      ...jar,
      stateVersion: 2,
      evolve: (state: Jar, event: JarEvent) => ({ coins: state.coins + 2 * event.coins }),
    };
    expect(await store.state(doubling, id)).toEqual({ coins: 14 });
  });

  it('whose error was swallowed inside the transaction does not succeed', async () => {
    const lost = db.database.transaction(async (sql) => {
      await sql.query('INSERT INTO jar VALUES ($1, $1, $1, $2)', ['swallowed', '{}']);
      await sql.query('SELECT 1/0').catch(() => undefined);
    });
    await expect(lost).rejects.toThrow('ROLLBACK');
    expect(await count(`jar WHERE id = 'swallowed'`)).toBe(0);
  });

  it('whose connection dies while idle fails, and the process survives', async () => {
    const broken = db.database.transaction(async (sql) => {
      const [row] = await sql.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      await db.pool.query('SELECT pg_terminate_backend($1)', [row?.pid]);
      await new Promise((resolve) => setTimeout(resolve, 50));
      await sql.query('SELECT 1');
    });
    await expect(broken).rejects.toThrow();
    await expect(store.handle(jar, newJar(), put(1), { caller })).resolves.toBeDefined();
  });
});

describe('an idempotency key', () => {
  it('returns the same response byte for byte, without a second effect', async () => {
    const id = newJar();
    const first = await store.handle(jar, id, put(5), request('replay'));
    await store.handle(jar, id, put(1), { caller });
    const again = await store.handle(jar, newJar(), put(5), request('replay'));
    expect(again).toEqual({ body: first.body, replayed: true });
    expect(await store.state(jar, id)).toEqual({ coins: 6 });
  });

  it('is refused for another request', async () => {
    await store.handle(jar, newJar(), put(5), request('other'));
    await expect(store.handle(jar, newJar(), put(6), request('other', 'different'))).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    });
  });

  it('is independent in another scope', async () => {
    await store.handle(jar, newJar(), put(5), request('shared'));
    const idempotency = { scope: 'another', operation: 'put', key: 'shared', fingerprint: 'different' };
    const response = await store.handle(jar, newJar(), put(5), { caller, idempotency });
    expect(response.replayed).toBe(false);
  });

  it('is independent for another operation', async () => {
    await store.handle(jar, newJar(), put(5), request('both'));
    const other = await store.handle(jar, newJar(), put(6), request('both', 'different', 'take'));
    expect(other.replayed).toBe(false);
    await expect(
      store.handle(jar, newJar(), put(6), request('both', 'another', 'take')),
    ).rejects.toMatchObject({ code: 'idempotency_key_reused' });
  });

  /** The statement of the previous version. */
  const usedBefore = (key: string, fingerprint: string) =>
    db.database.query(
      `INSERT INTO idempotency_key (scope, key, fingerprint, resource_id, response)
       SELECT $1, $2, $3, 'jar_old', '{"data":"old"}' WHERE pg_try_advisory_xact_lock(hashtextextended($1 || ' ' || $2, 0))
       ON CONFLICT DO NOTHING RETURNING claim`,
      [scope, key, fingerprint],
    );

  it('used before keys had operations still belongs to its request', async () => {
    expect(await usedBefore('before', 'same')).toHaveLength(1);
    const again = await store.handle(jar, newJar(), put(5), request('before'));
    expect(again).toEqual({ body: '{"data":"old"}', replayed: true });
    const other = store.handle(jar, newJar(), put(5), request('before', 'different', 'take'));
    await expect(other).rejects.toMatchObject({ code: 'idempotency_key_reused' });
  });

  it('is also used for a replica of the previous version', async () => {
    await store.handle(jar, newJar(), put(5), request('rolling'));
    expect(await usedBefore('rolling', 'same')).toEqual([]);
  });

  it('used 20 times at once has one effect; the others get the stored response or a conflict', async () => {
    const id = newJar();
    const all = await Promise.allSettled(
      Array.from({ length: 20 }, () => store.handle(jar, id, put(5), request('storm'))),
    );
    const responses = all.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const refusals = all.flatMap((one) =>
      one.status === 'rejected' ? [(one.reason as { code: string }).code] : [],
    );
    expect(responses.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(new Set(responses.map(({ body }) => body)).size).toBe(1);
    expect(new Set(refusals)).toEqual(new Set(refusals.length ? ['idempotency_in_flight'] : []));
    expect(await store.state(jar, id)).toEqual({ coins: 5 });
  });

  it('after seven days is a tombstone that names the record', async () => {
    const id = newJar();
    await store.handle(jar, id, put(5), request('old'));
    await db.database.query(
      `UPDATE idempotency_key SET created_on = now() - interval '8 days' WHERE key = 'old'`,
    );
    await expect(store.handle(jar, newJar(), put(5), request('old'))).rejects.toMatchObject({
      code: 'idempotency_key_expired',
      extra: { resourceId: id },
    });
  });
});

describe('a command that other services finish', () => {
  const full = ({ coins }: Jar) => (coins >= 10 ? 'done' : 'pending') as 'done' | 'pending';

  it('responds when its stream has settled', async () => {
    const id = newJar();
    const waiting = store.handleAndSettle(jar, id, put(4), { ...request('settle'), outcome: full });
    while ((await store.state(jar, id)).coins !== 4) await new Promise(setImmediate);
    await store.handle(jar, id, put(6), { caller });
    const response = await waiting;
    expect(JSON.parse(response.body)).toEqual({ data: { id, coins: 10, version: 2 } });
    await store.handle(jar, id, put(1), { caller });
    const again = await store.handleAndSettle(jar, newJar(), put(4), { ...request('settle'), outcome: full });
    expect(again).toEqual({ body: response.body, replayed: true });
  });

  it('responds at once to the last of several commands of a transaction', async () => {
    const state = jest.spyOn(store, 'state');
    let looks = Infinity;
    // A busy machine may need so long for them that it looks meanwhile: up to ten times.
    for (let n = 0; n < 10 && looks > 0; n++) {
      const id = newJar();
      state.mockClear();
      const waiting = store.handleAndSettle(jar, id, put(4), { ...request(`several ${n}`), outcome: full });
      await store.handle(jar, newJar(), put(1), { caller }); // the first command is committed
      await db.database.transaction(async () => {
        for (const coins of [1, 1, 4]) await store.handle(jar, id, put(coins), { caller });
      });
      expect(JSON.parse((await waiting).body)).toEqual({ data: { id, coins: 10, version: 4 } });
      looks = state.mock.calls.length;
    }
    expect(looks).toBe(0);
  });

  it('has its response stored by what finishes it, in the same transaction', async () => {
    const costs: Record<string, unknown>[] = [];
    // On a loaded machine it may meanwhile look for changes of other processes, which costs statements of its own.
    for (let n = 0; n < 3; n++) {
      const id = newJar();
      const joint = request(`joint ${n}`);
      const waiting = store.handleAndSettle(jar, id, put(4), { ...joint, outcome: full });
      await store.handle(jar, newJar(), put(1), { caller }); // the command is committed
      const { commits, roundTrips } = await costOf(async () => {
        await store.handle(jar, id, put(6), { caller });
        await waiting;
      });
      costs.push({ commits, roundTrips });
      const { body } = await waiting;
      expect(await store.storedResponse(joint.idempotency)).toEqual({ body, replayed: true });
    }
    expect(costs).toContainEqual({ commits: 1, roundTrips: 2 });
  });

  it('has one response for all callers if another process has finished it', async () => {
    const id = newJar();
    const other = new EventStore('test', db.database, [jars], jarMessages, new TestClock());
    const options = { ...request('processes'), outcome: full, timeoutMs: PATIENT_MS };
    const here = store.handleAndSettle(jar, id, put(4), options);
    await store.handle(jar, newJar(), put(1), { caller }); // the command is committed
    const there = other.handleAndSettle(jar, newJar(), put(4), options);
    await other.handle(jar, newJar(), put(1), { caller }); // it waits there, too
    jest.spyOn(store, 'state').mockResolvedValue({ coins: 4 }); // this process does not notice
    await other.handle(jar, id, put(6), { caller });
    const { body } = await there;
    await store.handle(jar, id, put(1), { caller });
    expect(JSON.parse(body)).toEqual({ data: { id, coins: 10, version: 2 } });
    expect((await here).body).toBe(body);
  });

  it('is joined by the same key after a timeout, with one effect', async () => {
    const id = newJar();
    const hurried = { ...request('crash'), outcome: full, timeoutMs: 30 };
    await expect(store.handleAndSettle(jar, id, put(4), hurried)).rejects.toMatchObject({
      code: 'unavailable',
    });
    const joining = store.handleAndSettle(jar, newJar(), put(4), {
      ...request('crash'),
      outcome: full,
      timeoutMs: PATIENT_MS,
    });
    await store.handle(jar, id, put(6), { caller });
    expect(JSON.parse((await joining).body)).toEqual({ data: { id, coins: 10, version: 2 } });
  });

  it('that was declined does not release the key of a later request', async () => {
    const id = newJar();
    await store.handle(jar, id, put(1), { caller });
    const { idempotency } = request('anew');
    const use = () => {
      const claim = { scope, key: 'anew', id: randomUUID() };
      const uses = [{ idempotency, claim, resourceId: id, response: null }];
      return db.database.transaction(async (sql) => writeUses(sql, uses)).then(() => claim);
    };
    const first = await use();
    await release(db.database, first);
    await use();
    await release(db.database, first); // a second waiter of the first request
    expect(await count(`idempotency WHERE key = 'anew'`)).toBe(1);
  });

  it('that is declined later releases its key', async () => {
    const id = newJar();
    const declined = { ...request('declined'), outcome: () => refuse('insufficient_funds') };
    await expect(store.handleAndSettle(jar, id, put(4), declined)).rejects.toMatchObject({
      code: 'insufficient_funds',
    });
    expect(await count(`idempotency WHERE key = 'declined'`)).toBe(0);
  });
});
