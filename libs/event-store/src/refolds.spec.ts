import { setTimeout as sleep } from 'node:timers/promises';
import { type Aggregate, Refusal } from '@corridor/kernel';
import { TestClock, sized, testCaller } from '@corridor/kernel/testing';
import { Client } from 'pg';
import { EventStore } from './event-store.js';
import { StreamHeld } from './held-streams.js';
import { keptStates } from './kept-states.js';
import type { OpenDatabase } from './open-database.js';
import { RefoldWalk } from './refold-walk.js';
import { PAGE_OF_HISTORY } from './refolds.js';
import { applyPolicy } from './retention.js';
import {
  type JarEvent,
  JarTables1700000000001,
  jar,
  jarMessages,
  openServiceDatabase,
  patientPool,
  patientWithLocks,
  put,
  take,
} from './testing/index.js';

/** Builds with different rules, each with a count of the events that it has folded. */
interface Counted {
  readonly coins: number;
  readonly moves: number;
}

class Build {
  evolved = 0;
  readonly aggregate: Aggregate<Counted, JarEvent>;
  readonly store: EventStore;

  constructor(stateVersion: number, onEvolve: (evolved: number) => void = () => undefined) {
    this.aggregate = {
      ...jar,
      stateVersion,
      initial: { coins: 0, moves: 0 },
      evolve: (state, event) => {
        onEvolve(++this.evolved);
        return { ...jar.evolve(state, event), moves: state.moves + 1 };
      },
    };
    this.store = new EventStore('test', db.database, [this], jarMessages, new TestClock());
  }

  put = (id: string, coins = 1, key?: string) =>
    this.store.handle(this.aggregate, id, put(coins) as () => JarEvent[], { caller, ...(key && under(key)) });

  state = (id: string) => this.store.state(this.aggregate, id);
}

const caller = testCaller;
const under = (key: string) => ({
  idempotency: { scope: 'one scope', operation: 'put', key, fingerprint: 'same' },
});
const LONG = sized({ small: 30_000, full: 300_000 });

let db: OpenDatabase;
let number = 0;
const newJar = () => `jar_${++number}`;
beforeAll(async () => {
  db = await openServiceDatabase({ name: 'jars', migrations: [JarTables1700000000001] }, patientWithLocks);
});
afterAll(() => db.close());

/** Streams of an earlier build, with so many events of a coin each. */
async function written(events: number, ids: readonly string[] = [newJar()]): Promise<string> {
  const pool = patientPool(db.pool);
  await pool.query(
    `INSERT INTO streams (stream_id, version, state, state_version, kind)
     SELECT id, $2::int, json_build_object('coins', $2::int, 'moves', $2::int), 1, 'jar' FROM unnest($1::text[]) AS id`,
    [ids, events],
  );
  await pool.query(
    `INSERT INTO events (stream_id, version, type, data, caller, occurred_on)
     SELECT id, n, 'put', '{"type":"put","coins":1}', '{}', now() FROM unnest($1::text[]) AS id, generate_series(1, $2::int) AS n`,
    [ids, events],
  );
  await pool.end();
  return ids[0] as string;
}

const rowOf = async (id: string) =>
  (
    await db.database.query(
      'SELECT version, state_version AS "stateVersion", state FROM streams WHERE stream_id = $1',
      [id],
    )
  )[0];

/** The most rows that a statement of this process returns while the work runs. */
async function mostRowsDuring(work: () => Promise<unknown>): Promise<number> {
  let most = 0;
  const query = Client.prototype.query as (this: Client, ...args: unknown[]) => unknown;
  const spy = jest.spyOn(Client.prototype, 'query').mockImplementation(function (
    this: Client,
    ...args: unknown[]
  ) {
    const sent = query.apply(this, args);
    if (sent instanceof Promise)
      return sent.then((result: { rows?: unknown[] }) => {
        most = Math.max(most, result.rows?.length ?? 0);
        return result;
      }) as never;
    return sent as never;
  });
  try {
    await work();
    return most;
  } finally {
    spy.mockRestore();
  }
}

/** As a client does: the same key until the response is there. */
async function repeated(command: () => Promise<unknown>): Promise<void> {
  for (;;)
    try {
      await command();
      return;
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'unavailable') throw error;
    }
}

