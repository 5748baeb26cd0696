import type { Curve } from '@corridor/conversions-contract';
import { TestClock } from '@corridor/testing';
import { Logger } from '@nestjs/common';
import { forwardPoints, update } from './forward-points.js';
import { type Reading, pointsOf } from './points-document.js';
import { PointsSource } from './points-source.js';

const curve = (ccyPair: string, quotedOn: string, bid = '0.001'): Curve => ({
  ...{ ccyPair, quotedOn, validUntil: '2026-11-23T20:00:00.000' },
  points: [{ tenor: '1M', bid, ask: bid }],
});
const stateOf = (...all: (readonly Curve[] | null)[]) =>
  all.reduce(
    (state, curves) => forwardPoints.evolve(state, { type: 'points_published', curves }),
    forwardPoints.initial,
  );

describe('the published points', () => {
  const [early, late] = ['2026-11-20T09:00:00.000', '2026-11-20T10:00:00.000'];

  it('are null until a source is named: then dates beyond spot have no price before it is read', () => {
    expect(update(forwardPoints.initial, null)).toEqual([]);
    expect(update(forwardPoints.initial, [])).toEqual([{ type: 'points_published', curves: [] }]);
    expect(update(stateOf([]), null)).toEqual([{ type: 'points_published', curves: null }]);
  });

  it('take newer curves only, and keep those that the source has lost', () => {
    const known = stateOf([curve('EURUSD', late), curve('EURGBP', early)]);
    expect(update(known, [curve('EURUSD', early), curve('EURGBP', early, '0.002')])).toEqual([]);
    expect(update(known, [])).toEqual([]);
    expect(update(known, [curve('EURGBP', late)])).toEqual([
      { type: 'points_published', curves: [curve('EURGBP', late), curve('EURUSD', late)] },
    ]);
  });
});

const time = '2026-11-20T09:30:00Z';
const usd = {
  pair: 'EURUSD',
  time,
  points: [
    { tenor: '1W', bid: 0.0004, ask: '0.0005' },
    { tenor: '1M', bid: -2e-3, ask: 0 },
  ],
};
const reading: Reading = { now: '2026-11-20T09:30:00.000', validUntil: () => '2026-11-23T20:00:00.000' };
const read = (...curves: object[]) => pointsOf(JSON.stringify({ curves }), reading);

describe('a document of points', () => {
  it('has a curve for each pair, as numbers or text', () =>
    expect(read(usd, { ...usd, pair: 'EURXXX' })).toEqual({
      curves: [
        {
          ...{
            ccyPair: 'EURUSD',
            quotedOn: '2026-11-20T09:30:00.000',
            validUntil: '2026-11-23T20:00:00.000',
          },
          points: [
            { tenor: '1W', bid: '0.0004', ask: '0.0005' },
            { tenor: '1M', bid: '-0.002', ask: '0' },
          ],
        },
      ],
      unknown: ['EURXXX'],
    }));

  const one = (point: object) => ({ ...usd, points: [point] });
  it.each<[string, object[]]>([
    ['EURUSD stands there twice', [usd, usd]],
    ['"GBPUSD" is no pair of EUR and another currency', [{ ...usd, pair: 'GBPUSD' }]],
    ['"soon" is no time of EURUSD', [{ ...usd, time: 'soon' }]],
    [
      'the time of EURUSD, 2026-11-20T09:30:05.001, has not come',
      [{ ...usd, time: '2026-11-20T09:30:05.001Z' }],
    ],
    ['EURUSD has no points', [{ ...usd, points: [] }]],
    ['the tenors of EURUSD are not in order', [{ ...usd, points: usd.points.toReversed() }]],
    ['"SPOT" is no tenor of EURUSD', [one({ tenor: 'SPOT', bid: 0, ask: 0 })]],
    ['"7M" is no tenor of EURUSD', [one({ tenor: '7M', bid: 0, ask: 0 })]],
    ['the bid of EURUSD is above its ask', [one({ tenor: '1M', bid: 1, ask: 0 })]],
    ['"1e-3" are no points of EURUSD', [one({ tenor: '1M', bid: '1e-3', ask: 0 })]],
    ['it has no curve', [{ ...usd, pair: 'EURXXX' }]],
  ])('is refused as a whole: %s', (why, curves) => expect(() => read(...curves)).toThrow(why));
});

describe('the source of points', () => {
  const clock = new TestClock(new Date('2026-11-20T09:30:00Z'));
  const settings = { points: '/points.json', pointsMaxAgeSeconds: null, pollSeconds: 5 };
  beforeEach(() => {
    for (const level of ['log', 'warn', 'error'] as const)
      jest.spyOn(Logger.prototype, level).mockImplementation(() => undefined);
  });
  afterEach(() => jest.restoreAllMocks());

  it('keeps its curves while the document is away or wrong; they end with the next TARGET day', async () => {
    let document: string | Error = JSON.stringify({ curves: [usd] });
    const reader = { read: async () => (document instanceof Error ? Promise.reject(document) : document) };
    const source = new PointsSource(settings, clock, 'PRODUCTION', reader);
    expect([source.curves(), source.trouble()]).toEqual([[], expect.stringContaining('could not be read')]);
    await source.turn();
    const [first] = source.curves() ?? [];
    expect([first?.validUntil, source.trouble()]).toEqual(['2026-11-23T20:00:00.000', null]);
    for (document of ['{}', new Error('connect ECONNREFUSED')]) {
      clock.advance(5_000);
      await source.turn();
      expect(source.curves()).toEqual([first]);
    }
  });

  it('is none without a document, and prices like spot only in the sandbox', () => {
    const of = (points: string, environment: 'SANDBOX' | 'PRODUCTION') =>
      new PointsSource({ ...settings, points }, clock, environment).curves();
    expect([of('none', 'PRODUCTION'), of('flat', 'SANDBOX')]).toEqual([[], null]);
    expect(() => of('flat', 'PRODUCTION')).toThrow('refused in PRODUCTION');
  });
});
