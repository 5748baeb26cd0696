import { EventStore } from '@corridor/event-store';
import { OPERATOR } from '@corridor/http';
import { type Caller, money } from '@corridor/kernel';
import { TestClock, testCaller } from '@corridor/testing';
import { type TestService, startTestService } from '@corridor/testing/service';
import { ConversionsModule } from '../conversions.module.js';
import { type Event, conversion } from '../conversion/conversion.js';
import { service } from '../service.js';

const clock = new TestClock(new Date('2026-11-20T09:30:00.000Z'));
const dealer: Caller = {
  ...testCaller,
  client: OPERATOR,
  user: { id: 'stf_1', name: 'Ines Almeida' },
  apiKeyId: null,
  permissions: ['dealing:read'] as never[],
};
const other = { id: 'cli_01K00000000000000000000009', name: 'Globex' };

let conversions: TestService;
beforeAll(async () => {
  conversions = await startTestService(service, ConversionsModule.in('SANDBOX'), { clock, caller: dealer });
});
afterAll(() => conversions.close());

const booked: Event = {
  type: 'booked',
  margin: { planId: 'mgp_1', basisPoints: 13 },
  reference: 'CON-1',
  order: { sellCcyCode: 'GBP', buyCcyCode: 'EUR', fixedSide: 'BUY', amount: money('EUR', 10_000n) },
  quote: { base: 'EUR', quote: 'GBP', bid: '0.8494', mid: '0.85', ask: '0.8506' },
  price: {
    ccyPair: 'EURGBP',
    rate: '0.8517',
    sellAmount: money('GBP', 8_517n),
    buyAmount: money('EUR', 10_000n),
  },
  ...{
    valueDate: '2026-11-24',
    fundByDate: '2026-11-24T12:00:00.000',
    paymentInstructionId: null,
    metadata: null,
  },
};
const book = (number: number, client = testCaller.client, ...more: Event[]) =>
  conversions.app
    .get(EventStore)
    .handle(conversion, `con_${String(number).padStart(26, '0')}`, () => [booked, ...more], {
      caller: { ...testCaller, client },
    });
const search = (q: string, as = dealer) =>
  conversions.get(`/operator/v1/dealing/blotter?limit=5&q=${encodeURIComponent(q)}`, { as });
const idsOf = (data: unknown) => (data as { id: string }[]).map(({ id }) => Number(id.slice(-4)));

test('has the conversions of all clients, with the market at the time and the margin', async () => {
  await book(1);
  await book(2, other, { type: 'cancelled', reason: 'x' });
  const { data, meta } = await search('sellAmount.ccyCode == "GBP"');
  expect(meta).toMatchObject({ totalCount: 2 });
  expect(data).toEqual([
    expect.objectContaining({ id: `con_${'2'.padStart(26, '0')}`, status: 'CANCELLED', client: other }),
    {
      id: `con_${'1'.padStart(26, '0')}`,
      status: 'BOOKED',
      reference: 'CON-1',
      client: testCaller.client,
      sellAmount: { ccyCode: 'GBP', value: 85.17 },
      buyAmount: { ccyCode: 'EUR', value: 100 },
      ccyPair: 'EURGBP',
      rate: 0.8517,
      market: { bid: 0.8494, mid: 0.85, ask: 0.8506 },
      marginPercent: 0.2,
      margin: { planId: 'mgp_1', basisPoints: 13 },
      valueDate: '2026-11-24',
      tradedOn: '2026-11-20T09:30:00.000',
      linkedPaymentInstructionId: null,
    },
  ]);
  expect(idsOf((await search(`client.id == "${other.id}"`)).data)).toEqual([2]);
  const own = `AND(status == "BOOKED",client.name == "${testCaller.client.name}")`;
  expect(idsOf((await search(own)).data)).toEqual([1]);
  const body = { query: { field: 'valueDate', operator: 'Equals', value: '2026-11-24' } };
  expect(
    idsOf((await conversions.post('/operator/v1/dealing/blotter/search', body, { as: dealer })).data),
  ).toEqual([2, 1]);
});

test('is nothing for clients', async () => {
  const asClient = { ...dealer, client: testCaller.client };
  expect((await search('id == "x"', asClient)).status).toBe(404);
});
