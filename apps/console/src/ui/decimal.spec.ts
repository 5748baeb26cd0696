import { readDecimal } from './decimal.js';

test.each([
  ['1000', 1000, 1000],
  ['1,000.50', 1000.5, null],
  ['1.000,50', null, 1000.5],
  ['1000.50', 1000.5, null],
  ['1000,50', null, 1000.5],
  ['1.000', 1, 1000],
  ['1,000', 1000, 1],
  ['1 000 000', 1_000_000, 1_000_000],
  ['-5', null, null],
  ['1e3', null, null],
  ['', null, null],
])('%j is %p in English and %p in German', (typed, english, german) => {
  expect(readDecimal(typed, 'en')).toBe(english);
  expect(readDecimal(typed, 'de')).toBe(german);
});
