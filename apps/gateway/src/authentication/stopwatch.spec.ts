import { Stopwatch } from './stopwatch.js';

const stopwatch = new Stopwatch();
beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('waits until the moment, neither longer nor shorter', async () => {
  let isOver = false;
  const waiting = stopwatch.until(stopwatch.now() + 20).then(() => (isOver = true));
  await jest.advanceTimersByTimeAsync(19);
  expect(isOver).toBe(false);
  await jest.advanceTimersByTimeAsync(1);
  expect(isOver).toBe(true);
  await waiting;
});

test('does not wait for a moment that has passed', async () => {
  await stopwatch.until(stopwatch.now());
  expect(jest.getTimerCount()).toBe(0);
});
