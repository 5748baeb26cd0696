import { TestClock, issues, delivered } from '@corridor/testing';
import { OtherServices, type Outcomes } from './other-services.fixture.js';
import { PaymentSimulatorsController } from './payment/payment-simulators.controller.js';
import { type PaymentsUnderTest, startPayments } from './payments.fixture.js';
import { SimulatorsController, simulatorsIn } from './simulators.controller.js';

const clock = new TestClock(new Date('2026-11-20T09:30:00.123Z')); // a Friday
let payments: PaymentsUnderTest;
let otherServices: OtherServices;

beforeAll(async () => {
  payments = await startPayments(clock);
  await payments.publishRates();
  otherServices = new OtherServices(payments);
});
afterAll(() => payments.close());

const reason = 'insufficient_funds';
const untilResponse = <T>(call: Promise<T>, outcomes?: Outcomes) =>
  otherServices.untilResponse(call, outcomes);

const inEuros = { sellCcyCode: 'EUR' };
const atMarket = { useIndicativeRateForActualRate: false };
const simulate = (id: string, step: string, body?: object, outcomes?: Outcomes) =>
  untilResponse(payments.post(`simulators/payment-instructions/${id}/${step}`, body), outcomes);
const filled = async (more: object = {}) => {
  const { id } = await payments.instruct(more);
  await simulate(id, 'acknowledge');
  await simulate(id, 'fill', atMarket);
  return id;
};

describe('in the sandbox', () => {
  test('an instruction reaches SENT', async () => {
    const { id, indicativePrice } = await payments.instruct();
    expect((await simulate(id, 'acknowledge')).data).toMatchObject({ id, status: 'ACKNOWLEDGED' });
    const fill = await simulate(id, 'fill', { useIndicativeRateForActualRate: true });
    expect([fill.status, fill.data.status]).toEqual([200, 'FILLED']);
    expect((await payments.get(`payment-instructions/${id}`)).data).toMatchObject({
      actualPrice: indicativePrice,
      linkedConversionId: expect.stringMatching(/^con_/),
    });
    const send = await simulate(id, 'send');
    expect(Object.keys(send.data)).toEqual(['id', 'status', 'statusHistory']);
    expect(send.data.statusHistory.map(({ status }: { status: string }) => status)).toEqual([
      'PENDING',
      'ACKNOWLEDGED',
      'FILLED',
      'SENT',
    ]);
    const { linkedPaymentId } = (await payments.get(`payment-instructions/${id}`)).data;
    const payment = (await payments.get(`payments/${linkedPaymentId}`)).data;
    expect(payment).toMatchObject({
      reference: expect.stringMatching(/^PMT-20261120-[0-9A-Z]{6}$/),
      amount: { ccyCode: 'EUR', value: 1000 },
      status: 'SENT',
      statusHistory: [
        { status: 'DRAFT', subStatus: 'NEW' },
        { status: 'READY_TO_SEND', subStatus: 'AUTHORISED' },
        { status: 'SENT', subStatus: 'SUBMITTED' },
      ],
      swiftSubmission: {
        format: 'MT103',
        status: 'SUCCESS',
        message: expect.stringContaining(':33B:GBP860,00'),
      },
      linkedPaymentInstructionId: id,
      beneficiary: { id: expect.stringMatching(/^ben_/), bankAccount: null },
      beneficiarySnapshot: { id: expect.stringMatching(/^bss_/), bankAccount: null },
    });
    const snapshot = (await payments.get(`beneficiary-snapshots/${payment.beneficiarySnapshot.id}`)).data;
    expect(snapshot).toMatchObject({
      isSnapshot: true,
      bankAccount: { iban: 'DE89370400440532013000', supportedPaymentTypes: ['REGULAR', 'PRIORITY'] },
    });
    expect((await payments.get('payments?limit=1')).data[0]).toEqual(payment);
    expect((await payments.get(`payments/${linkedPaymentId}`, 'stranger')).status).toBe(404);
    const foreign = await payments.get(`beneficiary-snapshots/${snapshot.id}`, 'stranger');
    expect(foreign.status).toBe(404);
  });

  test('a fill at the market has the price of the conversion', async () => {
    const id = await filled();
    expect((await payments.get(`payment-instructions/${id}`)).data.actualPrice.rate).toBe(0.89);
  });

  test('within one currency nothing is converted', async () => {
    const id = await filled({ ...inEuros, paymentType: 'REGULAR', chargeType: null });
    expect((await simulate(id, 'send')).data.status).toBe('SENT');
    const { data } = await payments.get(`payment-instructions/${id}`);
    expect(data).toMatchObject({ linkedConversionId: null, actualPrice: { ccyPair: 'EUREUR', rate: 1 } });
    expect((await payments.get(`payments/${data.linkedPaymentId}`)).data.swiftSubmission).toBeNull();
  });

  test.each<[string, object, Outcomes]>([
    ['to exchange', {}, { exchanges: false }],
    ['after the exchange', {}, { funds: false }],
    ['within one currency', inEuros, { funds: false }],
  ])('without funds %s nothing changes, and it can be sent later', async (_, more, outcomes) => {
    const id = await filled(more);
    const before = await payments.get(`payment-instructions/${id}`);
    const sent = (await payments.get('payments')).meta.totalCount;
    expect(await simulate(id, 'send', undefined, outcomes)).toMatchObject({
      status: 422,
      problem: { code: reason },
    });
    expect((await payments.get(`payment-instructions/${id}`)).data).toEqual(before.data);
    expect((await payments.get('payments')).meta.totalCount).toBe(sent);
    expect((await simulate(id, 'send')).data.status).toBe('SENT');
    expect((await payments.get('payments')).meta.totalCount).toBe(sent + 1);
  });

  test('a declined booking leaves it acknowledged, and it can be filled later', async () => {
    const { id } = await payments.instruct();
    await simulate(id, 'acknowledge');
    expect(await simulate(id, 'fill', atMarket, { books: false })).toMatchObject({ status: 422 });
    expect((await payments.get(`payment-instructions/${id}`)).data.status).toBe('ACKNOWLEDGED');
    expect((await simulate(id, 'fill', atMarket)).data.status).toBe('FILLED');
  });

  test.each([
    ['reject', 'REJECTED', 'Rejected by the simulator.'],
    ['fail', 'FAILED', 'Failed by the simulator.'],
  ])('%s terminates it with a reason', async (step, status, statusReason) => {
    const pending = await payments.instruct();
    expect((await simulate(pending.id, step)).data).toMatchObject({
      status,
      statusHistory: [{ status: 'PENDING' }, { status, statusReason }],
    });
    const late = await filled();
    expect((await simulate(late, step)).data.statusHistory.at(-1).statusReason).toMatch(
      /^.*simulator\. Conversion con_\w+ is kept: EUR 1000\.00 goes to the EUR wallet when it is exchanged\.$/,
    );
  });

  test('one key advances it once', async () => {
    const { id } = await payments.instruct();
    await simulate(id, 'acknowledge');
    const path = `simulators/payment-instructions/${id}/fill`;
    const [first, second] = await untilResponse(
      Promise.all([
        payments.post(path, atMarket, { key: 'fill' }),
        payments.post(path, atMarket, { key: 'fill' }),
      ]),
    );
    expect([first!.text, second!.text].filter((text) => text.includes('"FILLED"')).length).toBeGreaterThan(0);
    const again = await payments.post(path, atMarket, { key: 'fill' });
    expect([again.status, again.data.status, again.replayed]).toEqual([200, 'FILLED', true]);
    expect(await payments.post(path, atMarket)).toMatchObject({
      status: 409,
      problem: { code: 'illegal_transition' },
    });
  });

  test('a key of the demo data that was refused for one instruction pays another one by itself', async () => {
    const [refused, sent] = [await filled({ amount: 2000 }), await filled()];
    const send = (id: string, outcomes?: Outcomes) => {
      const path = `simulators/payment-instructions/${id}/send`;
      return untilResponse(payments.post(path, undefined, { key: 'seed-again' }), outcomes);
    };
    expect((await send(refused, { exchanges: false })).status).toBe(422);
    expect((await send(sent)).status).toBe(200);
    const { linkedPaymentId } = (await payments.get(`payment-instructions/${sent}`)).data;
    expect((await payments.get(`payments/${linkedPaymentId}`)).data).toMatchObject({
      linkedPaymentInstructionId: sent,
      amount: { ccyCode: 'EUR', value: 1000 },
    });
  });

  test('issues, other clients and missing permissions are refused', async () => {
    const { id } = await payments.instruct();
    const path = `simulators/payment-instructions/${id}`;
    expect(issues(await payments.post(`${path}/fill`, {}))).toEqual([
      400,
      '#/useIndicativeRateForActualRate required',
    ]);
    expect(issues(await payments.post(`${path}/acknowledge`, { more: 1 }))).toEqual([
      400,
      '#/more unknown_field',
    ]);
    expect((await payments.post(`${path}/acknowledge`, {}, { as: 'stranger' })).status).toBe(404);
    expect((await payments.post(`${path}/acknowledge`, {}, { as: 'reader' })).status).toBe(403);
    expect((await payments.post(`${path}/send`)).problem?.code).toBe('illegal_transition');
    expect((await payments.post('simulators/payment-instructions/pi_unknown/send')).status).toBe(404);
  });

  test('in PRODUCTION there are no simulators', () => {
    expect(simulatorsIn('PRODUCTION')).toEqual([]);
    expect(simulatorsIn('SANDBOX')).toEqual([SimulatorsController, PaymentSimulatorsController]);
  });
});

