import { type Money, money } from '@corridor/kernel';
import { MissingFunds, needsOf } from './missing-funds.js';

const gbp = (minor: bigint) => money('GBP', minor);
const eur = (minor: bigint) => money('EUR', minor);

test('a fee adds to an amount of its currency', () => {
  expect(needsOf(gbp(5n), null)).toEqual([gbp(5n)]);
  expect(needsOf(gbp(5n), gbp(2n))).toEqual([gbp(7n)]);
  expect(needsOf(gbp(5n), eur(2n))).toEqual([gbp(5n), eur(2n)]);
});

test.each<[string, Money[], boolean]>([
  ['less', [gbp(99n)], false],
  ['as much', [gbp(100n)], true],
  ['more', [gbp(101n)], true],
  ['another currency', [eur(100n)], false],
  ['a fee in another currency as well', [gbp(100n), eur(1n)], true],
  ['one of two refused amounts', [eur(1n)], false],
  ['nothing', [], false],
])('after 100 GBP, and 50 GBP with 10 EUR, were refused: %s', (_, needs, isMissing) => {
  const missing = new MissingFunds();
  missing.add([gbp(100n)]);
  missing.add([gbp(50n), eur(10n)]);
  expect(missing.include(needs)).toBe(isMissing);
});

test('either of the two wallets may have been empty', () => {
  const missing = new MissingFunds();
  missing.add([gbp(50n), eur(10n)]);
  expect(missing.include([gbp(50n), eur(9n)])).toBe(false);
  expect(missing.include([gbp(50n), eur(10n)])).toBe(true);
});
