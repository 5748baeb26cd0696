import { EventStore, type OpenDatabase } from '@corridor/event-store';
import { openTestDatabase } from '@corridor/event-store/testing';
import { refuse } from '@corridor/kernel';
import { TestClock, testCaller, until } from '@corridor/kernel/testing';
import { messageRegistry } from '@corridor/services';
import { Logger } from '@nestjs/common';
import { Ids } from '../ids.js';
import type { RunningService } from '../service.js';
import { runRegistrations } from './run.view.js';
import type { RunKind } from './run-kind.js';
import { Runs } from './runs.js';

const service = { name: 'test', migrations: [], registrations: [] };
const clock = new TestClock();

let db: OpenDatabase;
let processes: Runs[] = [];
beforeEach(async () => {
  db = await openTestDatabase();
});
afterEach(async () => {
  for (const one of processes) await one.onModuleDestroy();
  processes = [];
  await db.close();
});

/** Counts to `upTo`. What its steps wait for, and what they were asked for. */
class Counting implements RunKind<{ upTo: number }> {
  readonly name = 'counting';
  readonly counted: number[] = [];
  readonly aborted: boolean[] = [];
  readonly abandoned: (object | null)[] = [];

  constructor(private readonly before: (next: number) => Promise<unknown> = async () => undefined) {}

  async plan({ upTo }: { upTo: number }) {
    if (upTo < 0) throw refuse('invalid_request', 'there are none');
    return { effect: `count to ${upTo}`, total: upTo };
  }

  async abandon(_: object, position: object | null) {
    this.abandoned.push(position);
  }

  async step({ upTo }: { upTo: number }, position: object | null, signal: AbortSignal) {
    const next = ((position as { at: number } | null) ?? { at: 0 }).at + 1;
    await this.before(next);
    this.aborted.push(signal.aborted);
    this.counted.push(next);
    return { position: { at: next }, done: next, ...(next === upTo && { result: `counted to ${next}` }) };
  }
}

/** A process of the service. */
function processWith(kind: Counting): Runs {
  const store = new EventStore('test', db.database, runRegistrations, messageRegistry, clock);
  const running = { service, db, store, carrier: { isHere: true } } as unknown as RunningService;
  const runs = new Runs(running, new Ids(clock), 'SANDBOX');
  runs.add(kind);
  processes.push(runs);
  return runs;
}

const keyed = (key: string) => ({
  caller: testCaller,
  idempotency: { scope: 'operator', operation: 'count', key, fingerprint: 'same' },
});
const started = async (runs: Runs, upTo: number, isDryRun = false, key = 'key') =>
  (
    JSON.parse((await runs.start('counting', { upTo }, isDryRun, keyed(key))).body) as {
      data: { id: string };
    }
  ).data;
const ended = (runs: Runs, id: string) => until(async () => (await runs.get(id)).status !== 'RUNNING');
/** As if the process had been killed some time ago. */
const leaseEnds = () => db.database.query(`UPDATE run_progress SET leased_until = now() - interval '1 s'`);

test('a run is executed to its end, and says how far it is', async () => {
  const half = Promise.withResolvers<void>();
  const runs = processWith(new Counting((next) => (next > 2 ? half.promise : Promise.resolve())));
  const { id } = await started(runs, 4);
  await until(async () => (await runs.get(id)).done === 2);
  expect(await runs.get(id)).toMatchObject({
    ...{ status: 'RUNNING', effect: 'count to 4', total: 4, done: 2, result: null, endedOn: null },
    ...{ dryRun: false, requestedBy: testCaller.user, arguments: { upTo: 4 } },
    ...{ ratePerSecond: expect.any(Number), secondsLeft: expect.any(Number) },
  });
  half.resolve();
  await ended(runs, id);
  expect(await runs.get(id)).toMatchObject({
    ...{ status: 'DONE', done: 4, result: 'counted to 4', secondsLeft: null },
    endedOn: expect.any(String),
  });
  expect((await runs.list()).map((one) => one.id)).toEqual([id]);
});

test('a dry run says what would happen and does nothing, and one key starts one run', async () => {
  const kind = new Counting();
  const runs = processWith(kind);
  const { id } = await started(runs, 3, true);
  expect(await runs.get(id)).toMatchObject({ status: 'DONE', dryRun: true, effect: 'count to 3', done: 0 });
  expect((await started(runs, 3, true)).id).toBe(id);
  await runs.task.turn();
  expect(kind.counted).toEqual([]);
  await expect(started(runs, -1, true, 'another')).rejects.toMatchObject({ code: 'invalid_request' });
});

