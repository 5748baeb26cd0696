import { setImmediate as soon } from 'node:timers/promises';
import type { Caller, Refusal } from '@corridor/kernel';
import { TestClock, testCaller } from '@corridor/kernel/testing';
import type { PoolClient } from 'pg';
import { MAX_BATCH } from './batch-queue.js';
import { EventStore } from './event-store.js';
import type { OpenDatabase } from './open-database.js';
import type { Projection, Registration } from './registration.js';
import {
  type JarEvent,
  type JarRow,
  JarTables1700000000001,
  jar,
  jarMessages,
  jars,
  openTestDatabase,
  patientWithLocks,
  put,
} from './testing/index.js';

type Jars = Registration<{ coins: number }, JarEvent, JarRow>;

const caller = testCaller;
const of = (id: string): Caller => ({ ...caller, client: { ...caller.client, id } });
let db: OpenDatabase;
let store: EventStore;
beforeAll(async () => {
  db = await openTestDatabase([JarTables1700000000001], patientWithLocks);
  store = storeOf(jars);
});
afterAll(() => db.close());

const storeOf = (registration: Jars, onAppended?: () => void) =>
  new EventStore('test', db.database, [registration], jarMessages, new TestClock(), onAppended);
const projecting = (project: Projection<JarEvent>) => storeOf({ ...jars, projections: [project] });
const coins = async (id: string) => (await store.state(jar, id)).coins;

/** Lets the next connection that is used end with this error after it has sent COMMIT, while Postgres executes it. */
function loseTheReplyToCommit(code: string): void {
  const lose = (client: PoolClient) => {
    db.pool.off('acquire', lose);
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    const { stream } = (client as unknown as { connection: { stream: NodeJS.ReadableStream & Destroyable } })
      .connection;
    Object.assign(client, {
      query: (...args: unknown[]) => {
        const sent = query(...args);
        if (args[0] === 'COMMIT') {
          stream.pause();
          setTimeout(() => stream.destroy(Object.assign(new Error('lost'), { code })), 50);
        }
        return sent;
      },
    });
  };
  db.pool.on('acquire', lose);
}

interface Destroyable {
  destroy(error: Error): void;
}

describe('a command is never executed twice', () => {
  it.each(['ECONNRESET', 'EPROTO', 'a code of tomorrow'])(
    'when the connection ends after COMMIT with %s',
    async (code) => {
      const id = `jar_${code}`;
      await store.handle(jar, id, put(1), { caller });
      loseTheReplyToCommit(code);
      await expect(store.handle(jar, id, put(1), { caller })).rejects.toThrow();
      while ((await coins(id)) < 2) await soon(); // Postgres may still be executing it
      expect(await coins(id)).toBe(2);
    },
  );

  it('when something fails after the commit', async () => {
    const failing = storeOf(jars, () => {
      throw new Error('after the commit');
    });
    await expect(failing.handle(jar, 'jar_after', put(1), { caller })).rejects.toThrow('after the commit');
    expect(await coins('jar_after')).toBe(1);
  });
});

describe('a crash inside a batch', () => {
  const ids = (name: string) => Array.from({ length: MAX_BATCH }, (_, n) => `jar_${name}_${n}`);
  const given = (to: EventStore, id: string) =>
    to.handle(jar, id, put(1), {
      caller,
      idempotency: { scope: 'one', operation: 'put', key: id, fingerprint: 'same' },
    });
  const codes = (all: readonly PromiseSettledResult<unknown>[]) => [
    ...new Set(
      all.map((one) =>
        one.status === 'rejected' ? String((one.reason as { code?: unknown }).code) : 'done',
      ),
    ),
  ];

  /** Postgres may still commit when the connection is lost: the client repeats the request then, too. */
  const repeated = (id: string): ReturnType<typeof given> =>
    given(store, id).catch((error: unknown) => {
      if ((error as Refusal).code === 'idempotency_in_flight') return repeated(id);
      throw error;
    });

  it('after COMMIT was sent: all fail, all have their effect, and each gets its response when it is repeated', async () => {
    const all = ids('committed');
    loseTheReplyToCommit('ECONNRESET');
    expect(codes(await Promise.allSettled(all.map((id) => given(store, id))))).toEqual(['ECONNRESET']);
    const again = await Promise.all(all.map(repeated));
    expect(again).toEqual(
      all.map((id) => ({ body: JSON.stringify({ data: { id, coins: 1, version: 1 } }), replayed: true })),
    );
    expect(await Promise.all(all.map(coins))).toEqual(all.map(() => 1));
  });

  it('before COMMIT: none has an effect, and each has it once when it is repeated', async () => {
    const all = ids('crashed');
    const crashing = projecting((sql) => sql.write('SELECT pg_terminate_backend(pg_backend_pid())'));
    expect(codes(await Promise.allSettled(all.map((id) => given(crashing, id))))).not.toContain('done');
    expect(await Promise.all(all.map(coins))).toEqual(all.map(() => 0));
    const again = await Promise.all(all.map((id) => given(store, id)));
    expect(again.map(({ replayed }) => replayed)).toEqual(all.map(() => false));
    expect(await Promise.all(all.map(coins))).toEqual(all.map(() => 1));
  });
});

