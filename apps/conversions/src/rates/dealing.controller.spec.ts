import { contract } from '@corridor/conversions-contract';
import { EventStore } from '@corridor/event-store';
import { OPERATOR } from '@corridor/http';
import type { Caller } from '@corridor/kernel';
import { TestClock, type TestResponse, delivered, testCaller } from '@corridor/testing';
import { type TestService, startTestService } from '@corridor/testing/service';
import { money } from '@corridor/kernel';
import { ConversionsModule } from '../conversions.module.js';
import { Reactions } from '../reactions.js';
import { service } from '../service.js';
import { LimitsController } from '../dealing/limits.controller.js';
import { DealingController } from './dealing.controller.js';
import { Margins } from '../margin/margins.js';
import { LiveRates } from './live-rates.js';
import { RatePublisher } from './rate-publisher.js';

const clock = new TestClock(new Date('2026-11-20T09:30:00.000Z'));
const client: Caller = {
  ...testCaller,
  permissions: ['rates:read', 'conversions:read', 'conversions:write'],
};
const dealer: Caller = {
  ...testCaller,
  client: OPERATOR,
  user: { id: 'stf_1', name: 'Ines Almeida' },
  permissions: ['dealing:read', 'dealing:halt', 'dealing:rates'] as never[],
};

let conversions: TestService;
beforeAll(async () => {
  conversions = await startTestService(service, ConversionsModule.in('SANDBOX'), { clock, caller: client });
});
afterAll(() => conversions.close());

const desk = (path: string, body: object) =>
  conversions.post(`/operator/v1/dealing/${path}`, body, { as: dealer });
const approved = { id: 'apr_1', by: { id: 'stf_2', name: 'Bo' } };
const put = (path: string, body: object) =>
  conversions.put(`/operator/v1/dealing/${path}`, body, { as: { ...dealer, approved } });
const see = (path: string) => conversions.get(`/operator/v1/dealing/${path}`, { as: dealer });
const rates = async (...pairs: string[]) =>
  (await conversions.get(`rates?ccyPairs=${pairs.join()}`)).meta.notQuoted;
const order = { sellCcyCode: 'GBP', buyCcyCode: 'USD', fixedSide: 'SELL', amount: 100 };
const codeOf = ({ status, problem }: TestResponse) => [status, problem?.code];

