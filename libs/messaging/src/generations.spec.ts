import type { OpenDatabase } from '@corridor/event-store';
import { openTestDatabase } from '@corridor/event-store/testing';
import { Generations, sameBuild } from './generations.js';

const registered = (generation: number, types: Record<string, number>, isRecent = false) => ({
  generation,
  types,
  isRecent,
});

const same = { a: 1, z: 2 };

test.each([
  ['nothing is registered', [], null],
  ['the newest handles the same', [registered(1, same)], 1],
  ['the newest handles the same, written in another order', [registered(3, { z: 2, a: 1 })], 3],
  ['the newest handles more', [registered(1, { ...same, b: 1 })], null],
  ['the newest understands a later version', [registered(1, { a: 1, z: 3 })], null],
  // A restart of an old replica during a rolling upgrade, or a rollback: nothing that the later build handles is given up.
  ['an earlier one that was seen of late', [registered(1, same, true), registered(2, { ...same, b: 1 })], 1],
  // A handler that was removed long ago has come back: this is a new build, not the old one.
  ['an earlier one that is long gone', [registered(1, same), registered(2, {})], null],
])('a build where %s', (_, builds, generation) => {
  expect(sameBuild(builds, same)).toBe(generation);
});

describe('on Postgres', () => {
  let db: OpenDatabase;
  beforeEach(async () => (db = await openTestDatabase()));
  afterEach(() => db.close());
  const build = (handled: Record<string, number>) => new Generations('c', db.database, handled, ['a', 'b']);

  it('processes of one build are one generation, also when they start at once', async () => {
    const started = await Promise.all(Array.from({ length: 10 }, () => build({ a: 1 }).join()));
    expect(new Set(started)).toEqual(new Set([1]));
    expect(await db.database.query('SELECT generation, types FROM consumer_generation')).toEqual([
      { generation: 1, types: { a: 1 } },
    ]);
  });

  it('an earlier build knows of a later one before that one consumes', async () => {
    const old = build({ a: 1 });
    const [before, b] = [await old.interest(), { type: 'b', dataversion: 1 }];
    expect(before.of(b)).toBe('skip');
    const joined = build({ a: 1, b: 1 }).join();
    await joined;
    expect((await old.interest()).of(b)).toBe('hold');
  });

  it('a later build without a heartbeat blocks nothing, and stays registered', async () => {
    const old = build({ a: 1 });
    await old.join();
    await build({ a: 1, b: 1 }).join();
    await db.database.query(`UPDATE consumer_generation SET seen_on = now() - interval '2 minutes'`);
    const restarted = build({ a: 1 });
    expect(await restarted.join()).toBe(1);
    expect((await restarted.interest()).of({ type: 'b', dataversion: 1 })).toBe('keep');
    expect(await restarted.areOthersAlive()).toBe(false);
  });

  it('a process whose database was unavailable registers when it is back', async () => {
    const generations = build({ a: 1 });
    await db.database.query('ALTER TABLE consumer_generation RENAME TO away');
    await expect(generations.interest()).rejects.toThrow('consumer_generation');
    await db.database.query('ALTER TABLE away RENAME TO consumer_generation');
    expect((await generations.interest()).of({ type: 'a', dataversion: 1 })).toBe('deliver');
  });
});
