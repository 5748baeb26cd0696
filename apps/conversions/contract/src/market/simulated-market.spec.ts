import { isCurrency } from '@corridor/kernel';
import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { drift, MAX_DRIFT, MAX_MOVE } from './drift.js';
import { referenceRates } from './reference-rates.js';
import { SimulatedMarket, STEP_MS } from './simulated-market.js';

const anyMoment = fc.date({ min: new Date('2020-01-01'), max: new Date('2060-01-01'), noInvalidDate: true });

describe('simulated market', () => {
  it('quotes at least 35 ISO currencies beside the euro', () => {
    expect(referenceRates.rates.length).toBeGreaterThanOrEqual(35);
    expect(referenceRates.rates.filter(({ currency }) => !isCurrency(currency))).toEqual([]);
    expect(referenceRates).toMatchObject({ source: 'simulated reference levels', asOf: '2026-11-02' });
  });

  it('is the same in every process, and different for another seed', () => {
    const at = new Date('2026-11-21T09:30:00Z');
    expect(new SimulatedMarket().quotes(at)).toEqual(new SimulatedMarket().quotes(at));
    expect(new SimulatedMarket('other').quotes(at)).not.toEqual(new SimulatedMarket().quotes(at));
  });

  it('is constant within a step and changes with the next', () => {
    const market = new SimulatedMarket();
    const step = 59_000_000;
    const quotes = market.quotes(new Date(step * STEP_MS));
    expect(market.quotes(new Date((step + 1) * STEP_MS - 1))).toBe(quotes);
    expect(market.quotes(new Date((step + 1) * STEP_MS))).not.toEqual(quotes);
  });

  it('stays near its reference levels', () => {
    fc.assert(
      fc.property(anyMoment, (at) => {
        new SimulatedMarket().quotes(at).forEach(({ mid }, i) => {
          const level = new Decimal(referenceRates.rates[i]!.perEuro);
          expect(
            new Decimal(mid)
              .div(level)
              .minus(1)
              .abs()
              .lte(MAX_DRIFT + 1e-5),
          ).toBe(true);
        });
      }),
      { numRuns: 20 },
    );
    expect(MAX_DRIFT).toBeLessThan(0.01);
  });

  it('never jumps', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 100_000_000 }),
        fc.constantFrom('USD', 'JPY'),
        (step, currency) => {
          const move = drift('corridor', currency, step + 1) - drift('corridor', currency, step);
          expect(Math.abs(move)).toBeLessThanOrEqual(MAX_MOVE);
        },
      ),
    );
    expect(MAX_MOVE).toBeLessThan(0.0002);
  });

  it('keeps pegs: riyal and dirham move with the dollar, the krone with the euro', () => {
    const mids = (at: string) =>
      new Map(new SimulatedMarket().quotes(new Date(at)).map(({ quote, mid }) => [quote, Number(mid)]));
    const [then, now] = [mids('2026-03-01T00:00:00Z'), mids('2026-11-21T00:00:00Z')];
    const perDollar = (all: Map<string, number>, currency: string) => all.get(currency)! / all.get('USD')!;
    for (const currency of ['SAR', 'AED', 'HKD'])
      expect(perDollar(now, currency)).toBeCloseTo(perDollar(then, currency), 3);
    expect(now.get('DKK')).toBe(then.get('DKK'));
    expect(now.get('USD')).not.toBe(then.get('USD'));
  });

  it('quotes majors tighter than emerging currencies', () => {
    const spread = (currency: string) => {
      const quotes = new SimulatedMarket().quotes(new Date('2026-11-21T09:30:00Z'));
      const { bid, mid, ask } = quotes.find(({ quote }) => quote === currency)!;
      return (Number(ask) - Number(bid)) / Number(mid);
    };
    expect(spread('USD')).toBeLessThan(spread('THB'));
    expect(spread('THB')).toBeLessThan(spread('NGN'));
  });
});
