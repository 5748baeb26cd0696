import fc from 'fast-check';
import { currencies } from './currency.js';
import {
  add,
  decimalText,
  fits,
  fromResource,
  money,
  negate,
  parseAmount,
  subtract,
  toResource,
  zero,
} from './money.js';

const anyCurrency = fc.constantFrom(...currencies.keys());
const places = (ccyCode: string) => currencies.get(ccyCode)!.decimalPlaces;
/** Every amount that the API accepts: 12 integer digits and the currency's decimals, of either sign. */
const anyMoney = anyCurrency.chain((ccyCode) => {
  const most = 10n ** BigInt(12 + places(ccyCode)) - 1n;
  return fc.bigInt({ min: -most, max: most }).map((minor) => money(ccyCode, minor));
});

/** Any double, often one with a short decimal form. */
const anyNumber = fc.oneof(
  fc.double(),
  fc.tuple(fc.maxSafeInteger(), fc.nat(8)).map(([digits, places]) => Number(`${digits}e-${places}`)),
);

describe('an amount read from a JSON number', () => {
  it.each([
    ['GBP', 0, 0n],
    ['GBP', -0, 0n],
    ['GBP', 1.1, 110n],
    ['GBP', 4.35, 435n],
    ['GBP', 1.005e2, 10050n],
    ['GBP', -12.3, -1230n],
    ['GBP', 999_999_999_999.99, 99_999_999_999_999n],
    ['GBP', 1e11, 10_000_000_000_000n],
    ['JPY', 1500, 1500n],
    ['JPY', 999_999_999_999, 999_999_999_999n],
    ['KWD', 0.001, 1n],
    ['KWD', 999_999_999_999.999, 999_999_999_999_999n],
  ])('%s %d', (ccyCode, value, minor) => {
    expect(parseAmount(ccyCode, value)).toEqual(money(ccyCode, minor));
  });

  it.each([
    ['JPY', 0.5],
    ['JPY', 1500.01],
    ['GBP', 0.001],
    ['GBP', 1e-7],
    ['GBP', 0.1 + 0.2],
    ['GBP', 0.1 + 0.7],
    ['GBP', Number.MIN_VALUE],
    ['KWD', 0.0001],
    ['KWD', 1.5e-7],
  ])('%s %d has too many decimals', (ccyCode, value) => {
    expect(parseAmount(ccyCode, value)).toBe('too_many_decimals');
    expect(parseAmount(ccyCode, -value)).toBe('too_many_decimals');
  });

  it.each([
    ['GBP', 1e12],
    ['JPY', 1e12],
    ['KWD', 1_000_000_000_000.5],
    ['GBP', 1e21],
    ['GBP', 1.5e300],
    ['GBP', Number.MAX_VALUE],
  ])('%s %d is too large', (ccyCode, value) => {
    expect(parseAmount(ccyCode, value)).toBe('too_large');
    expect(parseAmount(ccyCode, -value)).toBe('too_large');
  });

  it.each([NaN, Infinity, -Infinity, '12', null, undefined, [], 12n])('%p is not a number', (value) => {
    expect(parseAmount('GBP', value as number)).toBe('not_a_number');
  });

  it('is a defect in an unknown currency', () => {
    expect(() => parseAmount('XXX', 1)).toThrow(RangeError);
  });

  it('is exact or refused, never rounded', () => {
    fc.assert(
      fc.property(anyCurrency, anyNumber, (ccyCode, value) => {
        const amount = parseAmount(ccyCode, value);
        if (typeof amount === 'string') return;
        expect(toResource(amount).value).toBe(value === 0 ? 0 : value);
      }),
    );
  });
});

describe('a serialized amount', () => {
  it('is parsed to the same amount', () => {
    fc.assert(
      fc.property(anyMoney, (amount) => {
        expect(parseAmount(amount.ccyCode, toResource(amount).value)).toEqual(amount);
      }),
    );
  });

  it('is the decimal, also in JSON', () => {
    fc.assert(
      fc.property(anyMoney, (amount) => {
        const json = JSON.stringify(toResource(amount).value);
        expect(json).toBe(
          decimalText(amount)
            .replace(/(\.\d*?)0+$/, '$1')
            .replace(/\.$/, ''),
        );
      }),
    );
  });

  it('has no negative zero', () => {
    expect(Object.is(toResource(negate(zero('GBP'))).value, 0)).toBe(true);
    expect(toResource(money('USD', -5n))).toEqual({ ccyCode: 'USD', value: -0.05 });
  });
});

describe('decimal text', () => {
  it.each([
    ['GBP', 1230n, '12.30'],
    ['GBP', -1230n, '-12.30'],
    ['GBP', 5n, '0.05'],
    ['GBP', -5n, '-0.05'],
    ['GBP', 0n, '0.00'],
    ['JPY', 1500n, '1500'],
    ['JPY', -1n, '-1'],
    ['JPY', 0n, '0'],
    ['KWD', 5n, '0.005'],
    ['KWD', 12_345n, '12.345'],
  ])('%s %d is %s', (ccyCode, minor, text) => {
    expect(decimalText(money(ccyCode, minor))).toBe(text);
  });
});

test.each([
  ['GBP', 10n ** 14n - 1n, true],
  ['GBP', 10n ** 14n, false],
  ['JPY', 10n ** 12n - 1n, true],
  ['JPY', 10n ** 12n, false],
  ['KWD', 10n ** 15n - 1n, true],
  ['KWD', 10n ** 15n, false],
  ['GBP', 0n, true],
])('twelve integer digits fit, of either sign: %s %d %s', (ccyCode, minor, isFitting) => {
  expect(fits(money(ccyCode, minor))).toBe(isFitting);
  expect(fits(money(ccyCode, -minor))).toBe(isFitting);
});

describe('sums', () => {
  it('are exact beyond what a number holds', () => {
    expect(add(money('GBP', 2n ** 60n), money('GBP', 1n))).toEqual(money('GBP', 2n ** 60n + 1n));
    expect(subtract(money('GBP', 100n), money('GBP', 250n))).toEqual(money('GBP', -150n));
  });

  it('are inverse to each other', () => {
    fc.assert(
      fc.property(anyMoney, fc.bigInt(), (amount, minor) => {
        const other = money(amount.ccyCode, minor);
        expect(subtract(add(amount, other), other)).toEqual(amount);
        expect(add(amount, negate(amount))).toEqual(zero(amount.ccyCode));
      }),
    );
  });

  it('of two currencies are a defect', () => {
    expect(() => add(money('GBP', 1n), money('USD', 1n))).toThrow(new RangeError('cannot add GBP and USD'));
    expect(() => subtract(money('GBP', 1n), money('USD', 1n))).toThrow(RangeError);
  });
});

describe('an amount of a record', () => {
  it('survives a round trip', () =>
    fc.assert(fc.property(anyMoney, (amount) => expect(fromResource(toResource(amount))).toEqual(amount))));

  it('is a defect if it is not an amount', () =>
    expect(() => fromResource({ ccyCode: 'JPY', value: 0.5 })).toThrow(
      new RangeError('0.5 JPY is too_many_decimals'),
    ));
});
