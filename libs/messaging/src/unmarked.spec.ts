import type { Published } from './carrier.js';
import { Unmarked } from './unmarked.js';

const message = (seq: number): Published => ({
  type: 'conversion.booked',
  streamId: `stream ${seq}`,
  version: 1,
  json: '{}',
  seq: BigInt(seq),
});

test('nothing is due before something was published', () => {
  const unmarked = new Unmarked(3);
  expect(unmarked.dueInMs(1_000)).toBe(Infinity);
  expect(unmarked.take()).toEqual([]);
});

test('a mark is due 100 ms after the first message, whatever follows', () => {
  const unmarked = new Unmarked(3);
  unmarked.add([message(1)], 1_000);
  expect(unmarked.dueInMs(1_000)).toBe(100);
  unmarked.add([message(2)], 1_060);
  expect(unmarked.dueInMs(1_060)).toBe(40);
  expect(unmarked.dueInMs(1_130)).toBe(-30);
});

test('a mark is due at once when there are enough messages', () => {
  const unmarked = new Unmarked(3);
  unmarked.add([message(1), message(2)], 1_000);
  expect(unmarked.dueInMs(1_000)).toBe(100);
  unmarked.add([message(3)], 1_000);
  expect(unmarked.dueInMs(1_000)).toBe(0);
  unmarked.add([message(4)], 1_000);
  expect(unmarked.dueInMs(1_000)).toBe(0);
});

test('all are taken in their order, once, and the time begins again', () => {
  const unmarked = new Unmarked(3);
  unmarked.add([message(1), message(2)], 1_000);
  unmarked.add([message(3)], 1_050);
  expect(unmarked.take()).toEqual([message(1), message(2), message(3)]);
  expect([unmarked.take(), unmarked.dueInMs(1_050)]).toEqual([[], Infinity]);
  unmarked.add([message(4)], 2_000);
  expect(unmarked.dueInMs(2_000)).toBe(100);
  expect(unmarked.take()).toEqual([message(4)]);
});
