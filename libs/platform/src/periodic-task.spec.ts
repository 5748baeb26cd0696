import { PeriodicTask } from './periodic-task.js';

/** A job whose turns end on demand. */
function turns() {
  const ends: ((error?: Error) => void)[] = [];
  const job = jest.fn(
    () => new Promise<void>((resolve, reject) => ends.push((error) => (error ? reject(error) : resolve()))),
  );
  return { job, end: (error?: Error) => ends.shift()?.(error) };
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const none = () => {
  throw new Error('no error was expected');
};

test('a job is done after each interval, the first time after one', async () => {
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