test('messages contain no bank details', async () => {
  const rows = await payments.db.database.query<{ message: string }>(
    'SELECT message::text FROM events WHERE message IS NOT NULL',
  );
  expect(rows.length).toBeGreaterThan(20);
  for (const { message } of rows) expect(message).not.toMatch(/DE8937|COBADEFF|31926819/);
});

test('transfers and facts of others change nothing', async () => {
  const count = async () => (await payments.db.database.query('SELECT 1 FROM events')).length;
  const before = await count();
  const relatedEntity = {
    id: 'con_1',
    type: 'CONVERSION',
    reference: '',
    details: { description: '' },
  } as const;
  const outcome = { conversionId: 'con_1', paymentInstructionId: null };
  const resource = {} as never;
  await payments.reactions.onTransferPosted(delivered({ transferId: 'con_1', relatedEntity }));
  await payments.reactions.onTransferDeclined(delivered({ transferId: 'con_1', relatedEntity, reason }));
  await payments.reactions.onConversionBooked(delivered({ ...outcome, price: {} as never, resource }));
  await payments.reactions.onConversionExchanged(delivered({ ...outcome, paymentId: null, resource }));
  await payments.reactions.onConversionCancelled(delivered({ ...outcome, resource }));
  await payments.reactions.onPaymentLinked(delivered({ ...outcome, paymentId: 'pmt_1' }));
  await payments.reactions.onBookingDeclined(
    delivered({ ...outcome, paymentInstructionId: 'pi_unknown', reason, priced: null, detail: null }),
  );
  expect(await count()).toBe(before);
});
