import { OPERATOR } from '@corridor/http';
import { type Caller, money } from '@corridor/kernel';
import { TestClock, delivered, testCaller } from '@corridor/testing';
import { type TestService, startTestService } from '@corridor/testing/service';
import { ConversionsModule } from '../conversions.module.js';
import { Reactions } from '../reactions.js';
import { service } from '../service.js';
import { MarginPlanController } from './margin-plan.controller.js';

/** Margins of clients, from the plan to the price. */

const clock = new TestClock(new Date('2026-11-20T09:30:00.000Z'));
const dealer: Caller = {
  ...testCaller,
  client: OPERATOR,
  user: { id: 'stf_1', name: 'Ines Almeida' },
  apiKeyId: null,
  permissions: ['dealing:read', 'dealing:margins'] as never[],
};
const clientOf = (number: number): Caller => ({
  ...testCaller,
  permissions: ['rates:read', 'conversions:read', 'conversions:write'],
  client: { id: `cli_${String(number).padStart(26, '0')}`, name: 'Globex' },
});
const [client, other] = [clientOf(1), clientOf(2)];

let conversions: TestService;
beforeAll(async () => {
  conversions = await startTestService(service, ConversionsModule.in('SANDBOX'), { clock, caller: client });
});
afterAll(() => conversions.close());

const PLANS = '/operator/v1/dealing/margin-plans';
const OF_CLIENTS = '/operator/v1/dealing/client-margin-plans';
const rule = { ccyPair: null, ccyCode: null, maximumSize: null, maximumTenor: null };
const approved = { id: 'apr_1', by: { id: 'stf_2', name: 'Bo' } };
const post = (path: string, body: object, as: Caller = { ...dealer, approved }) =>
  conversions.post(path, body, { as });
const put = (path: string, body: object, as: Caller = { ...dealer, approved }) =>
  conversions.put(path, body, { as });
const get = (path: string, as = dealer) => conversions.get(path, { as });
const planOf = async (body: object) =>
  (await post(PLANS, { name: 'Standard', ...body })).data as { id: string };
const rateOf = async (as: Caller) =>
  ((await get('rates?ccyPairs=EURGBP', as)).data as { sellRate: number; buyRate: number }[])[0]!;
const order = { sellCcyCode: 'GBP', buyCcyCode: 'EUR', fixedSide: 'SELL', amount: 1000 };

test('a plan is created, found, read and changed', async () => {
  const created = await planOf({ basisPoints: 35, rules: [{ ccyPair: 'GBPEUR', basisPoints: 20.5 }] });
  const shown = {
    name: 'Standard',
    basisPoints: 35,
    rules: [{ ...rule, ccyPair: 'EURGBP', basisPoints: 20.5 }],
    maximumSlippage: null,
    auditHistory: { version: 1, created: { by: dealer.user } },
  };
  expect(created).toMatchObject(shown);
  expect((await get(`${PLANS}/${created.id}`)).data).toEqual(created);
  const q = encodeURIComponent('AND(name == "Standard",rules.ccyPair == "EURGBP")');
  expect((await get(`${PLANS}?q=${q}`)).data).toMatchObject([{ id: created.id }]);
  const change = (body: object) => put(`${PLANS}/${created.id}`, { name: 'Large', basisPoints: 0, ...body });
  const incomplete = (await change({})).problem?.errors?.map(({ pointer, code }) => `${pointer} ${code}`);
  expect(incomplete?.sort()).toEqual(['#/maximumSlippage required', '#/rules required']);
  expect((await get(`${PLANS}/${created.id}`)).data).toEqual(created);
  const terms = { name: 'Large', basisPoints: 0, rules: [], maximumSlippage: 5 };
  const asked = conversions.app
    .get(MarginPlanController)
    .change(created.id, terms, { caller: dealer, idempotency: null });
  await expect(asked).rejects.toMatchObject({
    effect:
      'The margin plan “Standard” becomes “Large”: otherwise 0 basis points; slippage up to 5. Before: EURGBP 20.5, otherwise 35 basis points.',
  });
  const changed = await change({ rules: [], maximumSlippage: 5 });
  expect(changed.data).toMatchObject({
    name: 'Large',
    rules: [],
    maximumSlippage: 5,
    auditHistory: { version: 2 },
  });
  expect(await put(`${PLANS}/mgp_${'0'.repeat(26)}`, { name: 'x', basisPoints: 0 })).toMatchObject({
    status: 404,
  });
});

