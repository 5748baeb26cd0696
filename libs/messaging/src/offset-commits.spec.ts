import { LogGaps } from './log-gaps.js';
import { OffsetCommits } from './offset-commits.js';

const offsets = { topics: [{ topic: 'one', partitions: [{ partition: 0, offset: '7' }] }] };
const batchOf = (commitOffsetsIfNecessary: () => Promise<void>) => ({
  uncommittedOffsets: () => offsets,
  commitOffsetsIfNecessary: jest.fn(commitOffsetsIfNecessary),
});

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('the offsets of many batches are committed once, even if no batch follows', async () => {
  const commits = new OffsetCommits(jest.fn(), new LogGaps('group', jest.fn()));
  const batches = [1, 2, 3].map(() => batchOf(async () => undefined));
  for (const batch of batches) commits.later(batch);
  await jest.advanceTimersByTimeAsync(2_000);
  expect(batches.map((one) => one.commitOffsetsIfNecessary.mock.calls)).toEqual([[], [], [[offsets]]]);
  commits.later(batches[0] as (typeof batches)[0]);
  await jest.advanceTimersByTimeAsync(2_000);
  expect(batches[0]?.commitOffsetsIfNecessary).toHaveBeenCalledTimes(1);
});

test('a commit that fails is reported, and the next one is made', async () => {
  const onError = jest.fn();
  const commits = new OffsetCommits(onError, new LogGaps('group', jest.fn()));
  const failure = new Error('the broker is away');
  commits.later(batchOf(() => Promise.reject(failure)));
  await jest.advanceTimersByTimeAsync(2_000);
  expect(onError).toHaveBeenCalledWith(failure);
  const next = batchOf(async () => undefined);
  commits.later(next);
  await commits.now();
  expect(next.commitOffsetsIfNecessary).toHaveBeenCalledTimes(1);
});