describe('a halt', () => {
  let id: string;

  it('stops pricing and booking of its pair, in the response and in what is published', async () => {
    const { status, data } = await desk('halts', { ccyPair: 'USDGBP', reason: 'Election night' });
    expect(status).toBe(200);
    id = data.id as string;
    expect(data).toEqual({
      id: expect.stringMatching(/^hlt_/),
      ccyPair: 'GBPUSD',
      cause: 'DEALER',
      status: 'OPEN',
      reason: 'Election night',
      rateBefore: null,
      rateAfter: null,
      haltedOn: '2026-11-20T09:30:00.000',
      haltedBy: { id: 'stf_1', name: 'Ines Almeida' },
      liftedOn: null,
      liftedBy: null,
      liftReason: null,
    });
    expect(await rates('GBPUSD', 'USDGBP', 'EURUSD')).toEqual(['GBPUSD', 'USDGBP']);
    for (const path of ['quotes', 'conversions'])
      expect(codeOf(await conversions.post(path, order))).toEqual([422, 'rate_unavailable']);
    expect((await conversions.published('market')).at(-1)?.data).toMatchObject({ halted: ['GBPUSD'] });
  });

  it('declines the booking of an instruction that asks for the market, which is asked for again', async () => {
    const conversionId = 'con_00000000000000000000000001';
    const request = {
      conversionId,
      order: { sellCcyCode: 'GBP', buyCcyCode: 'USD', fixedSide: 'SELL', amount: money('GBP', 10_000n) },
      ...{ quote: null, margin: null, worst: null },
      valueDate: '2026-11-24',
      paymentInstructionId: 'pi_1',
      metadata: null,
    } as const;
    await conversions.app
      .get(Reactions)
      .onBookingRequested(delivered<'conversions.booking_requested'>(request, client));
    expect(await conversions.published(conversionId)).toMatchObject([
      { type: 'conversions.booking_declined', data: { reason: 'rate_unavailable' } },
    ]);
  });

  it('holds in another process within two seconds, without a message', async () => {
    const other = new LiveRates(conversions.app.get(EventStore), clock, conversions.app.get(Margins));
    expect((await other.market()).halted).toEqual(['GBPUSD']);
  });

  it('is found, and is lifted with a reason, once', async () => {
    const q = encodeURIComponent('AND(status == "OPEN",ccyPair == "GBPUSD",haltedBy.name ~ "ines")');
    expect((await see(`halts?q=${q}`)).data).toEqual([(await see(`halts/${id}`)).data]);
    const lifted = await desk(`halts/${id}/lift`, { reason: 'Counted' });
    expect(lifted.data).toMatchObject({
      id,
      status: 'LIFTED',
      liftReason: 'Counted',
      liftedBy: { id: 'stf_1' },
    });
    expect((await see(`halts/${id}`)).data).toEqual(lifted.data);
    expect(await rates('GBPUSD')).toEqual([]);
    expect((await conversions.post('quotes', order)).status).toBe(200);
    expect(codeOf(await desk(`halts/${id}/lift`, { reason: 'Again' }))).toEqual([409, 'illegal_transition']);
    expect(codeOf(await desk('halts/hlt_unknown/lift', { reason: 'x' }))).toEqual([404, 'not_found']);
  });

  it('honours a quote that was given before', async () => {
    const quote = await conversions.post('quotes', order);
    const halted = await desk('halts', { ccyPair: null, reason: 'All' });
    expect(await rates('EURUSD', 'GBPJPY', 'EUREUR')).toEqual(['EURUSD', 'GBPJPY']);
    const booked = await conversions.post('conversions', { ...order, quoteId: quote.data.id });
    expect([booked.status, booked.data?.rate]).toEqual([200, quote.data.rate]);
    await desk(`halts/${halted.data.id}/lift`, { reason: 'Over' });
    expect(await rates('EURUSD', 'GBPJPY')).toEqual([]);
  });

  it.each([
    [{ reason: '' }, '#/reason'],
    [{ ccyPair: 'GBPGBP', reason: 'x' }, '#/ccyPair'],
    [{ ccyPair: 'GBPXXY', reason: 'x' }, '#/ccyPair'],
    [{ ccyPair: 'gbpusd', reason: 'x' }, '#/ccyPair'],
    [{ ccyPair: 1, reason: 'x' }, '#/ccyPair'],
  ])('of %j is 400', async (body, pointer) => {
    const { status, problem } = await desk('halts', body);
    expect([status, problem?.errors?.[0]?.pointer]).toEqual([400, pointer]);
  });
});

