import { Failure, type Phase } from './failure.js';
import { Progress } from './progress.js';

const never = () => new Promise<never>(() => undefined);
const failing = (kind: string, message: string) => expect.objectContaining({ kind, message });

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('work ends with its result', async () => {
  const progress = new Progress(1000);
  expect(await progress.within(async () => 'found')).toBe('found');
  await expect(progress.within(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  progress.end();
});

test('at the deadline work fails, is told so, and nothing is started any more', async () => {
  const progress = new Progress(1500);
  const late = failing('timeout', 'No complete response within 1.5 s: still connecting.');
  let given: AbortSignal | undefined;
  const working = progress.within((signal) => ((given = signal), never()));
  progress.phase = 'connecting';
  jest.advanceTimersByTime(1499);
  expect(given?.aborted).toBe(false);
  expect(() => progress.throwIfBrokenOff()).not.toThrow();
  jest.advanceTimersByTime(1);
  await expect(working).rejects.toEqual(late);
  expect(given?.reason).toEqual(late);
  expect(() => progress.throwIfBrokenOff()).toThrow(late);
  const work = jest.fn(never);
  expect(() => progress.within(work)).toThrow(late);
  expect(work).not.toHaveBeenCalled();
  progress.end();
});

test('the first reason stays', () => {
  const progress = new Progress(1000);
  const onBreak = jest.fn();
  progress.whenBrokenOff(onBreak);
  progress.breakOff('aborted', 'closed');
  jest.advanceTimersByTime(1000);
  expect(onBreak.mock.calls).toEqual([[failing('aborted', 'closed')]]);
  expect(() => progress.throwIfBrokenOff()).toThrow(failing('aborted', 'closed'));
  progress.end();
});

test('after its end neither the deadline nor a cancellation counts', () => {
  const cancel = new AbortController();
  const progress = new Progress(1000, cancel.signal);
  progress.end();
  expect(jest.getTimerCount()).toBe(0);
  cancel.abort();
  expect(progress.isCancelled).toBe(false);
  expect(() => progress.throwIfBrokenOff()).not.toThrow();
});

test('without a response there is neither status nor excerpt', () => {
  const progress = new Progress(1000);
  expect(progress.received).toEqual({ status: null, excerpt: null });
  progress.end();
});

test.each<[Phase, boolean]>([
  ['looking up the host', true],
  ['connecting', true],
  ['negotiating TLS', true],
  ['waiting for the response', false],
  ['sending the request', false],
  ['reading the response', false],
])('a request that is cancelled while %s: %s', (phase, isCancelled) => {
  const cancel = new AbortController();
  const progress = new Progress(1000, cancel.signal);
  progress.phase = phase;
  cancel.abort();
  expect(progress.isCancelled).toBe(isCancelled);
  const check = () => progress.throwIfBrokenOff();
  if (isCancelled) expect(check).toThrow(new Failure('aborted', 'The request was cancelled.'));
  else expect(check).not.toThrow();
  if (isCancelled) expect(check).toThrow(failing('aborted', 'The request was cancelled.'));
  progress.end();
});

test('a request that was cancelled before does not begin', () => {
  const progress = new Progress(1000, AbortSignal.abort());
  expect(progress.isCancelled).toBe(true);
  progress.end();
});
