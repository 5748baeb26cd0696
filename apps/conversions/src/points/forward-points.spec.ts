import type { Curve } from '@corridor/conversions-contract';
import { TestClock } from '@corridor/testing';
import { Logger } from '@nestjs/common';
import {
  type ManualPoints,
  enterPoints,
  forwardPoints,
  pairsWithout,
  update,
  withdrawPoints,
} from './forward-points.js';
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

describe('entered points', () => {
  const at = (time: string) => `2026-11-20T${time}:00.000`;
  const points = (tenor: ManualPoints['tenor'], enteredOn: string, expiresOn: string): ManualPoints => ({
    ...{ ccyPair: 'EURUSD', tenor, bid: '0.001', ask: '0.002', enteredBy: null },
    ...{ enteredOn: at(enteredOn), expiresOn: at(expiresOn) },
  });
  const after = (...all: ManualPoints[]) =>
    all.reduce((state, one) => enterPoints(state, one).reduce(forwardPoints.evolve, state), stateOf([]));

  it('are one for each tenor; those that have expired go with the next ones', () => {
    const [old, other, next] = [
      points('1M', '09:00', '10:00'),
      points('2M', '09:00', '09:30'),
      points('1M', '09:10', '11:00'),
    ];
    expect(after(old, other, next).entered).toEqual([other, next]);
    const late = points('3M', '09:30', '11:00');
    expect(after(other, next, late).entered).toEqual([next, late]);
  });

  it('are published with the curves under them, and stay when those change', () => {
    const one = points('1M', '09:00', '10:00');
    const curves = [curve('EURUSD', at('09:00'))];
    expect(enterPoints(stateOf(curves), one)).toEqual([
      { type: 'points_entered', ...one },
      { type: 'points_published', curves, entered: [one] },
    ]);
    const published = update(after(one), curves);
    expect(published).toEqual([{ type: 'points_published', curves, entered: [one] }]);
    expect(published.reduce(forwardPoints.evolve, after(one)).entered).toEqual([one]);
  });

  it('serve a pair whose curve is too old', () => {
    const validUntil = at('09:30');
    const curves = ['EURGBP', 'EURUSD'].map((pair) => ({ ...curve(pair, at('09:00')), validUntil }));
    const state = { ...after(points('1M', '09:00', '10:00')), curves };
    const times = ['09:29', '09:30', '10:00'].map(at);
    expect(times.map((time) => pairsWithout(state, time))).toEqual([[], ['EURGBP'], ['EURGBP', 'EURUSD']]);
  });

  it('are withdrawn once, before they expire', () => {
    const [one, two] = [points('1M', '09:00', '10:00'), points('2M', '09:00', '10:00')];
    const id = 'EURUSD-1M';
    expect(withdrawPoints(after(one, two), { id, now: at('09:30') })).toEqual([
      { type: 'points_withdrawn', ...one, expiresOn: at('09:30') },
      { type: 'points_published', curves: [], entered: [two] },
    ]);
    expect(() => withdrawPoints(after(one), { id, now: at('10:00') })).toThrow('No points are entered');
    expect(() => withdrawPoints(after(two), { id, now: at('09:30') })).toThrow('No points are entered');
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