test.each([
  ['#/basisPoints', { basisPoints: 1000.01 }],
  ['#/basisPoints', { basisPoints: -1 }],
  ['#/basisPoints', { basisPoints: 1.005 }],
  ['#/rules/0/ccyCode', { rules: [{ ccyPair: 'EURGBP', ccyCode: 'GBP', basisPoints: 1 }] }],
  ['#/rules/0/maximumTenor', { rules: [{ maximumTenor: '7M', basisPoints: 1 }] }],
  [
    '#/rules/1',
    {
      rules: [
        { ccyPair: 'EURGBP', basisPoints: 1 },
        { ccyPair: 'GBPEUR', basisPoints: 2 },
      ],
    },
  ],
])('names what is wrong with a plan: %s', async (pointer, more) => {
  const { status, problem } = await post(PLANS, { name: 'x', basisPoints: 1, ...more });
  expect({ status, pointers: problem?.errors?.map((one) => one.pointer) }).toEqual({
    status: 400,
    pointers: [pointer],
  });
});

test('a client without a plan gets the market, one with its own that, others that of all clients', async () => {
  const market = await rateOf(client);
  const [own, all] = [await planOf({ basisPoints: 100 }), await planOf({ basisPoints: 10 })];
  expect((await put(OF_CLIENTS, { marginPlanId: all.id })).data).toMatchObject({
    ...{ clientId: null, marginPlanId: all.id, inForce: all.id },
  });
  await put(`${OF_CLIENTS}/${client.client.id}`, { marginPlanId: own.id });
  expect((await get(`${OF_CLIENTS}/${client.client.id}`)).data).toMatchObject({ inForce: own.id });
  expect((await get(`${OF_CLIENTS}/${other.client.id}`)).data).toEqual({
    ...{ clientId: other.client.id, marginPlanId: null, inForce: all.id, auditHistory: null },
  });
  const worse = (rate: number, share: number) => Number((rate * (1 + share)).toFixed(6));
  expect((await rateOf(client)).buyRate).toBeCloseTo(worse(market.buyRate, 0.01), 5);
  expect((await rateOf(other)).buyRate).toBeCloseTo(worse(market.buyRate, 0.001), 5);
  expect((await rateOf(other)).sellRate).toBeCloseTo(worse(market.sellRate, -0.001), 5);
  const unknown = { marginPlanId: `mgp_${'0'.repeat(26)}` };
  expect(await put(OF_CLIENTS, unknown)).toMatchObject({ status: 404 });
});

test('rates, quotes, conversions and instructions have one price, and clients do not see its margin', async () => {
  const { buyRate } = await rateOf(client);
  const quote = (await post('quotes', order, client)).data;
  const booked = (await post('conversions', order, client)).data as { id: string; rate: number };
  expect([quote['rate'], booked.rate]).toEqual([buyRate, buyRate]);
  const conversionId = `con_${'7'.repeat(26)}`;
  await conversions.app.get(Reactions).onBookingRequested(
    delivered<'conversions.booking_requested'>(
      {
        conversionId,
        order: { ...order, fixedSide: 'SELL', amount: money('GBP', 1000_00n) },
        ...{ quote: null, margin: null, worst: null, valueDate: '2026-11-24' },
        ...{ paymentInstructionId: 'pi_1', metadata: null },
      },
      client,
    ),
  );
  expect(((await get(`conversions/${conversionId}`, client)).data as { rate: number }).rate).toBe(buyRate);
  for (const shown of [quote, booked]) expect(JSON.stringify(shown)).not.toMatch(/margin|basis|mgp_/i);
  const [event] = await conversions.db.database.query<{ quote: object; margin: object }>(
    `SELECT data -> 'quote' AS quote, data -> 'margin' AS margin FROM events WHERE stream_id = $1`,
    [booked.id],
  );
  expect(event).toMatchObject({ margin: { basisPoints: 100, planId: expect.stringMatching(/^mgp_/) } });
});

test('a cancellation is quoted with the margin of the opposite trade', async () => {
  const { id } = (await post('conversions', order, client)).data as { id: string };
  const { rate } = (await post(`conversions/${id}/cancellation-quote`, {}, client)).data as {
    rate: number;
  };
  expect(rate).toBe((await rateOf(client)).sellRate);
});

test('other services hear of plans and of who has them', async () => {
  const { id } = await planOf({ basisPoints: 7 });
  expect(await conversions.published(id)).toMatchObject([
    { type: 'conversions.margin_plan_set', data: { planId: id, basisPoints: 7, rules: [] } },
  ]);
  await put(`${OF_CLIENTS}/${other.client.id}`, { marginPlanId: id });
  expect(await conversions.published(`margins/${other.client.id}`)).toMatchObject([
    { type: 'conversions.margin_plan_assigned', data: { clientId: other.client.id, planId: id } },
  ]);
});

test('a client keeps its plan unless another one, or null, is given', async () => {
  for (const path of [OF_CLIENTS, `${OF_CLIENTS}/${client.client.id}`])
    expect(await put(path, {})).toMatchObject({
      status: 400,
      problem: { errors: [{ pointer: '#/marginPlanId', code: 'required' }] },
    });
});
