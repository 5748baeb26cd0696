import { Decimal } from 'decimal.js';
import type { RateSource } from './rate-source.js';
import { SimulatedMarket } from './simulated-market.js';

/** What every adapter of the port guarantees. */
describe.each<[string, () => RateSource]>([['simulated market', () => new SimulatedMarket()]])(
  'rate source: %s',
  (_, open) => {
    const at = new Date('2026-11-21T09:30:00Z');

    it('quotes each currency once, against the euro', () => {
      const quotes = open().quotes(at);
      expect(quotes.length).toBeGreaterThan(0);
      expect(new Set(quotes.map(({ base }) => base))).toEqual(new Set(['EUR']));
      expect(new Set(quotes.map(({ quote }) => quote)).size).toBe(quotes.length);
      for (const { quote } of quotes) expect(quote).toMatch(/^(?!EUR)[A-Z]{3}$/);
    });

    it('keeps 0 < bid ≤ mid ≤ ask, as plain decimals', () => {
      for (const { bid, mid, ask } of open().quotes(at)) {
        expect(new Decimal(bid).gt(0)).toBe(true);
        expect(new Decimal(bid).lte(mid)).toBe(true);
        expect(new Decimal(mid).lte(ask)).toBe(true);
        for (const rate of [bid, mid, ask]) expect(rate).toMatch(/^\d+(\.\d+)?$/);
      }
    });

    it('says the same of the same moment', () => {
      const source = open();
      const before = source.quotes(at);
      source.quotes(new Date('2027-01-01T00:00:00Z'));
      expect(source.quotes(at)).toEqual(before);
    });
  },
);