describe('a command has all of its effects or none', () => {
  it('when a value cannot be sent', async () => {
    const failing = projecting((sql) => sql.write('SELECT $1::json', [{ amount: 1n }]));
    await expect(failing.handle(jar, 'jar_value', put(1), { caller })).rejects.toThrow('BigInt');
    expect(await coins('jar_value')).toBe(0);
    await store.handle(jar, 'jar_value', put(1), { caller });
  });

  it('and reports the first error of its transaction, not those that follow from it', async () => {
    const failing = projecting(async (sql) => {
      sql.write('SELECT 1 / $1::int', [0]);
      sql.write('SELECT $1::int + 77', [1]);
      await sql.query('SELECT $1::int + 77', [1]);
    });
    await expect(failing.handle(jar, 'jar_cause', put(1), { caller })).rejects.toMatchObject({
      code: '22012',
    });
  });
});

test('a migration by a newer replica changes the result of prepared statements, and commands continue', async () => {
  const ids = Array.from({ length: 20 }, (_, i) => `jar_migrated_${i % 4}`);
  const all = () => Promise.all(ids.map((id) => store.handle(jar, id, put(1), { caller })));
  await all();
  await db.pool.query(`ALTER TABLE jar ALTER id TYPE text COLLATE "C"`);
  await all();
  await db.pool.query(`ALTER TABLE streams ALTER state_version TYPE bigint`);
  await all();
  await db.pool.query(`ALTER TABLE streams ALTER state_version TYPE integer`);
  await all();
  expect(await coins('jar_migrated_0')).toBe(20);
});

describe('another process', () => {
  it('that is creating the same stream holds up no other command', async () => {
    const connection = await db.pool.connect();
    await connection.query('BEGIN');
    await connection.query(
      `INSERT INTO streams (stream_id, kind, version, state, state_version) VALUES ('jar_new', 'jar', 1, '{}', 1)`,
    );
    const waiting = store.handle(jar, 'jar_new', put(1), { caller });
    await store.handle(jar, 'jar_free', put(1), { caller: of('another client') });
    await connection.query('ROLLBACK');
    connection.release();
    await waiting;
    expect(await coins('jar_new')).toBe(1);
  });

  it('that holds as many streams as there are connections leaves some to other commands', async () => {
    const ids = Array.from({ length: 10 }, (_, i) => `jar_held_${i}`);
    await Promise.all(ids.map((id) => store.handle(jar, id, put(1), { caller })));
    const connection = await db.pool.connect();
    await connection.query('BEGIN');
    await connection.query(`SELECT FROM streams WHERE stream_id LIKE 'jar_held_%' FOR UPDATE`);
    const waiting = ids.map((id) => store.handle(jar, id, put(1), { caller }));
    const free = Array.from({ length: 64 }, (_, i) =>
      store.handle(jar, `jar_other_${i}`, put(1), { caller: of('another client') }),
    );
    await Promise.all(free);
    await connection.query('COMMIT');
    connection.release();
    await Promise.all(waiting);
    expect(await Promise.all(ids.map(coins))).toEqual(ids.map(() => 2));
  });
});
