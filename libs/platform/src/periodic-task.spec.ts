import crypto from 'node:crypto';
import { PeriodicTask } from './periodic-task.js';

/** A job whose turns end on demand. */
function turns() {
  const ends: ((error?: Error) => void)[] = [];
  const job = jest.fn(
    () => new Promise<void>((resolve, reject) => ends.push((error) => (error ? reject(error) : resolve()))),
  );
  return { job, end: (error?: Error) => ends.shift()?.(error) };
}

let chance = 0;
let random: jest.SpyInstance;
beforeEach(() => {
  jest.useFakeTimers();
  chance = 0;
  const drawn = (limit: number) => chance * (limit - 1);
  random = jest.spyOn(crypto, 'randomInt').mockImplementation(drawn as typeof crypto.randomInt);
});
afterEach(() => {
  jest.useRealTimers();
  random.mockRestore();
});

const none = () => {
  throw new Error('no error was expected');
};

test('a job is done after each interval', async () => {
  const job = jest.fn(async () => undefined);
  const task = new PeriodicTask(1000, job, none);
  task.start();
  await jest.advanceTimersByTimeAsync(999);
  expect(job).toHaveBeenCalledTimes(0);
  await jest.advanceTimersByTimeAsync(2001);
  expect(job).toHaveBeenCalledTimes(3);
  await task.stop();
  await jest.advanceTimersByTimeAsync(5000);
  expect(job).toHaveBeenCalledTimes(3);
});

test.each([
  ['an interval of five minutes, at the latest', 300_000, 0, 2_000],
  ['an interval of five minutes, at the earliest', 300_000, 1, 1_000],
  ['an interval of a second, at the latest', 1_000, 0, 1_000],
  ['an interval of a second, at the earliest', 1_000, 1, 500],
])('the first turn comes soon after the start: %s', async (_, intervalMs, drawn, firstMs) => {
  chance = drawn;
  const job = jest.fn(async () => undefined);
  const task = new PeriodicTask(intervalMs, job, none);
  task.start();
  task.start();
  await jest.advanceTimersByTimeAsync(firstMs - 1);
  expect(job).toHaveBeenCalledTimes(0);
  await jest.advanceTimersByTimeAsync(1);
  expect(job).toHaveBeenCalledTimes(1);
  await jest.advanceTimersByTimeAsync(intervalMs - 1);
  expect(job).toHaveBeenCalledTimes(1);
  await jest.advanceTimersByTimeAsync(1);
  expect(job).toHaveBeenCalledTimes(2);
  await task.stop();
});

test('one that is stopped before its first turn has none', async () => {
  const job = jest.fn(async () => undefined);
  const task = new PeriodicTask(300_000, job, none);
  task.start();
  await task.stop();
  await jest.advanceTimersByTimeAsync(600_000);
  expect(job).not.toHaveBeenCalled();
});

test('a long turn is not overlapped by another', async () => {
  const { job, end } = turns();
  const task = new PeriodicTask(1000, job, none);
  task.start();
  const first = task.turn();
  await jest.advanceTimersByTimeAsync(3500);
  expect(job).toHaveBeenCalledTimes(1);
  end();
  await first;
  await jest.advanceTimersByTimeAsync(500);
  expect(job).toHaveBeenCalledTimes(2);
});

test('a failed turn is reported, and others follow', async () => {
  const errors: unknown[] = [];
  const broken = new Error('broken');
  const job = jest.fn((): Promise<void> => {
    throw broken;
  });
  const task = new PeriodicTask(1000, job, (error) => errors.push(error));
  await task.turn();
  await task.turn();
  expect(errors).toEqual([broken, broken]);
});

test('stopping waits for the current turn', async () => {
  const { job, end } = turns();
  const task = new PeriodicTask(1000, job, none);
  task.start();
  await jest.advanceTimersByTimeAsync(1000);
  let stopped = false;
  const stop = task.stop().then(() => (stopped = true));
  await jest.advanceTimersByTimeAsync(10_000);
  expect([job.mock.calls.length, stopped]).toEqual([1, false]);
  end();
  await stop;
  expect(stopped).toBe(true);
});
