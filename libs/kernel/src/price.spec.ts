import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { currencies, decimalPlaces } from './currency.js';
import { type Money, decimalText, fits, money } from './money.js';
import { type ConversionOrder, type Price, type Quote, marketPair, parPrice, priceOf } from './price.js';

const Exact = Decimal.clone({ precision: 80 });

const sell = (amount: Money, buyCcyCode: string): ConversionOrder => ({
  sellCcyCode: amount.ccyCode,
  buyCcyCode,
  fixedSide: 'SELL',
  amount,
});
const buy = (amount: Money, sellCcyCode: string): ConversionOrder => ({
  sellCcyCode,
  buyCcyCode: amount.ccyCode,
  fixedSide: 'BUY',
  amount,
});
const quoteOf = (base: string, quote: string, bid: string, mid: string, ask: string): Quote => ({
  base,
  quote,
  bid,
  mid,
  ask,
});

const eurusd = quoteOf('EUR', 'USD', '1.1', '1.2', '1.3');
const usdjpy = quoteOf('USD', 'JPY', '150.125', '150.25', '150.375');

test.each([
  ['EUR', 'USD'],
  ['EUR', 'GBP'],
  ['GBP', 'USD'],
  ['USD', 'JPY'],
])('%s comes before %s in the market', (base, quote) => {
  expect(marketPair(base, quote)).toEqual({ base, quote });
  expect(marketPair(quote, base)).toEqual({ base, quote });
});

describe('the price of an order', () => {
  it.each([
    ['sell 100.00 EUR at the bid', sell(money('EUR', 100_00n), 'USD'), eurusd, '1.1', 100_00n, 110_00n],
    ['sell 130.00 USD at the ask', sell(money('USD', 130_00n), 'EUR'), eurusd, '1.3', 130_00n, 100_00n],
    ['buy 100.00 EUR at the ask', buy(money('EUR', 100_00n), 'USD'), eurusd, '1.3', 130_00n, 100_00n],
    ['buy 110.00 USD at the bid', buy(money('USD', 110_00n), 'EUR'), eurusd, '1.1', 100_00n, 110_00n],
    ['sell to a currency without decimals', sell(money('USD', 100n), 'JPY'), usdjpy, '150.125', 100n, 150n],
    ['a half goes to the even side, down', sell(money('USD', 4_00n), 'JPY'), usdjpy, '150.125', 4_00n, 600n],
    ['a half goes to the even side, up', sell(money('USD', 12_00n), 'JPY'), usdjpy, '150.125', 12_00n, 1802n],
    ['no rounding beats the mid', buy(money('JPY', 1n), 'USD'), usdjpy, '150.125', 1n, 1n],
  ])('%s', (_what, order, quote, rate, sold, bought) => {
    expect(priceOf(order, quote)).toEqual({
      ccyPair: quote.base + quote.quote,
      rate,
      sellAmount: money(order.sellCcyCode, sold),
      buyAmount: money(order.buyCcyCode, bought),
    });
  });

  it('is rounded against the client if half-even would beat the mid', () => {
    const flat = quoteOf('EUR', 'USD', '1.2', '1.2', '1.2');
    // 0.03 EUR are worth 0.036 USD, 0.02 EUR are worth 0.024 USD
    expect(priceOf(sell(money('EUR', 3n), 'USD'), flat)?.buyAmount).toEqual(money('USD', 3n));
    expect(priceOf(buy(money('EUR', 2n), 'USD'), flat)?.sellAmount).toEqual(money('USD', 3n));
  });

  it('is null if the other side would be zero or too large', () => {
    expect(priceOf(sell(money('JPY', 1n), 'USD'), quoteOf('USD', 'JPY', '250', '260', '270'))).toBeNull();
    expect(priceOf(sell(money('EUR', 0n), 'USD'), eurusd)).toBeNull();
    expect(priceOf(sell(money('EUR', -5n), 'USD'), eurusd)).toBeNull();
    const most = 10n ** 14n - 1n;
    expect(priceOf(sell(money('USD', most), 'JPY'), usdjpy)).toBeNull();
    expect(priceOf(buy(money('USD', most), 'JPY'), usdjpy)).toBeNull();
    expect(priceOf(sell(money('EUR', most), 'USD'), quoteOf('EUR', 'USD', '1', '1', '1'))).not.toBeNull();
  });

  it('is a defect for a quote of another pair or an amount of the wrong side', () => {
    const euro = money('EUR', 100n);
    expect(() => priceOf(sell(euro, 'USD'), usdjpy)).toThrow(
      new RangeError('USDJPY is no quote for EUR and USD'),
    );
    expect(() => priceOf(sell(euro, 'GBP'), eurusd)).toThrow(RangeError);
    expect(() => priceOf(sell(euro, 'EUR'), quoteOf('EUR', 'EUR', '1', '1', '1'))).toThrow(RangeError);
    expect(() => priceOf({ ...sell(euro, 'USD'), fixedSide: 'BUY' }, eurusd)).toThrow(
      new RangeError('USD is fixed, not EUR'),
    );
  });

  it('within one currency is par', () => {
    const amount = money('GBP', 1n);
    expect(parPrice(sell(amount, 'GBP'))).toEqual({
      ccyPair: 'GBPGBP',
      rate: '1',
      buyAmount: amount,
      sellAmount: amount,
    });
  });
});

