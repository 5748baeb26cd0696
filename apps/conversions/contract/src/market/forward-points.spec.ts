import type { Quote } from '@corridor/kernel';
import { type Curve, outright } from './forward-points.js';
import { quoteIn } from './market.js';
import type { Tenor, Term } from './tenor.js';

const spot: Quote = { base: 'EUR', quote: 'USD', bid: '1.1', mid: '1.1005', ask: '1.101' };
const dates: Partial<Record<Tenor, string>> = { SPOT: '2026-11-24', '1W': '2026-12-01', '1M': '2026-12-24' };
const on = (valueDate: string): Term => ({ valueDate, dateOf: (_, tenor) => dates[tenor] ?? '2099-01-01' });
const curveOf = (ccyPair: string, ...points: [Tenor, string, string][]): Curve => ({
  ...{ ccyPair, quotedOn: '2026-11-20T09:00:00.000', validUntil: '2026-11-21T09:00:00.000' },
  points: points.map(([tenor, bid, ask]) => ({ tenor, bid, ask })),
});
const eurusd = curveOf('EURUSD', ['1W', '0.0007', '0.0014'], ['1M', '0.003', '0.0037']);
const at = (valueDate: string, curve: Curve | undefined = eurusd) => outright(spot, curve, on(valueDate));

describe('the rate for a value date', () => {
  it.each([
    ['up to the spot date is spot', '2026-11-24', ['1.1', '1.1005', '1.101']],
    ['before it too', '2026-11-20', ['1.1', '1.1005', '1.101']],
    ['grows by days from zero to the first tenor', '2026-11-25', ['1.1001', '1.10065', '1.1012']],
    ['has the points of a tenor', '2026-12-01', ['1.1007', '1.10155', '1.1024']],
    ['is interpolated by days between two', '2026-12-11', ['1.1017', '1.10255', '1.1034']],
    ['reaches to the last tenor', '2026-12-24', ['1.103', '1.10385', '1.1047']],
  ])('%s', (_, valueDate, [bid, mid, ask]) =>
    expect(at(valueDate)).toMatchObject({ base: 'EUR', quote: 'USD', bid, mid, ask }),
  );

  it('does not exist beyond the last tenor, or without a curve', () => {
    expect(at('2026-12-25')).toBeNull();
    expect(outright(spot, undefined, on('2026-11-25'))).toBeNull();
    expect(outright(spot, undefined, on('2026-11-24'))).toBe(spot);
  });

  it('does not exist if the points take all of the rate', () =>
    expect(at('2026-12-01', curveOf('EURUSD', ['1W', '-1.1', '-1.0']))).toBeNull());

  it('is rounded against the client where the days do not divide the points', () => {
    const thirds = curveOf('EURUSD', ['1W', '0.0001', '0.0001']);
    expect(at('2026-11-27', thirds)).toMatchObject({ bid: '1.100042857142857', ask: '1.101042857142858' });
  });
});

describe('a market with curves', () => {
  const eurgbp: Quote = { base: 'EUR', quote: 'GBP', bid: '0.85', mid: '0.85', ask: '0.85' };
  const market = { quotes: [spot, eurgbp], halted: [], curves: [eurusd] };

  it('quotes a cross only if both of its pairs with EUR have points for the date', () => {
    expect(quoteIn(market, 'GBP', 'USD', on('2026-12-01'))).toBeNull();
    expect(quoteIn(market, 'GBP', 'USD', on('2026-11-24'))).toEqual(quoteIn(market, 'GBP', 'USD'));
    const both = { ...market, curves: [eurusd, curveOf('EURGBP', ['1W', '0', '0'])] };
    expect(quoteIn(both, 'GBP', 'USD', on('2026-12-01'))).toMatchObject({ bid: '1.294941', ask: '1.296942' });
  });

  it('without any quotes later dates like spot', () => {
    const { curves: _, ...flat } = market;
    expect(quoteIn(flat, 'EUR', 'USD', on('2027-11-24'))).toEqual(spot);
  });
});
