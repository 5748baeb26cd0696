import { type Offer, SimulatedMarket } from '@corridor/conversions-contract';
import fc from 'fast-check';
import { rateOf, ratesOf } from './rate.js';

const market: Offer = {
  halted: [],
  plan: null,
  quotes: [
    { base: 'EUR', quote: 'USD', bid: '1.0795', mid: '1.08', ask: '1.0805' },
    { base: 'EUR', quote: 'JPY', bid: '161.9', mid: '162', ask: '162.1' },
  ],
};

describe('rate', () => {
  it('sells at the bid and buys at the ask', () => {
    expect(rateOf(market, 'EURUSD')).toEqual({
      ccyPair: 'EURUSD',
      baseCcy: 'EUR',
      quoteCcy: 'USD',
      sellRate: 1.0795,
      buyRate: 1.0805,
    });
  });

  it('inverts the quote for a pair against the market order', () => {
    expect(rateOf(market, 'USDEUR')).toMatchObject({ sellRate: 0.925497, buyRate: 0.926355 });
    expect(rateOf(market, 'JPYEUR')).toMatchObject({ sellRate: 0.00616903, buyRate: 0.00617666 });
  });

  it('is one for a currency with itself, and null for an unknown one', () => {
    expect(rateOf(market, 'USDUSD')).toMatchObject({ sellRate: 1, buyRate: 1 });
    expect(rateOf(market, 'XXXUSD')).toBeNull();
    expect(rateOf(market, 'XXXXXX')).toBeNull();
  });

  it('returns the pairs in the requested order, each once', () => {
    const { data, notQuoted } = ratesOf(market, ['USDJPY', 'AAABBB', 'EURUSD', 'USDJPY', 'AAABBB', 'EURAAA']);
    expect(data.map(({ ccyPair }) => ccyPair)).toEqual(['USDJPY', 'EURUSD']);
    expect(notQuoted).toEqual(['AAABBB', 'EURAAA']);
  });

  it('is missing for a halted pair, and for all that are computed from one with EUR', () => {
    const all = { quotes: market.quotes, halted: ['USDJPY'], plan: null };
    expect(ratesOf(all, ['USDJPY', 'JPYUSD', 'EURUSD']).notQuoted).toEqual(['USDJPY', 'JPYUSD']);
    const withoutYen = { quotes: market.quotes.slice(0, 1), halted: ['EURJPY'], plan: null };
    expect(ratesOf(withoutYen, ['USDJPY', 'EURJPY', 'EURUSD', 'JPYJPY'])).toMatchObject({
      data: [{ ccyPair: 'EURUSD' }, { ccyPair: 'JPYJPY', sellRate: 1, buyRate: 1 }],
      notQuoted: ['USDJPY', 'EURJPY'],
    });
  });

  it('keeps sell ≤ buy in both orders of every pair, and neither order beats the other', () => {
    const quotes = new SimulatedMarket().quotes(new Date('2026-11-21T09:30:00Z'));
    const simulated: Offer = { quotes, halted: [], plan: null };
    const anyCurrency = fc.constantFrom('EUR', ...quotes.map(({ quote }) => quote));
    fc.assert(
      fc.property(anyCurrency, anyCurrency, (a, b) => {
        const [there, back] = [rateOf(simulated, a + b)!, rateOf(simulated, b + a)!];
        expect(there.sellRate).toBeLessThanOrEqual(there.buyRate);
        expect(there.sellRate * back.sellRate).toBeLessThanOrEqual(1);
        expect(there.buyRate * back.buyRate).toBeGreaterThanOrEqual(1);
      }),
      { numRuns: 1000 },
    );
  });
});
