import { setTimeout as sleep } from 'node:timers/promises';
import { ClaimedAttempts } from './claimed-attempts.js';
import type { Claimed } from './deliveries.js';
import { aheadOf } from './delivery-policy.js';
import type { Receiver } from './fair-scheduler.js';

const PATIENCE_MS = 200;
const receiver = (width: number) => ({ subscriptionId: 'whs_1', clientId: 'cli_1', width }) as Receiver;
const claimed = (...ids: string[]) => ids.map((id) => ({ id, subscriptionId: 'whs_1' }) as Claimed);

/** What is done with claimed attempts; the test ends them. */
function attempts() {
  const making = new Map<string, { end: () => void; cancel: AbortSignal }>();
  const done = { recorded: [] as string[], givenBack: [] as string[] };
  const all = new ClaimedAttempts<string>(
    {
      make: (one, cancel) =>
        new Promise((resolve) => making.set(one.id, { cancel, end: () => resolve(one.id) })),
      record: async (_, { id }) => void done.recorded.push(id),
      giveBack: async (_, some) => void done.givenBack.push(...some.map(({ id }) => id)),
    },
    PATIENCE_MS,
  );
  const end = async (id: string) => {
    making.get(id)?.end();
    await sleep(0);
  };
  return { all, making, done, end };
}

test('as many are made as the receiver may have, in order, and the next one when one has ended', async () => {
  const { all, making, done, end } = attempts();
  all.add(receiver(2), claimed('a', 'b', 'c', 'd'));
  expect([...making.keys()]).toEqual(['a', 'b']);
  await end('b');
  expect([[...making.keys()], done.recorded]).toEqual([['a', 'b', 'c'], ['b']]);
  for (const id of ['a', 'c', 'd']) await end(id);
  await all.drained();
  expect(done).toEqual({ recorded: ['b', 'a', 'c', 'd'], givenBack: [] });
});

test('those that wait too long behind a receiver that hangs are given back', async () => {
  const { all, making, done, end } = attempts();
  all.add(receiver(1), claimed('a', 'b', 'c'));
  await sleep(PATIENCE_MS * 2);
  expect([[...making.keys()], done.givenBack]).toEqual([['a'], ['b', 'c']]);
  await end('a');
  expect(done.recorded).toEqual(['a']);
});

test('a cancelled subscription gives back what waits, and cancels what is made', () => {
  const { all, making, done } = attempts();
  all.add(receiver(1), claimed('a', 'b'));
  expect(all.cancel('whs_other')).toEqual([]);
  expect(
    all
      .cancel('whs_1')
      .map(({ id }) => id)
      .sort(),
  ).toEqual(['a', 'b']);
  expect([making.get('a')?.cancel.aborted, done.givenBack]).toEqual([true, ['b']]);
});

test('at the end of the process what waits is given back, and what is made is waited for', async () => {
  const { all, done, end } = attempts();
  all.add(receiver(1), claimed('a', 'b'));
  let isDrained = false;
  const draining = all.drained().then(() => (isDrained = true));
  await sleep(10);
  expect([isDrained, done.givenBack]).toEqual([false, ['b']]);
  await end('a');
  await draining;
  expect(done.recorded).toEqual(['a']);
});

describe('claimed ahead is', () => {
  const limits = { total: 256, perSubscription: 8, ahead: 56 };
  test.each([
    ['what a fast receiver takes within 200 ms', 8, 'quick', 100, 16],
    ['no more than the limit', 8, 'quick', 0, 56],
    ['nothing for a receiver that takes longer for all its slots', 8, 'quick', 1_601, 0],
    ['nothing for a receiver that may have more attempts at a time', 7, 'quick', 1, 0],
    ['nothing after a slow success', 8, 'slow', 2_001, 0],
    ['nothing after a failure', 8, 'failed', 1, 0],
    ['nothing after an attempt that was not begun', 8, 'not_begun', 1, 0],
  ] as const)('%s', (_, width, result, latencyMs, ahead) =>
    expect(aheadOf(width, result, latencyMs, limits)).toBe(ahead),
  );
  test('nothing by default', () =>
    expect(aheadOf(8, 'quick', 1, { total: 256, perSubscription: 8 })).toBe(0));
});