describe('an entered rate', () => {
  const rate = { bid: 1.12, ask: 1.2, expiresOn: '2026-11-20T10:00:00Z' };

  it('needs a second person', async () => {
    const alone = conversions.app.get(DealingController).enterRate('EURUSD', rate, { caller: dealer });
    await expect(alone).rejects.toMatchObject({ code: 'second_person_required' });
  });

  it('is that of the pair until it expires or is withdrawn', async () => {
    const { data } = await put('rates/EURUSD', rate);
    expect(data).toMatchObject({ id: 'EURUSD', bid: 1.12, ask: 1.2, enteredBy: { id: 'stf_1' } });
    expect((await see('market')).data.rates).toContainEqual({
      ccyPair: 'EURUSD',
      ...{ bid: 1.12, mid: 1.16, ask: 1.2 },
      quotedOn: '2026-11-20T09:30:00.000',
      ageSeconds: 0,
      validUntil: '2026-11-20T10:00:00.000',
      isManual: true,
    });
    await desk('rates/EURUSD/withdraw', {});
    expect((await see('market')).data.rates).toContainEqual(
      expect.objectContaining({ ccyPair: 'EURUSD', isManual: false }),
    );
    expect(codeOf(await desk('rates/EURUSD/withdraw', {}))).toEqual([404, 'not_found']);
  });

  it.each<[string, object, string]>([
    ['EURUSD', { ...rate, bid: 1.4 }, '#/ask below_bid'],
    ['EURUSD', { ...rate, bid: 0.001, ask: 870 }, '#/ask out_of_range'],
    ['EURUSD', { ...rate, ask: 1.345, force: true }, '#/ask out_of_range'],
    ['EURUSD', { ...rate, bid: 1.25, ask: 1.26 }, '#/bid far_from_market'],
    ['EURUSD', { ...rate, bid: 11.2, ask: 12 }, '#/bid far_from_market'],
    ['EURUSD', { ...rate, bid: 0 }, '#/bid not_positive'],
    ['EURUSD', { ...rate, bid: '1.2' }, '#/bid not_a_number'],
    ['EURUSD', { ...rate, bid: 1e-10 }, '#/bid out_of_range'],
    ['EURUSD', { ...rate, expiresOn: '2026-11-20T09:29:00Z' }, '#/expiresOn out_of_range'],
    ['EURUSD', { ...rate, expiresOn: '2026-11-21T09:30:01Z' }, '#/expiresOn out_of_range'],
  ])('%s %j is 400', async (pair, body, expected) => {
    const { status, problem } = await put(`rates/${pair}`, body);
    expect([status, problem?.errors?.map(({ pointer, code }) => `${pointer} ${code}`)]).toEqual([
      400,
      [expected],
    ]);
  });

  it('far from the market is entered with force, and the second person sees how far', async () => {
    const far = { ...rate, bid: 2, ask: 2.1 };
    const { problem } = await put('rates/EURUSD', far);
    expect(problem?.errors?.[0]).toMatchObject({
      detail: expect.stringMatching(
        /^The market of EURUSD is 1\.[\d]+: this rate is [\d.]+ % away, at most 5 %/,
      ),
    });
    const forced = { ...far, force: true };
    const alone = conversions.app.get(DealingController).enterRate('EURUSD', forced, { caller: dealer });
    await expect(alone).rejects.toMatchObject({
      effect: expect.stringMatching(/ at 2 to 2\.1 until .+\. The market is 1\.\d+, [\d.]+ % away\.$/),
    });
    expect((await put('rates/EURUSD', forced)).data).toMatchObject({ bid: 2, ask: 2.1 });
    expect(codeOf(await put('rates/EURUSD', far))).toEqual([400, 'invalid_request']);
    await desk('rates/EURUSD/withdraw', {});
  });

  it.each(['GBPUSD', 'EURXXX', 'EUREUR', 'eurusd'])('of %s does not exist', async (pair) =>
    expect(codeOf(await put(`rates/${pair}`, rate))).toEqual([404, 'not_found']),
  );
});

describe('dealing hours', () => {
  it('close a pair each week, and open it', async () => {
    const closed = { closes: { day: 'FRIDAY', time: '09:00' }, opens: { day: 'FRIDAY', time: '10:00' } };
    expect((await put('hours/JPYUSD', closed)).data).toEqual({ id: 'USDJPY', ...closed });
    expect(await rates('USDJPY', 'EURJPY')).toEqual(['USDJPY']);
    expect((await see('market')).data).toMatchObject({
      hours: [{ id: 'USDJPY', ...closed }],
      haltedPairs: ['USDJPY'],
    });
    clock.advance(30 * 60_000);
    await conversions.app.get(RatePublisher).turn();
    expect(await rates('USDJPY')).toEqual([]);
    await put('hours/USDJPY', { closes: null, opens: null });
  });

  it('need a second person, who sees what they were', async () => {
    const opens = { day: 'SUNDAY', time: '22:00' };
    const setting = conversions.app
      .get(DealingController)
      .setHours(
        'EURJPY',
        { closes: { day: 'FRIDAY', time: '21:00' }, opens },
        { caller: dealer, idempotency: null },
      );
    await expect(setting).rejects.toMatchObject({
      kind: 'rates',
      effect: 'EURJPY is closed from FRIDAY 21:00 to SUNDAY 22:00 UTC each week. Before: always open.',
    });
  });

  it.each<object>([
    {},
    { closes: null },
    { closes: { day: 'FRIDAY', time: '22:00' } },
    { closes: { day: 'FRIDAY', time: '22:00' }, opens: null },
    { closes: { day: 'FRIDAY', time: '24:00' }, opens: { day: 'SUNDAY', time: '22:00' } },
    { closes: { day: 'Friday', time: '22:00' }, opens: { day: 'SUNDAY', time: '22:00' } },
    { closes: { day: 'FRIDAY', time: '22:00' }, opens: { day: 'FRIDAY', time: '22:00' } },
  ])('%j is 400', async (body) => expect((await put('hours/EURJPY', body)).status).toBe(400));
});

