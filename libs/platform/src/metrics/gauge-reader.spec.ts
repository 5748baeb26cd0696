import { Logger } from '@nestjs/common';
import { Metrics } from './metrics.js';

/** Values of gauges, without those of the process. */
async function shownBy(metrics: Metrics): Promise<Record<string, number>> {
  await metrics.read(true);
  const text = await metrics.registry.metrics();
  const lines = text.split('\n').filter((line) => line.startsWith('corridor_'));
  return Object.fromEntries(
    lines.map((line) => line.split(' ')).map(([name, value]) => [name, Number(value)]),
  );
}

const queue = { queue: { help: 'Waiting', labels: ['kind'] } };
const other = { other: { help: 'Another one' } };
const groupFailed = (group: string) => `corridor_gauges_failed{service="books",group="${group}"}`;

let warn: jest.SpyInstance;
beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
  warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue(undefined);
});
afterEach(() => {
  jest.useRealTimers();
  warn.mockRestore();
});

test('a group that fails is left out and says so; the others are shown, and it comes back', async () => {
  const metrics = new Metrics();
  let failure: Error | null = null;
  metrics.reads('books', 'queue', queue, 'process', async () => {
    if (failure) throw failure;
    return { queue: [{ kind: 'new', value: 3 }] };
  });
  metrics.reads('books', 'other', other, 'process', () => ({ other: 1 }));
  const shown = { 'corridor_other{service="books"}': 1, [groupFailed('other')]: 0 };
  const whole = { ...shown, 'corridor_queue{service="books",kind="new"}': 3, [groupFailed('queue')]: 0 };
  expect(await shownBy(metrics)).toEqual(whole);

  failure = new Error('no database');
  jest.advanceTimersByTime(5_000);
  expect(await shownBy(metrics)).toEqual({ ...shown, [groupFailed('queue')]: 1 });
  jest.advanceTimersByTime(5_000);
  await shownBy(metrics);
  expect(warn.mock.calls).toEqual([['books queue: Error: no database']]); // once, not at each scrape

  failure = null;
  jest.advanceTimersByTime(5_000);
  expect(await shownBy(metrics)).toEqual(whole);
});

test('a group that does not end in time is left out, and is not read again meanwhile', async () => {
  const metrics = new Metrics();
  const read = Promise.withResolvers<{ queue: [] }>();
  const reading = jest.fn(() => read.promise);
  metrics.reads('books', 'queue', queue, 'process', reading);
  metrics.reads('books', 'other', other, 'process', () => ({ other: 1 }));
  const first = shownBy(metrics);
  await jest.advanceTimersByTimeAsync(2_500);
  expect(await first).toEqual({
    'corridor_other{service="books"}': 1,
    [groupFailed('other')]: 0,
    [groupFailed('queue')]: 1,
  });
  const second = shownBy(metrics);
  await jest.advanceTimersByTimeAsync(2_500);
  await second;
  expect(reading).toHaveBeenCalledTimes(1);

  read.resolve({ queue: [] });
  expect(await shownBy(metrics)).toMatchObject({ [groupFailed('queue')]: 0 });
});

test('several scrapers at once read once', async () => {
  const metrics = new Metrics();
  const reading = jest.fn(() => ({ other: 1 }));
  metrics.reads('books', 'other', other, 'process', reading);
  await Promise.all([shownBy(metrics), shownBy(metrics)]);
  await shownBy(metrics);
  expect(reading).toHaveBeenCalledTimes(1);
  jest.advanceTimersByTime(5_000);
  await shownBy(metrics);
  expect(reading).toHaveBeenCalledTimes(2);
});

test('a value whose labels are gone is gone', async () => {
  const metrics = new Metrics();
  let kinds = ['new', 'old'];
  metrics.reads('books', 'queue', queue, 'process', () => ({
    queue: kinds.map((kind) => ({ kind, value: 1 })),
  }));
  await shownBy(metrics);
  kinds = ['new'];
  jest.advanceTimersByTime(5_000);
  expect(Object.keys(await shownBy(metrics))).toEqual([
    groupFailed('queue'),
    'corridor_queue{service="books",kind="new"}',
  ]);
});

test('services of one process have the same gauge, each with its own values', async () => {
  const metrics = new Metrics();
  for (const service of ['books', 'rates'])
    metrics.reads(service, 'other', other, 'process', () => ({ other: 1 }));
  expect(await shownBy(metrics)).toMatchObject({
    'corridor_other{service="books"}': 1,
    'corridor_other{service="rates"}': 1,
  });
});