describe('every price', () => {
  it('keeps the fixed side exact and the other within one minor unit of the rate, both above zero', () => {
    fc.assert(
      fc.property(anyOrder(), ({ order, quote }) => {
        const price = priceOf(order, quote);
        if (!price) return;
        const { fixed, other } = sides(order, price);
        expect(fixed).toEqual(order.amount);
        expect(fixed.minor > 0n && other.minor > 0n && fits(other)).toBe(true);
        expect(
          exactly(other)
            .minus(worth(fixed, price.rate, quote))
            .abs()
            .lt(unit(other)),
        ).toBe(true);
      }),
    );
  });

  it('is rounded half-even, unless that beats the mid', () => {
    fc.assert(
      fc.property(anyOrder(), ({ order, quote }) => {
        const price = priceOf(order, quote);
        if (!price) return;
        const { fixed, other } = sides(order, price);
        const even = worth(fixed, price.rate, quote).toDecimalPlaces(
          decimalPlaces(other.ccyCode),
          Decimal.ROUND_HALF_EVEN,
        );
        const sold = order.fixedSide === 'SELL';
        const atMid = worth(fixed, quote.mid, quote);
        expect(sold ? exactly(other).lte(atMid) : exactly(other).gte(atMid)).toBe(true);
        if (sold ? even.lte(atMid) : even.gte(atMid)) expect(exactly(other)).toEqual(even);
      }),
    );
  });

  it('uses the rate that is worse for the client', () => {
    fc.assert(
      fc.property(anyOrder(), ({ order, quote }) => {
        const price = priceOf(order, quote);
        if (price) expect(price.rate).toBe(order.sellCcyCode === quote.base ? quote.bid : quote.ask);
      }),
    );
  });

  it('is null only below one minor unit or above twelve digits', () => {
    fc.assert(
      fc.property(anyOrder(), ({ order, quote }) => {
        if (priceOf(order, quote)) return;
        const otherCcy = order.fixedSide === 'SELL' ? order.buyCcyCode : order.sellCcyCode;
        const rate = order.sellCcyCode === quote.base ? quote.bid : quote.ask;
        const other = worth(order.amount, rate, quote);
        expect(other.lt(unit(money(otherCcy, 1n))) || other.gt('999999999998')).toBe(true);
      }),
    );
  });
});