describe('limits', () => {
  const finance: Caller = {
    ...dealer,
    apiKeyId: null,
    permissions: ['dealing-limits:read', 'dealing-limits:write'] as never[],
    approved,
  };
  const own = `/operator/v1/dealing/limits/cli_${'0'.repeat(26)}`;
  const all = '/operator/v1/dealing/limits';
  const limits = { clientExposure: 0, maximumDeal: null, deposits: null };

  it.each([
    [all, {}, ['clientExposure', 'maximumDeal', 'totalExposure', 'deposits']],
    [all, { ...limits, maximumDeal: 100_000 }, ['totalExposure']],
    [own, {}, ['clientExposure', 'maximumDeal', 'deposits']],
    [own, { ...limits, deposits: { percent: 5 } }, ['deposits/hours', 'deposits/topUpPercent']],
  ])('%s of %j is 400: what is missing is no null', async (path, body, missing) => {
    const { status, problem } = await conversions.put(path, body, { as: finance });
    expect([status, problem?.errors]).toMatchObject([
      400,
      missing.map((one) => ({ pointer: `#/${one}`, code: 'required' })),
    ]);
  });

  it('are those that are given, null included', async () => {
    const set = await conversions.put(own, limits, { as: finance });
    expect(set.data).toMatchObject({ clientExposure: 0, maximumDeal: null, deposits: { percent: null } });
    const { data } = await conversions.put(all, { ...limits, totalExposure: 9 }, { as: finance });
    expect(data).toMatchObject({ clientExposure: 0, totalExposure: 9 });
    await conversions.put(all, { ...limits, clientExposure: null, totalExposure: null }, { as: finance });
  });

  it('tell the second person what was in force before', async () => {
    const alone = { caller: { ...finance, approved: undefined } };
    const body = { ...limits, clientExposure: null } as never;
    await expect(
      conversions.app.get(LimitsController).setOfClient(own.slice(-30), body, alone),
    ).rejects.toMatchObject({
      effect: expect.stringContaining('owed by a client: as for all clients (before: EUR 0)'),
    });
  });
});

test('two dealers with the same key have a halt each, and both the same one again', async () => {
  const halt = (id: string, reason: string) => {
    const as = { ...dealer, user: { id, name: id } };
    return conversions.post(
      '/operator/v1/dealing/halts',
      { ccyPair: 'NZDSGD', reason },
      { as, key: 'morning' },
    );
  };
  const [one, other] = [await halt('stf_1', 'Thin market'), await halt('stf_2', 'Holiday')];
  expect([one, other].map(({ data }) => [data.reason, (data.haltedBy as { id: string }).id])).toEqual([
    ['Thin market', 'stf_1'],
    ['Holiday', 'stf_2'],
  ]);
  expect((await halt('stf_2', 'Holiday')).data).toEqual(other.data);
  expect(codeOf(await halt('stf_2', 'Thin market'))).toEqual([422, 'idempotency_key_reused']);
});

test('clients cannot reach any of it', async () => {
  expect(contract.routes).toContain('/operator/v1/dealing');
  const all = { ...client, permissions: dealer.permissions };
  for (const path of ['market', 'halts', 'halts/hlt_1'])
    expect((await conversions.get(`/operator/v1/dealing/${path}`, { as: all })).status).toBe(404);
  expect((await conversions.get('/operator/v1/dealing/market')).status).toBe(403);
});
