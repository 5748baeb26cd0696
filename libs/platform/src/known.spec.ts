import type { Clock } from '@corridor/kernel';
import { Known } from './known.js';

let now = Date.UTC(2026, 10, 21);
const clock = { now: () => new Date(now) } as Clock;
let reads: { key: string; ends: (value: string) => void; fails: (error: Error) => void }[];
let known: Known<string>;
beforeEach(() => {
  reads = [];
  known = new Known(clock, (key) => new Promise((ends, fails) => void reads.push({ key, ends, fails })));
});

test('is read once in a second for each key, by all who ask', async () => {
  const asked = [known.of('a'), known.of('a'), known.of('b')];
  expect(reads.map(({ key }) => key)).toEqual(['a', 'b']);
  reads[0]!.ends('1');
  reads[1]!.ends('2');
  expect(await Promise.all(asked)).toEqual(['1', '1', '2']);
  now += 999;
  expect(await known.of('a')).toBe('1');
  now += 1;
  void known.of('a');
  expect(reads).toHaveLength(3);
});

test('is read again after a change, also after one during the read', async () => {
  const before = known.of('a');
  known.forget();
  const after = known.of('a');
  reads[1]!.ends('new');
  reads[0]!.ends('old');
  expect([await before, await after, await known.of('a')]).toEqual(['old', 'new', 'new']);
});

test('keeps no read that failed, nor loses a later one by it', async () => {
  const failed = known.of('a');
  known.forget();
  const later = known.of('a');
  reads[0]!.fails(new Error('the connection ended'));
  await expect(failed).rejects.toThrow('ended');
  reads[1]!.ends('later');
  expect([await later, await known.of('a')]).toEqual(['later', 'later']);
  now += 1_000;
  const again = known.of('a');
  reads[2]!.fails(new Error('the connection ended'));
  await expect(again).rejects.toThrow('ended');
  void known.of('a');
  expect(reads).toHaveLength(4);
});