test('another process continues the run of one that was killed, which does nothing more when it comes back', async () => {
  const hangs = Promise.withResolvers<void>();
  const killed = new Counting((next) => (next > 2 ? hangs.promise : Promise.resolve()));
  const first = processWith(killed);
  const { id } = await started(first, 5);
  await until(async () => (await first.get(id)).done === 2);
  const kind = new Counting();
  const second = processWith(kind);
  await second.task.turn();
  expect(kind.counted).toEqual([]);
  await leaseEnds();
  await second.task.turn();
  await ended(second, id);
  expect(kind.counted).toEqual([3, 4, 5]);
  hangs.resolve();
  await first.onModuleDestroy();
  expect(killed.counted).toEqual([1, 2, 3]);
  expect(await first.get(id)).toMatchObject({ status: 'DONE', done: 5 });
});

test('a process that ends in order gives its runs to others at once', async () => {
  const hangs = Promise.withResolvers<void>();
  const first = processWith(new Counting((next) => (next > 2 ? hangs.promise : Promise.resolve())));
  const { id } = await started(first, 5);
  await until(async () => (await first.get(id)).done === 2);
  const ending = first.onModuleDestroy();
  hangs.resolve();
  await ending;
  const kind = new Counting();
  const second = processWith(kind);
  await second.task.turn();
  await ended(second, id);
  expect(kind.counted).toEqual([4, 5]);
});

test('a cancelled run stops, and is cancelled once', async () => {
  const hangs = Promise.withResolvers<void>();
  const kind = new Counting((next) => (next > 2 ? hangs.promise : Promise.resolve()));
  const runs = processWith(kind);
  const { id } = await started(runs, 5);
  await until(async () => (await runs.get(id)).done === 2);
  await runs.cancel(id, { caller: testCaller });
  hangs.resolve();
  await runs.onModuleDestroy();
  expect(kind.counted).toEqual([1, 2, 3]);
  expect(await runs.get(id)).toMatchObject({ status: 'CANCELLED', done: 2 });
  await leaseEnds();
  await runs.cancel(id, { caller: testCaller });
  expect((await runs.get(id)).status).toBe('CANCELLED');
  expect(kind.abandoned).toEqual([{ at: 2 }]);
  await expect(runs.cancel('run_none', { caller: testCaller })).rejects.toMatchObject({ code: 'not_found' });
});

test('what a killed process has left is removed by the one that cancels its run', async () => {
  const hangs = Promise.withResolvers<void>();
  const first = processWith(new Counting((next) => (next > 2 ? hangs.promise : Promise.resolve())));
  const { id } = await started(first, 5);
  await until(async () => (await first.get(id)).done === 2);
  const kind = new Counting();
  const second = processWith(kind);
  await leaseEnds();
  await second.cancel(id, { caller: testCaller });
  expect(kind.abandoned).toEqual([{ at: 2 }]);
  hangs.resolve();
});

test('a run that is continued elsewhere, or is done, leaves nothing behind', async () => {
  const hangs = Promise.withResolvers<void>();
  const lost = new Counting((next) => (next > 2 ? hangs.promise : Promise.resolve()));
  const first = processWith(lost);
  const { id } = await started(first, 4);
  await until(async () => (await first.get(id)).done === 2);
  await leaseEnds();
  const halfway = Promise.withResolvers<void>();
  const kind = new Counting((next) => (next > 3 ? halfway.promise : Promise.resolve()));
  const second = processWith(kind);
  await second.task.turn();
  await until(async () => (await second.get(id)).done === 3);
  hangs.resolve();
  await first.onModuleDestroy();
  halfway.resolve();
  await ended(second, id);
  await leaseEnds();
  await second.cancel(id, { caller: testCaller });
  expect([lost.abandoned, kind.abandoned]).toEqual([[], []]);
});

test('an outage stops a run for a moment, and any other error for ever', async () => {
  jest.spyOn(Logger.prototype, 'error').mockImplementation();
  let isAway = true;
  const kind = new Counting(async (next) => {
    if (next === 2 && isAway) throw refuse('unavailable', 'the broker is away');
    if (next === 4) throw new Error('cannot count further');
  });
  const runs = processWith(kind);
  const { id } = await started(runs, 3);
  await until(async () => (await runs.get(id)).done === 1);
  expect((await runs.get(id)).status).toBe('RUNNING');
  isAway = false;
  await until(async () => {
    await runs.task.turn();
    return (await runs.get(id)).status === 'DONE';
  });
  const { id: other } = await started(runs, 5, false, 'another');
  await ended(runs, other);
  expect(await runs.get(other)).toMatchObject({
    ...{ status: 'FAILED', done: 3, error: 'Error: cannot count further', result: null },
  });
  await runs.onModuleDestroy();
  expect(kind.abandoned).toEqual([{ at: 3 }]);
});

test('a process without messages starts a run for another one', async () => {
  const kind = new Counting();
  const elsewhere = processWith(kind);
  (elsewhere.running.carrier as { isHere: boolean }).isHere = false;
  const { id } = await started(elsewhere, 1);
  await elsewhere.task.turn();
  expect((await elsewhere.get(id)).status).toBe('RUNNING');
  const here = processWith(new Counting());
  await here.task.turn();
  await ended(here, id);
  expect(kind.counted).toEqual([]);
});
