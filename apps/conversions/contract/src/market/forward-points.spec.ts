import type { Quote } from '@corridor/kernel';
import { type Curve, type EnteredPoints, curvesAt, outright } from './forward-points.js';
import { quoteIn } from './market.js';
import { dependsOnDate } from './offer.js';
import { type Tenor, type Term, tenors } from './tenor.js';

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

describe('points that dealers have entered', () => {
  const now = '2026-11-20T09:30:00.000';
  const enteredFor = (ccyPair: string, tenor: Tenor, bid: string): EnteredPoints => ({
    ...{ ccyPair, tenor, bid, ask: bid, enteredOn: now, expiresOn: '2026-11-20T12:00:00.000' },
  });
  const one = enteredFor('EURUSD', '1M', '0.009');
  const pointsAt = (curves: readonly Curve[] | null, at = now, ...entered: EnteredPoints[]) =>
    Object.fromEntries(
      (curvesAt({ curves, entered }, at) ?? []).map(({ ccyPair, points }) => [
        ccyPair,
        points.map(({ tenor, bid }) => [tenor, bid].join(' ')),
      ]),
    );

  it('replace the tenors of the source, and add others in their order', () => {
    const others = [enteredFor('EURUSD', '12M', '0.02'), enteredFor('EURUSD', '2W', '0.001')];
    expect(pointsAt([eurusd], now, ...others, one)).toEqual({
      EURUSD: ['1W 0.0007', '2W 0.001', '1M 0.009', '12M 0.02'],
    });
    expect(pointsAt([eurusd, curveOf('EURGBP', ['1W', '0', '0'])], now, one)).toEqual({
      ...{ EURUSD: ['1W 0.0007', '1M 0.009'], EURGBP: ['1W 0'] },
    });
  });

  it('are alone without a curve, and when that is too old', () => {
    expect(pointsAt([], now, one)).toEqual({ EURUSD: ['1M 0.009'] });
    const later = { ...one, expiresOn: '2026-11-22T12:00:00.000' };
    expect(pointsAt([eurusd], eurusd.validUntil, later)).toEqual({ EURUSD: ['1M 0.009'] });
  });

  it('are not used from their expiry on', () => {
    expect(pointsAt([eurusd], one.expiresOn, one)).toEqual({ EURUSD: ['1W 0.0007', '1M 0.003'] });
    expect(curvesAt({ curves: null, entered: [one] }, one.expiresOn)).toBeUndefined();
  });

  it('lie over zero where later dates are priced like spot', () => {
    const flat = curvesAt({ curves: null, entered: [one] }, now) ?? [];
    const [entered, other] = ['EURUSD', 'EURGBP'].map((pair) => flat.find(({ ccyPair }) => ccyPair === pair));
    const expected = tenors.slice(1).map((tenor) => [tenor, tenor === '1M' ? '0.009' : '0']);
    expect(entered?.points.map(({ tenor, bid }) => [tenor, bid])).toEqual(expected);
    expect(outright(spot, other, on('2099-11-24'))).toBe(spot);
    const offer = { quotes: [], halted: [], plan: null, curves: flat };
    const depends = (sellCcyCode: string, buyCcyCode: string) =>
      dependsOnDate(offer, { sellCcyCode, buyCcyCode });
    expect([depends('EUR', 'USD'), depends('GBP', 'USD'), depends('GBP', 'EUR')]).toEqual([
      true,
      true,
      false,
    ]);
  });
});
