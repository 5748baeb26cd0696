import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { cross, isWorthMore } from './cross-rate.js';
import { money } from './money.js';
import type { Quote } from './price.js';

const euro = (quote: string, bid: string, mid: string, ask: string): Quote => ({
  base: 'EUR',
  quote,
  bid,
  mid,
  ask,
});

const quotes = [
  euro('USD', '1.0795', '1.08', '1.0805'),
  euro('GBP', '0.8495', '0.85', '0.8505'),
  euro('JPY', '161.9', '162', '162.1'),
  euro('KWD', '0.331', '0.332', '0.333'),
];

describe('cross rate', () => {
  it('is the quote itself against the euro', () => {
    expect(cross(quotes, 'EUR', 'USD')).toEqual(quotes[0]);
  });

  it('crosses two others through the euro, bid rounded down and ask up', () => {
    expect(cross(quotes, 'GBP', 'USD')).toEqual({
      base: 'GBP',
      quote: 'USD',
      bid: '1.269253', // 1.0795 / 0.8505 = 1.26925338…
      mid: '1.270588', // 1.08 / 0.85 = 1.27058823…
      ask: '1.271925', // 1.0805 / 0.8495 = 1.27192466…
    });
  });

  it('is in market order, in whichever order the currencies are given', () => {
    expect(cross(quotes, 'USD', 'GBP')).toEqual(cross(quotes, 'GBP', 'USD'));
    expect(cross(quotes, 'JPY', 'EUR')).toMatchObject({ base: 'EUR', quote: 'JPY', mid: '162' });
  });

  it('keeps six digits of a tiny rate', () => {
    expect(cross(quotes, 'JPY', 'KWD')).toMatchObject({ base: 'JPY', quote: 'KWD', mid: '0.00204938' });
  });

  it('is one for a currency with itself', () => {
    for (const currency of ['EUR', 'USD'])
      expect(cross(quotes, currency, currency)).toEqual({
        base: currency,
        quote: currency,
        bid: '1',
        mid: '1',
        ask: '1',
      });
  });

  it('is null when one of the two is not quoted', () => {
    for (const [a, b] of [
      ['EUR', 'CHF'],
      ['CHF', 'USD'],
      ['CHF', 'CHF'],
      ['EUR', ''],
    ] as const)
      expect(cross(quotes, a, b)).toBeNull();
  });

  const anyQuotes = fc
    .tuple(...['USD', 'GBP', 'JPY', 'KWD'].map(anyQuote))
    .map((all): readonly Quote[] => all);
  const anyCurrency = fc.constantFrom('EUR', 'USD', 'GBP', 'JPY', 'KWD');

  it('keeps bid ≤ mid ≤ ask, with six decimals, or as many as six digits need', () => {
    fc.assert(
      fc.property(anyQuotes, anyCurrency, anyCurrency, (quotes, a, b) => {
        const { bid, mid, ask } = cross(quotes, a, b)!;
        expect(new Decimal(bid).gt(0)).toBe(true);
        expect(new Decimal(bid).lte(mid)).toBe(true);
        expect(new Decimal(mid).lte(ask)).toBe(true);
        for (const rate of [bid, mid, ask])
          expect(new Decimal(rate).dp()).toBeLessThanOrEqual(Math.max(6, 5 - new Decimal(bid).e));
      }),
    );
  });

  it('lets no ring of currencies make a profit', () => {
    fc.assert(
      fc.property(anyQuotes, anyCurrency, anyCurrency, anyCurrency, (quotes, a, b, c) => {
        const exchange = (from: string, to: string) => {
          const quote = cross(quotes, from, to)!;
          return from === quote.base ? new Decimal(quote.bid) : new Decimal(1).div(quote.ask);
        };
        const back = exchange(a, b).times(exchange(b, c)).times(exchange(c, a));
        expect(back.toDecimalPlaces(15).lte(1)).toBe(true);
      }),
    );
  });
});

/** Rates from a ten-thousandth to ten thousand, spreads up to 5 %. */
function anyQuote(currency: string) {
  return fc
    .tuple(fc.integer({ min: 100, max: 10_000_000_000 }), fc.integer({ min: 0, max: 500 }))
    .map(([millionths, spread]) => {
      const mid = new Decimal(millionths).div(1_000_000);
      const at = (factor: number) => mid.times(factor).div(10_000).toFixed();
      return euro(currency, at(10_000 - spread), mid.toFixed(), at(10_000 + spread));
    });
}

describe('an amount and a limit', () => {
  it.each([
    [money('GBP', 500_00n), money('GBP', 500_00n), false],
    [money('GBP', 500_01n), money('GBP', 500_00n), true],
    [money('EUR', 588_23n), money('GBP', 500_00n), false], // 499.9955
    [money('EUR', 588_24n), money('GBP', 500_00n), true], // 500.004
    [money('USD', 108n), money('GBP', 85n), false], // exactly the same
    [money('USD', 109n), money('GBP', 85n), true],
    [money('JPY', 163n), money('EUR', 100n), true],
    [money('XXX', 1n), money('XXX', 1n), false],
    [money('XXX', 1n), money('GBP', 1n), null],
    [money('GBP', 1n), money('XXX', 1n), null],
  ])('%p, %p: %p', (amount, limit, expected) => {
    expect(isWorthMore(amount, limit, quotes)).toBe(expected);
  });
});
