import type { Curve } from '@corridor/conversions-contract';
import { OPERATOR } from '@corridor/http';
import type { Caller } from '@corridor/kernel';
import { TestClock, type TestResponse, testCaller } from '@corridor/testing';
import { type TestService, startTestService } from '@corridor/testing/service';
import { ConversionsModule } from '../conversions.module.js';
import { LiveRates } from '../rates/live-rates.js';
import { service } from '../service.js';
import { FORWARD_POINTS } from './forward-points.js';
import { PointsController } from './points.controller.js';
import { PointsPublisher } from './points-publisher.js';
import { PointsSource } from './points-source.js';

/** Forward points that dealers enter, from the command to the price of a forward. */

const clock = new TestClock(new Date('2026-11-20T09:30:00.000Z'));
const client: Caller = {
  ...testCaller,
  permissions: ['rates:read', 'conversions:read', 'conversions:write'],
};
const approved = { id: 'apr_1', by: { id: 'stf_2', name: 'Bo' } };
const dealer: Caller = {
  ...testCaller,
  client: OPERATOR,
  user: { id: 'stf_1', name: 'Ines Almeida' },
  permissions: ['dealing:read', 'dealing:rates'] as never[],
};

let conversions: TestService;
beforeAll(async () => {
  conversions = await startTestService(service, ConversionsModule.in('SANDBOX'), { clock, caller: client });
});
afterAll(() => conversions.close());

const enter = (id: string, bid: number, ask: number, more: object = {}) =>
  conversions.put(
    `/operator/v1/dealing/points/${id}`,
    { bid, ask, expiresOn: '2026-11-20T12:00:00Z', ...more },
    { as: { ...dealer, approved } },
  );
const withdraw = (id: string) =>
  conversions.post(`/operator/v1/dealing/points/${id}/withdraw`, {}, { as: dealer });
const list = async () => (await conversions.get('/operator/v1/dealing/points', { as: dealer })).data;
const codeOf = ({ status, problem }: TestResponse) => [status, problem?.code];

/** As the client sees it. The tenors of EURUSD on this day: spot is 2026-11-24, 1M 2026-12-24, 2M 2027-01-25. */
const rateOn = async (valueDate: string | null, pair = 'EURUSD') => {
  const query = `rates?ccyPairs=${pair}${valueDate ? `&valueDate=${valueDate}` : ''}`;
  const { data, meta } = await conversions.get(query);
  return meta.notQuoted?.length ? null : (data as { sellRate: number; buyRate: number }[])[0]!;
};
/** What a date adds to the spot rate. */
const pointsOn = async (valueDate: string) => {
  const [spot, outright] = [await rateOn(null), await rateOn(valueDate)];
  if (!spot || !outright) return null;
  const over = (side: 'sellRate' | 'buyRate') => Number((outright[side] - spot[side]).toFixed(9));
  return [over('sellRate'), over('buyRate')];
};

const sourceHas = async (curves: readonly Curve[] | null) => {
  jest.spyOn(PointsSource.prototype, 'curves').mockReturnValue(curves);
  await conversions.app.get(PointsPublisher).turn();
};
const curve: Curve = {
  ccyPair: 'EURUSD',
  points: [
    { tenor: '1M', bid: '0.002', ask: '0.0021' },
    { tenor: '2M', bid: '0.004', ask: '0.0041' },
  ],
  quotedOn: '2026-11-20T09:00:00.000',
  validUntil: '2026-11-20T11:00:00.000',
};

