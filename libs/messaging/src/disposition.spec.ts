import { type Disposition, Interest, type LaterGeneration } from './disposition.js';

/** This build handles version 2 of `a`, and its contracts know `a`, `b` and `c`. */
const handled = { a: 2 };
const known = ['a', 'b', 'c'];
const later = (types: Record<string, number>, isAlive: boolean): LaterGeneration => ({ types, isAlive });

const none: LaterGeneration[] = [];
const alive = [later({ a: 3, b: 1 }, true)];
const gone = [later({ a: 3, b: 1, new: 1 }, false)];
const bothWays = [later({ b: 1 }, false), later({ b: 2, new: 1 }, true)];

test.each<[string, number, LaterGeneration[], Disposition]>([
  // handled here: whatever the others do
  ['a', 1, none, 'deliver'],
  ['a', 2, none, 'deliver'],
  ['a', 2, alive, 'deliver'],
  ['a', 2, gone, 'deliver'],
  ['a', 3, none, 'hold'],
  ['a', 3, alive, 'hold'],
  ['a', 3, gone, 'hold'],
  // known, and not handled here
  ['b', 1, none, 'skip'],
  ['b', 1, alive, 'hold'],
  ['b', 2, alive, 'hold'],
  ['b', 1, gone, 'keep'],
  ['b', 1, bothWays, 'hold'],
  ['c', 1, alive, 'skip'],
  ['c', 9, alive, 'skip'],
  // unknown
  ['new', 1, none, 'keep'],
  ['new', 1, alive, 'keep'],
  ['new', 1, gone, 'keep'],
  ['new', 1, bothWays, 'hold'],
  // of a name that every object has
  ['toString', 1, gone, 'keep'],
])('%s in version %s', (type, dataversion, generations, disposition) => {
  expect(new Interest(handled, known, generations).of({ type, dataversion })).toBe(disposition);
});

test('messages without a handler need not be delivered', () => {
  expect(new Interest(handled, known, none).skipped).toEqual(['b', 'c']);
  expect(new Interest(handled, known, alive).skipped).toEqual(['c']);
  expect(new Interest(handled, known, gone).skipped).toEqual(['c']);
});

test('kept messages block their stream if this build or a running one delivers them', () => {
  expect(new Interest(handled, known, none).ordered).toEqual(['a']);
  expect(new Interest(handled, known, alive).ordered).toEqual(['a', 'b']);
  expect(new Interest(handled, known, gone).ordered).toEqual(['a']);
});