describe('a long stream under new rules', () => {
  it('is folded once, in pages, for all its commands and reads, while others continue', async () => {
    const [id, build] = [await written(LONG), new Build(2)];
    let isOver = false;
    let others = 0;
    const commands = () =>
      Promise.all(Array.from({ length: 10 }, (_, i) => repeated(() => build.put(id, 1, `${id} ${i}`))));
    const reads = async () => {
      while (!isOver) {
        expect((await build.state(id)).moves).toBeGreaterThanOrEqual(LONG);
        await sleep(1);
      }
    };
    const elsewhere = async () => {
      for (; !isOver; others++) await build.put(newJar());
    };
    const most = await mostRowsDuring(() =>
      Promise.all([commands().finally(() => (isOver = true)), reads(), elsewhere()]),
    );
    expect(await build.state(id)).toEqual({ coins: LONG + 10, moves: LONG + 10 });
    expect(build.evolved).toBe(LONG + 10 + others);
    expect(others).toBeGreaterThan(10);
    expect(most).toBeLessThanOrEqual(PAGE_OF_HISTORY);
    expect(build.store.refolds.count.get('jar')).toBe(1);
  });

  it('is folded once for requests that only read it', async () => {
    const [id, build] = [await written(5_000), new Build(2)];
    for (let i = 0; i < 20; i++) expect((await build.state(id)).coins).toBe(5_000);
    expect(build.evolved).toBe(5_000);
    expect(await rowOf(id)).toMatchObject({ version: 5_000, stateVersion: 2 });
  });

  it('is continued after a crash', async () => {
    const id = await written(30_000);
    const crashing = new Build(2, (evolved) => {
      if (evolved > 25_500) throw new Error('the process is killed');
    });
    await expect(crashing.state(id)).rejects.toThrow('the process is killed');
    const next = new Build(2);
    expect(await next.state(id)).toEqual({ coins: 30_000, moves: 30_000 });
    expect(next.evolved).toBe(10_000);
  });

  it('lets a message wait as for a lock, and holds nothing meanwhile', async () => {
    const [id, build] = [await written(5_000), new Build(2)];
    const deliver = () => db.database.transaction(() => build.put(id), { heldStreams: 'find' });
    await expect(deliver()).rejects.toThrow(StreamHeld);
    await build.state(id);
    await deliver();
    expect(await build.state(id)).toEqual({ coins: 5_001, moves: 5_001 });
    expect(build.evolved).toBe(5_001);
  });

  it('is folded by a transaction that cannot continue without it', async () => {
    const [id, build] = [await written(5_000), new Build(2)];
    await db.database.transaction(() => build.put(id));
    expect(await rowOf(id)).toMatchObject({ version: 5_001, stateVersion: 2, state: { moves: 5_001 } });
  });
});

it('is folded once for commands that are refused', async () => {
  const [id, build] = [await written(50), new Build(2)];
  const refused = () => build.store.handle(build.aggregate, id, take(1_000) as never, { caller });
  for (let i = 0; i < 5; i++) await expect(refused()).rejects.toThrow(Refusal);
  expect(build.evolved).toBe(50);
  expect(await rowOf(id)).toMatchObject({ version: 50, stateVersion: 2 });
});