describe('a round trip', () => {
  it('never profits at one quote, whichever sides are fixed', () => {
    fc.assert(
      fc.property(anyOrder(), fc.boolean(), ({ order, quote }, sellsBack) => {
        const there = priceOf(order, quote);
        if (!there) return;
        const back = priceOf(
          sellsBack
            ? sell(there.buyAmount, there.sellAmount.ccyCode)
            : buy(there.sellAmount, there.buyAmount.ccyCode),
          quote,
        );
        if (!back) return;
        expect(back.sellAmount.minor >= there.buyAmount.minor).toBe(true);
        expect(back.buyAmount.minor <= there.sellAmount.minor).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  it('never profits over a ring of currencies, however the client orders', () => {
    fc.assert(
      fc.property(anyRing(), fc.bigInt({ min: 1n, max: 10n ** 12n }), ({ ring, spread, values }, minor) => {
        const start = money(ring[0]!, minor);
        const end = [...ring.slice(1), ring[0]!].reduce<Money | null>(
          (held, ccyCode) =>
            held && mostOf(ccyCode, held, consistentQuote(held.ccyCode, ccyCode, values, spread)),
          start,
        );
        if (end) expect(end.minor <= start.minor).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
});

/** The best result for a client: it sells everything, or buys a little more if that costs no more. */
function mostOf(ccyCode: string, held: Money, quote: Quote): Money | null {
  const got = priceOf(sell(held, ccyCode), quote)?.buyAmount ?? money(ccyCode, 0n);
  for (const more of [2n, 1n]) {
    const wanted = money(ccyCode, got.minor + more);
    const cost = priceOf(buy(wanted, held.ccyCode), quote)?.sellAmount;
    if (cost && cost.minor <= held.minor) return wanted;
  }
  return got.minor > 0n ? got : null;
}

/** Two currencies, an order in them and a quote of up to 8 digits, between 1e-7 and 1e7, with a spread of 0 to 20 %. */
function anyOrder() {
  const pair = fc.subarray([...currencies.keys()], { minLength: 2, maxLength: 2 });
  const rate = fc
    .tuple(fc.integer({ min: 1, max: 99_999_999 }), fc.integer({ min: -7, max: 0 }))
    .map(([digits, exponent]) => new Exact(`${digits}e${exponent}`));
  const minor = fc.oneof(fc.bigInt({ min: 1n, max: 1_000n }), fc.bigInt({ min: 1n, max: 10n ** 15n - 1n }));
  return fc
    .tuple(pair, fc.boolean(), fc.boolean(), rate, fc.nat(2_000), minor)
    .map(([[one = '', other = ''], swapped, sells, mid, spread, minor]) => {
      const { base, quote } = marketPair(one, other);
      const [from, to] = swapped ? [one, other] : [other, one];
      const fixed = money(from, minor % 10n ** BigInt(12 + decimalPlaces(from)) || 1n);
      const order: ConversionOrder = sells ? sell(fixed, to) : buy(fixed, to);
      return { order, quote: around(base, quote, mid, spread) };
    });
}

/**
 * Up to five currencies with a value each, so that all pairs are consistent, and one spread in hundredths of a percent.
 */
function anyRing() {
  const value = fc
    .tuple(fc.integer({ min: 1, max: 9_999 }), fc.integer({ min: -7, max: 0 }))
    .map(([digits, exponent]) => new Exact(`${digits}e${exponent}`));
  return fc.subarray([...currencies.keys()], { minLength: 2, maxLength: 5 }).chain((ring) =>
    fc.record({
      ring: fc.shuffledSubarray(ring, { minLength: 2 }),
      spread: fc.oneof(fc.constant(0), fc.nat(100)),
      values: fc
        .array(value, { minLength: ring.length, maxLength: ring.length })
        .map((all) => new Map(ring.map((ccyCode, i) => [ccyCode, all[i]!]))),
    }),
  );
}

function consistentQuote(a: string, b: string, values: ReadonlyMap<string, Decimal>, spread: number): Quote {
  const { base, quote } = marketPair(a, b);
  return around(base, quote, values.get(base)!.div(values.get(quote)!), spread);
}

const around = (base: string, quote: string, mid: Decimal, spread: number): Quote =>
  quoteOf(
    base,
    quote,
    mid
      .times(10_000 - spread)
      .div(10_000)
      .toFixed(),
    mid.toFixed(),
    mid
      .times(10_000 + spread)
      .div(10_000)
      .toFixed(),
  );

const sides = ({ fixedSide }: ConversionOrder, { sellAmount, buyAmount }: Price) =>
  fixedSide === 'SELL' ? { fixed: sellAmount, other: buyAmount } : { fixed: buyAmount, other: sellAmount };

const exactly = (amount: Money) => new Exact(decimalText(amount));
const unit = ({ ccyCode }: Money) => new Exact(10).pow(-decimalPlaces(ccyCode));
const worth = (amount: Money, rate: string, { base }: Quote) =>
  amount.ccyCode === base ? exactly(amount).times(rate) : exactly(amount).div(rate);
