import { setTimeout as sleep } from 'node:timers/promises';
import { KeyedSemaphore } from './keyed-semaphore.js';

test('a client runs a limited number of tasks at once, and all of them complete', async () => {
  const semaphore = new KeyedSemaphore(2, 100);
  let running = 0;
  let most = 0;
  const work = async (n: number) => {
    most = Math.max(most, ++running);
    await sleep(1);
    running--;
    return n;
  };
  const numbers = Array.from({ length: 20 }, (_, n) => n);
  expect(await Promise.all(numbers.map((n) => semaphore.run('one', () => work(n))))).toEqual(numbers);
  expect(most).toBe(2);
  await expect(semaphore.run('one', () => work(1))).resolves.toBe(1);
});

test('clients do not wait for each other', async () => {
  const semaphore = new KeyedSemaphore(1, 100);
  let end = () => {};
  const slow = semaphore.run('slow', () => new Promise<void>((resolve) => (end = resolve)));
  const behind = semaphore.run('slow', async () => 'behind');
  await expect(semaphore.run('quick', async () => 'quick')).resolves.toBe('quick');
  end();
  await slow;
  await expect(behind).resolves.toBe('behind');
});

test('a failed task releases its slot; if too many wait, the next one is refused', async () => {
  const semaphore = new KeyedSemaphore(1, 1);
  let fail = (_: Error) => {};
  const first = semaphore.run('one', () => new Promise((_, reject) => (fail = reject)));
  const second = semaphore.run('one', async () => 2);
  await expect(semaphore.run('one', async () => 3)).rejects.toMatchObject({ code: 'rate_limited' });
  fail(new Error('failed'));
  await expect(first).rejects.toThrow('failed');
  await expect(second).resolves.toBe(2);
});