describe('replicas of two builds side by side', () => {
  const ROUNDS = 15;
  const EVENTS = 3_000;

  it('continue from their own states', async () => {
    const [id, old, late] = [await written(EVENTS), new Build(1), new Build(2)];
    await late.put(id);
    expect(late.evolved).toBe(EVENTS + 1);
    for (let round = 1; round <= ROUNDS; round++) {
      await old.put(id);
      expect(await late.state(id)).toEqual({ coins: EVENTS + 2 * round, moves: EVENTS + 2 * round });
      await late.put(id);
      expect(await old.state(id)).toEqual({ coins: EVENTS + 2 * round + 1, moves: EVENTS + 2 * round + 1 });
    }
    // Each folds the few events of the other one, and its own once.
    expect(old.evolved).toBeLessThan(ROUNDS * 5);
    expect(late.evolved).toBeLessThan(EVENTS + ROUNDS * 5);
  });

  it('never replaces the state of the later build by reading', async () => {
    const [id, old] = [await written(EVENTS), new Build(1)];
    await new Build(2).state(id);
    expect((await old.state(id)).coins).toBe(EVENTS);
    await new RefoldWalk(db.database, old.store.refolds, [old.aggregate]).step();
    expect(await rowOf(id)).toMatchObject({ version: EVENTS, stateVersion: 2 });
    expect(old.evolved).toBe(0);
  });

  it('folds a page at most after a build that keeps no states', async () => {
    const [id, late] = [await written(EVENTS), new Build(2)];
    await late.put(id);
    const before = late.evolved;
    for (let round = 1; round <= ROUNDS; round++) {
      const { version } = (await rowOf(id)) as { version: number };
      await db.database.query(
        `INSERT INTO events (stream_id, version, type, data, caller, occurred_on)
         VALUES ($1, $2, 'put', '{"type":"put","coins":1}', '{}', now())`,
        [id, version + 1],
      );
      await db.database.query(
        `UPDATE streams SET version = $2, state_version = 1, state = '{"coins":0,"moves":0}' WHERE stream_id = $1`,
        [id, version + 1],
      );
      await late.put(id);
    }
    expect(await late.state(id)).toEqual({ coins: EVENTS + 1 + 2 * ROUNDS, moves: EVENTS + 1 + 2 * ROUNDS });
    expect(late.evolved - before).toBeLessThan(ROUNDS * (2 * ROUNDS + 2));
  });

  it('keeps states for a week', async () => {
    const [id, late] = [await written(EVENTS), new Build(2)];
    await late.put(id);
    const kept = () =>
      db.database.query(
        'SELECT state_version AS "stateVersion" FROM kept_state WHERE stream_id = $1 ORDER BY 1',
        [id],
      );
    expect(await kept()).toEqual([{ stateVersion: 1 }, { stateVersion: 2 }]);
    await db.database.query(
      `UPDATE kept_state SET kept_on = now() - interval '8 days' WHERE stream_id = $1`,
      [id],
    );
    await applyPolicy(db.database, keptStates);
    expect(await kept()).toEqual([]);
  });
});

describe('after an upgrade', () => {
  const SHORT = sized({ small: 2_500, full: 25_000 });
  const EVENTS = 5;
  const late = 3; // no other test has these rules

  const walkOf = ({ store, aggregate }: Build) => new RefoldWalk(db.database, store.refolds, [aggregate]);

  async function ended(walk: RefoldWalk) {
    for (;;) {
      const progress = await walk.step();
      if (progress?.isEnded) return progress;
    }
  }

  it('folds all streams again before commands need them, in one process at a time, and after a crash in another', async () => {
    const ids = Array.from({ length: SHORT }, (_, i) => `short_${String(i).padStart(6, '0')}`);
    await written(EVENTS, ids);
    const long = await written(5_000, ['short_0000005']);
    const later = await written(10, ['short_later']);
    await db.database.query('UPDATE streams SET state_version = 9 WHERE stream_id = $1', [later]);
    const outdated = await db.database.query<{ count: number }>(
      'SELECT count(*)::int FROM streams WHERE state_version < $1',
      [late],
    );

    const [crashed, next] = [new Build(late), new Build(late)];
    const [first, second] = [walkOf(crashed), walkOf(next)];
    for (let step = 0; step < 3; step++) expect(await first.step()).toMatchObject({ isEnded: false });
    expect(await second.step()).toBeNull(); // the first one has the lease
    await db.database.query(`UPDATE refold SET leased_to = now() - interval '1 second'`);
    const most = await mostRowsDuring(() => ended(second));
    expect(await second.step()).toMatchObject({ isEnded: true, refolded: outdated[0]?.count });
    expect(await first.step()).toMatchObject({ isEnded: true });

    expect(most).toBeLessThanOrEqual(PAGE_OF_HISTORY + EVENTS);
    expect(
      await db.database.query(
        `SELECT state_version AS "stateVersion", state::text, count(*)::int FROM streams
         WHERE stream_id LIKE 'short%' GROUP BY 1, 2 ORDER BY 3 DESC, 1`,
      ),
    ).toEqual([
      { stateVersion: late, state: `{"coins":${EVENTS},"moves":${EVENTS}}`, count: SHORT },
      { stateVersion: late, state: '{"coins":5000,"moves":5000}', count: 1 },
      { stateVersion: 9, state: '{"coins" : 10, "moves" : 10}', count: 1 },
    ]);
    const atWork = new Build(late);
    await atWork.put(ids[7] as string);
    await atWork.put(long);
    expect(atWork.evolved).toBe(2);
  });
});
