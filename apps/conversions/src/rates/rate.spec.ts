import { SimulatedMarket } from '@corridor/conversions-contract';
import type { Quote } from '@corridor/kernel';
import fc from 'fast-check';
import { rateOf, ratesOf } from './rate.js';

const quotes: readonly Quote[] = [
  { base: 'EUR', quote: 'USD', bid: '1.0795', mid: '1.08', ask: '1.0805' },
  { base: 'EUR', quote: 'JPY', bid: '161.9', mid: '162', ask: '162.1' },
];

describe('rate', () => {
  it('sells at the bid and buys at the ask', () => {
    expect(rateOf(quotes, 'EURUSD')).toEqual({
      ccyPair: 'EURUSD',
      baseCcy: 'EUR',
      quoteCcy: 'USD',
      sellRate: 1.0795,
      buyRate: 1.0805,
    });
  });

  it('inverts the quote for a pair against the market order', () => {
    expect(rateOf(quotes, 'USDEUR')).toMatchObject({ sellRate: 0.925497, buyRate: 0.926355 });
    expect(rateOf(quotes, 'JPYEUR')).toMatchObject({ sellRate: 0.00616903, buyRate: 0.00617666 });
  });

  it('is one for a currency with itself, and null for an unknown one', () => {
    expect(rateOf(quotes, 'USDUSD')).toMatchObject({ sellRate: 1, buyRate: 1 });
    expect(rateOf(quotes, 'XXXUSD')).toBeNull();
    expect(rateOf(quotes, 'XXXXXX')).toBeNull();
  });

  it('returns the pairs in the requested order, each once', () => {
    const { data, notQuoted } = ratesOf(quotes, ['USDJPY', 'AAABBB', 'EURUSD', 'USDJPY', 'AAABBB', 'EURAAA']);
    expect(data.map(({ ccyPair }) => ccyPair)).toEqual(['USDJPY', 'EURUSD']);
    expect(notQuoted).toEqual(['AAABBB', 'EURAAA']);
  });

  it('keeps sell ≤ buy in both orders of every pair, and neither order beats the other', () => {
    const market = new SimulatedMarket().quotes(new Date('2026-11-21T09:30:00Z'));
    const anyCurrency = fc.constantFrom('EUR', ...market.map(({ quote }) => quote));
    fc.assert(
      fc.property(anyCurrency, anyCurrency, (a, b) => {
        const [there, back] = [rateOf(market, a + b)!, rateOf(market, b + a)!];
        expect(there.sellRate).toBeLessThanOrEqual(there.buyRate);
        expect(there.sellRate * back.sellRate).toBeLessThanOrEqual(1);
        expect(there.buyRate * back.buyRate).toBeGreaterThanOrEqual(1);
      }),
      { numRuns: 1000 },
    );
  });
});
