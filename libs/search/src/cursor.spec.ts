import { decodeCursor, encodeCursor, keysOf } from './cursor.js';
import { sample } from './sample.fixture.js';
import type { Sort } from './sort.js';

const order: Sort[] = [
  { field: sample.get('amount'), order: 'DESC' },
  { field: sample.get('note'), order: 'ASC' },
  { field: sample.get('id'), order: 'ASC' },
];
const cursor = { keys: ['12.5', null, 'x_1'], offset: 25, total: 1000 };
const text = encodeCursor(cursor, 'scope');

test('a cursor survives a round trip, only for its own search', () => {
  expect(decodeCursor(text, 'scope', order)).toEqual(cursor);
  expect(decodeCursor(text, 'another', order)).toBeNull();
  expect(decodeCursor(text, 'scope', order.slice(1))).toBeNull();
  expect(text).toMatch(/^[\w-]+$/);
});

test('every change makes it invalid', () => {
  for (let i = 0; i < text.length; i++) {
    const changed = text.slice(0, i) + (text[i] === 'A' ? 'B' : 'A') + text.slice(i + 1);
    // The last character has unused bits.
    if (i < text.length - 1) expect([i, decodeCursor(changed, 'scope', order)]).toEqual([i, null]);
  }
  for (const other of ['', 'x', 'W10', text.slice(1), `${text}xx`])
    expect(decodeCursor(other, 'scope', order)).toBeNull();
});

test.each<[string, (string | null)[], number, number]>([
  ['a number that is none', ['much', null, 'x_1'], 0, 1],
  ['null where nothing is null', [null, null, 'x_1'], 0, 1],
  ['NUL', ['1', 'a\0', 'x_1'], 0, 1],
  ['too few keys', ['1', null], 0, 1],
  ['an offset below zero', ['1', null, 'x_1'], -1, 1],
  ['half a record', ['1', null, 'x_1'], 0, 1.5],
])('one that somebody made of %s is none', (_, keys, offset, total) => {
  expect(decodeCursor(encodeCursor({ keys, offset, total }, 'scope'), 'scope', order)).toBeNull();
});

test('keys are read from a record', () => {
  expect(keysOf({ id: 'x_1', amount: 12.5, note: null }, order)).toEqual(['12.5', null, 'x_1']);
  expect(
    keysOf({ id: 'x_1', amount: 0.0000001, place: null }, [
      { field: sample.get('place.City'), order: 'ASC' },
    ]),
  ).toEqual([null]);
});
