import { TestClock, issues } from '@corridor/testing';
import { OtherServices } from '../other-services.fixture.js';
import { type PaymentsUnderTest, startPayments } from '../payments.fixture.js';

/** Instructions at the price of a firm quote: the other services deliver each message twice. */

const clock = new TestClock(new Date('2026-11-20T09:30:00.123Z')); // a Friday
const quoteId = 'quo_01K00000000000000000000001';
let payments: PaymentsUnderTest;
let others: OtherServices;

beforeAll(async () => {
  payments = await startPayments(clock);
  await payments.publishRates();
  others = new OtherServices(payments, 2);
});
afterAll(() => payments.close());

const create = async (more: object = {}, outcomes: object = {}, key?: string) => {
  const body = await payments.instructionBody({ quoteId, ...more });
  return others.untilResponse(payments.post('payment-instructions', body, key ? { key } : {}), outcomes);
};
const total = async () => (await payments.get('payment-instructions?limit=1')).meta?.['totalCount'];
const eventsOf = async (id: string) => {
  const rows = await payments.db.database.query<{ type: string }>(
    'SELECT type FROM events WHERE stream_id = $1 ORDER BY version',
    [id],
  );
  return rows.map(({ type }) => type);
};

test('has the price of the quote, and its creation is returned without history', async () => {
  const { status, data } = await create();
  expect(status).toBe(200);
  expect(data).toMatchObject({
    status: 'PENDING',
    statusHistory: [],
    indicativePrice: { rate: 0.8, sellAmount: { ccyCode: 'GBP', value: 800 } },
  });
  expect(await eventsOf(data.id)).toEqual(['quote_requested', 'created']);
  expect((await payments.get(`payment-instructions/${data.id}`)).data).toMatchObject({
    statusHistory: [{ status: 'PENDING' }],
    auditHistory: { version: 1, created: data.auditHistory.created },
  });
});

test.each([true, false])('is filled at it, flag %s', async (useIndicativeRateForActualRate) => {
  const { id, indicativePrice } = (await create()).data;
  await payments.post(`simulators/payment-instructions/${id}/acknowledge`);
  const filling = payments.post(`simulators/payment-instructions/${id}/fill`, {
    useIndicativeRateForActualRate,
  });
  expect((await others.untilResponse(filling)).data.status).toBe('FILLED');
  expect((await payments.get(`payment-instructions/${id}`)).data.actualPrice).toEqual(indicativePrice);
});

test('is not created if the quote is refused: the pointer is returned, and the key can be used again', async () => {
  const before = await total();
  expect(issues(await create({}, { quotes: false }, 'again'))).toEqual([422, '#/amount differs_from_quote']);
  expect(await total()).toBe(before);
  const created = await create({}, {}, 'again');
  expect([created.status, await total()]).toEqual([200, (before as number) + 1]);
});

test('is created once per key', async () => {
  const body = await payments.instructionBody({ quoteId });
  const post = () => others.untilResponse(payments.post('payment-instructions', body, { key: 'once' }));
  const first = await post();
  const again = await post();
  expect([again.status, again.text, again.replayed]).toEqual([200, first.text, true]);
});

test.each<[object, number, string]>([
  [{ quoteId: 'pi_1' }, 400, '#/quoteId not_an_id'],
  [{ paymentDate: '2026-11-19' }, 400, '#/paymentDate in_the_past'],
])('%j is refused before the quote is asked for', async (more, status, issue) => {
  const body = await payments.instructionBody({ quoteId, ...more });
  expect(issues(await payments.post('payment-instructions', body))).toEqual([status, issue]);
});

test('a beneficiary that cannot be paid is refused before the quote is asked for', async () => {
  const beneficiaryId = 'ben_00000000000000000000000000';
  const body = await payments.instructionBody({ quoteId, beneficiaryId });
  expect(await payments.post('payment-instructions', body)).toMatchObject({
    status: 422,
    problem: { code: 'beneficiary_not_usable' },
  });
});