describe('entered points', () => {
  it('need a second person', async () => {
    const body = { bid: 0.001, ask: 0.002, expiresOn: '2026-11-20T12:00:00Z' };
    const alone = conversions.app.get(PointsController).enter('EURUSD-1M', body, { caller: dealer });
    await expect(alone).rejects.toMatchObject({ code: 'second_person_required' });
    expect(await list()).toMatchObject({ source: 'flat', points: [] });
  });

  it('win over dates that are priced like spot, in their pair alone, and end with their withdrawal', async () => {
    expect(await pointsOn('2026-12-24')).toEqual([0, 0]);
    const { data } = await enter('EURUSD-1M', 0.003, 0.0033);
    const entered = {
      ...{ id: 'EURUSD-1M', ccyPair: 'EURUSD', tenor: '1M', bid: 0.003, ask: 0.0033 },
      enteredOn: '2026-11-20T09:30:00.000',
      enteredBy: dealer.user,
      expiresOn: '2026-11-20T12:00:00.000',
    };
    expect(data).toEqual(entered);
    expect(await pointsOn('2026-12-24')).toEqual([0.003, 0.0033]);
    // A third of the way from 3W, 2026-12-15, which is flat.
    expect(await pointsOn('2026-12-18')).toEqual([0.001, 0.0011]);
    expect(await pointsOn('2027-01-25')).toEqual([0, 0]);
    expect(await rateOn('2026-12-24', 'EURGBP')).toEqual(await rateOn(null, 'EURGBP'));
    expect((await conversions.published(FORWARD_POINTS)).at(-1)?.data).toEqual({
      curves: null,
      entered: [
        {
          ...{ ccyPair: 'EURUSD', tenor: '1M', bid: '0.003', ask: '0.0033' },
          ...{ enteredOn: entered.enteredOn, expiresOn: entered.expiresOn },
        },
      ],
    });

    clock.advance(60_000);
    expect((await withdraw('EURUSD-1M')).data).toEqual({ ...entered, expiresOn: '2026-11-20T09:31:00.000' });
    expect(await pointsOn('2026-12-24')).toEqual([0, 0]);
    expect((await conversions.published(FORWARD_POINTS)).at(-1)?.data).toEqual({ curves: null, entered: [] });
    expect(codeOf(await withdraw('EURUSD-1M'))).toEqual([404, 'not_found']);
  });

  it('make the price of a forward, and leave what was booked, the blotter and the position', async () => {
    const books = async () =>
      Promise.all(
        ['position', 'blotter'].map(
          async (path) => (await conversions.get(`/operator/v1/dealing/${path}`, { as: dealer })).data,
        ),
      );
    const order = { sellCcyCode: 'USD', buyCcyCode: 'EUR', fixedSide: 'BUY', amount: 100 };
    const forward = { ...order, valueDate: '2026-12-24' };
    await enter('EURUSD-1M', 0.003, 0.0033);
    const spot = await rateOn(null);
    const quote = await conversions.post('quotes', forward);
    expect(Number((Number(quote.data.rate) - (spot?.buyRate ?? 0)).toFixed(9))).toBe(0.0033);
    const booked = await conversions.post('conversions', { ...forward, quoteId: quote.data.id });
    expect([booked.status, booked.data?.rate]).toEqual([200, quote.data.rate]);
    const [position, blotter] = await books();
    expect(blotter).toMatchObject([{ id: booked.data.id, market: { ask: quote.data.rate } }]);
    await enter('EURUSD-1M', 0.001, 0.0011);
    await withdraw('EURUSD-1M');
    const { asOf: _, ...before } = position as { asOf: string };
    expect(await books()).toEqual([expect.objectContaining(before), blotter]);
  });

  it('lie over the curve of the source until they expire; dates between both are interpolated', async () => {
    await sourceHas([curve]);
    expect(await pointsOn('2026-12-24')).toEqual([0.002, 0.0021]);
    await enter('EURUSD-1M', 0.003, 0.0033, { expiresOn: '2026-11-20T10:00:00Z' });
    expect(await pointsOn('2026-12-24')).toEqual([0.003, 0.0033]);
    // 15 of the 32 days from 1M to 2M; the bid is rounded down.
    expect(await pointsOn('2027-01-08')).toEqual([0.003468, 0.003675]);
    expect(await list()).toMatchObject({
      source: 'flat',
      trouble: null,
      points: [
        {
          ...{ id: 'EURUSD-1M', bid: 0.003, ask: 0.0033, isManual: true, enteredBy: dealer.user },
          ...{ quotedOn: '2026-11-20T09:31:00.000', ageSeconds: 0, validUntil: '2026-11-20T10:00:00.000' },
          ofSource: { bid: 0.002, ask: 0.0021 },
        },
        {
          ...{ id: 'EURUSD-2M', bid: 0.004, ask: 0.0041, isManual: false, enteredBy: null },
          ...{ quotedOn: curve.quotedOn, ageSeconds: 1_860, validUntil: curve.validUntil, isStale: false },
          ofSource: { bid: 0.004, ask: 0.0041 },
        },
      ],
    });
    clock.advance(29 * 60_000);
    expect(await pointsOn('2026-12-24')).toEqual([0.002, 0.0021]);
    expect(codeOf(await withdraw('EURUSD-1M'))).toEqual([404, 'not_found']);
  });

  it('are used to their last tenor when the source is too old', async () => {
    clock.advance(60 * 60_000);
    expect(await rateOn('2026-12-24')).toBeNull();
    await enter('EURUSD-1M', 0.003, 0.0033);
    expect(await pointsOn('2026-12-24')).toEqual([0.003, 0.0033]);
    expect(await rateOn('2026-12-28')).toBeNull();
    expect(await list()).toMatchObject({
      points: [
        { id: 'EURUSD-1M', isStale: false },
        { id: 'EURUSD-2M', isStale: true },
      ],
    });
  });

  it('of two dealers at once are both used; of the same tenor the last ones', async () => {
    const done = await Promise.all([
      enter('EURUSD-2M', 0.005, 0.006),
      enter('EURUSD-3M', 0.007, 0.008),
      enter('EURUSD-3M', 0.0071, 0.0081),
    ]);
    expect(done.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { points } = (await list()) as unknown as { points: { id: string; bid: number }[] };
    const [, , last] = points;
    expect(points.map(({ id }) => id)).toEqual(['EURUSD-1M', 'EURUSD-2M', 'EURUSD-3M']);
    expect([0.007, 0.0071]).toContain(last?.bid);
    const { data } = (await conversions.published(FORWARD_POINTS)).at(-1) ?? {};
    expect(data).toMatchObject({ entered: [{ tenor: '1M' }, {}, { tenor: expect.any(String) }] });
    expect(
      (data as unknown as { entered: { bid: string }[] }).entered.map(({ bid }) => Number(bid)),
    ).toContain(last?.bid);
  });

  it('outlive a restart, and hold in another process', async () => {
    const before = await pointsOn('2026-12-24');
    await conversions.app.get(LiveRates).refreshPoints();
    const again = await startTestService(service, ConversionsModule, {
      ...{ clock, caller: client, database: conversions.db },
    });
    const { data } = await again.get('/operator/v1/dealing/points', { as: dealer });
    expect([before, data.points]).toEqual([[0.003, 0.0033], (await list()).points]);
    await again.close();
  });

  const limit = (text: string) => expect.stringContaining(text);
  it.each<[string, string, object, unknown]>([
    ['EURUSD-1M', '#/bid out_of_range', { bid: -18.2 }, limit('points are in USD for one EUR, not in pips')],
    ['EURUSD-1M', '#/ask out_of_range', { ask: 18.7 }, limit('for 1M at the rate 1.')],
    ['EURJPY-1W', '#/bid out_of_range', { bid: -5 }, limit('in JPY for one EUR')],
    ['EURUSD-1M', '#/ask below_bid', { bid: 0.004 }, 'Must not be below the bid.'],
    ['EURUSD-1M', '#/bid not_a_number', { bid: '0.001' }, 'Must be a JSON number.'],
    ['EURUSD-1M', '#/ask out_of_range', { ask: 1e-15 }, limit('14 decimals')],
    ['EURUSD-1M', '#/expiresOn out_of_range', { expiresOn: '2026-11-20T10:59:00Z' }, limit('7 days')],
    ['EURUSD-1M', '#/expiresOn out_of_range', { expiresOn: '2026-11-27T11:00:01Z' }, limit('7 days')],
  ])('of %s are refused: %s', async (id, named, more, detail) => {
    const { status, problem } = await enter(id, -0.001, 0.003, more);
    const [error] = problem?.errors ?? [];
    expect([status, `${error?.pointer} ${error?.code}`, error?.detail]).toEqual([400, named, detail]);
  });

  it.each(['GBPUSD-1M', 'EURUSD-SPOT', 'EURUSD-7M', 'EURUSD', 'EURUSD-1M-2M', 'eurusd-1M', 'EURXXX-1M'])(
    'of %s do not exist',
    async (id) => expect(codeOf(await enter(id, 0.001, 0.003))).toEqual([404, 'not_found']),
  );

  it('are for dealers alone', async () => {
    expect((await conversions.get('/operator/v1/dealing/points')).status).toBe(403);
    const reader = { ...dealer, approved, permissions: ['dealing:read'] as never[] };
    const body = { bid: 0.001, ask: 0.002, expiresOn: '2026-11-20T12:00:00Z' };
    const refused = await conversions.put('/operator/v1/dealing/points/EURUSD-1M', body, { as: reader });
    expect(refused.status).toBe(403);
  });
});
