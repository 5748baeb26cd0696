import { money } from '@corridor/kernel';
import { TestClock, issues } from '@corridor/testing';
import { OtherServices } from '../other-services.fixture.js';
import { type PaymentsUnderTest, startPayments } from '../payments.fixture.js';
import { type Posted, ownPayments } from './own-payments.fixture.js';

/** The states that only a simulator brings about: sub-statuses, and the SWIFT message. */

let payments: PaymentsUnderTest;
let otherServices: OtherServices;
const { create, read, simulate, createAndMove, transfersOf, transferIds } = ownPayments(() => ({
  payments,
  otherServices,
}));

beforeAll(async () => {
  payments = await startPayments(new TestClock(new Date('2026-11-20T09:30:00.123Z')));
  await payments.publishRates();
  otherServices = new OtherServices(payments, 2); // every message is delivered twice
});
afterAll(() => payments.close());

describe('a payment', () => {
  test('awaits its authorisation, or is cancelled meanwhile without moving money', async () => {
    const [id, unwanted] = [
      await createAndMove({}, 'require-authorisation'),
      await createAndMove({}, 'require-authorisation'),
    ];
    expect((await read(id)).statusHistory.at(-1)).toMatchObject({
      status: 'DRAFT',
      subStatus: 'AWAITING_AUTHORISATION',
    });
    for (const step of ['require-authorisation', 'send', 'suspend', 'release'])
      expect(await simulate(id, step)).toMatchObject({
        status: 409,
        problem: { code: 'illegal_transition' },
      });
    expect((await simulate(id, 'authorise')).data.status).toBe('READY_TO_SEND');
    const cancel = () => payments.post(`payments/${unwanted}/cancel`, { reason: 'Not needed' });
    expect((await cancel()).data.status).toBe('CANCELLED');
    for (const step of ['authorise', 'send', 'fail'])
      expect(await simulate(unwanted, step)).toMatchObject({ status: 409 });
    expect((await cancel()).status).toBe(409);
    expect(transfersOf(unwanted)).toEqual([]);
  });

  test('is suspended with a reason, and sent only after its release', async () => {
    const id = await createAndMove({}, 'authorise');
    const { data } = await simulate(id, 'suspend', { reason: 'Under review.' });
    expect(data.statusHistory.at(-1)).toMatchObject({
      status: 'READY_TO_SEND',
      subStatus: 'SUSPENDED',
      statusReason: 'Under review.',
    });
    expect(await simulate(id, 'send')).toMatchObject({
      status: 409,
      problem: { code: 'illegal_transition', detail: 'The payment is SUSPENDED.' },
    });
    expect(await simulate(id, 'suspend')).toMatchObject({ status: 409 });
    expect((await payments.post(`payments/${id}/cancel`, { reason: 'x' })).status).toBe(409);
    expect(transfersOf(id)).toEqual([]);
    expect((await simulate(id, 'release')).data.statusHistory.at(-1)).toMatchObject({
      subStatus: 'AUTHORISED',
      statusReason: null,
    });
    expect((await simulate(id, 'send')).data.status).toBe('SENT');
    expect(transferIds(id)).toEqual([id]);
    for (const step of ['suspend', 'release'])
      expect(await simulate(id, step)).toMatchObject({ status: 409 });
  });

  test('fails while it is suspended, without moving money', async () => {
    const id = await createAndMove({}, 'authorise', 'suspend');
    expect((await simulate(id, 'fail')).data.status).toBe('FAILED');
    expect(await read(id)).toMatchObject({ failureReturnedAmount: null });
    expect(transfersOf(id)).toEqual([]);
  });

  test.each(['require-authorisation', 'suspend', 'release'])(
    '%s is refused to others, and finds none of another client',
    async (step) => {
      const path = `simulators/payments/${(await create()).id}/${step}`;
      expect((await payments.post(path, undefined, { as: 'stranger' })).status).toBe(404);
      expect((await payments.post(path, undefined, { as: 'reader' })).status).toBe(403);
    },
  );

  test('is found by its sub-status', async () => {
    const id = await createAndMove({}, 'authorise', 'suspend');
    const found = await payments.get(
      'payments?limit=1000&q=statusHistory.subStatus%20%3D%3D%20%22SUSPENDED%22',
    );
    expect((found.data as unknown as Posted[]).map((one) => one.id)).toContain(id);
  });
});

describe('the fee of a payment', () => {
  const fee = { ccyCode: 'GBP', value: 2.5 };
  const setFee = (id: string, body: object = { fee }) => simulate(id, 'set-fee', body);

  test('is set, removed, set again and taken together with the funds, once', async () => {
    const { id } = await create();
    expect((await setFee(id)).data).toEqual(await read(id));
    expect((await setFee(id, {})).data.fee).toBeNull();
    await simulate(id, 'authorise');
    expect((await setFee(id)).data).toMatchObject({ fee, status: 'READY_TO_SEND' });
    const query = encodeURIComponent('AND(fee.ccyCode == "GBP", fee.value >= "2.5")');
    const found = await payments.get(`payments?limit=1000&q=${query}`);
    expect((found.data as unknown as Posted[]).map((one) => one.id)).toContain(id);
    expect((await simulate(id, 'send')).data.status).toBe('SENT');
    expect(await read(id)).toMatchObject({ fee, status: 'SENT' });
    expect(transferIds(id)).toEqual([id, `${id}/fee`]);
    expect(transfersOf(id).at(-1)).toMatchObject({
      action: 'PAYMENT_FEE',
      entries: [
        { account: 'wallet', amount: money('GBP', -2_50n) },
        { account: 'fees', amount: money('GBP', 2_50n) },
      ],
    });
    expect(await setFee(id)).toMatchObject({ status: 409, problem: { code: 'illegal_transition' } });
  });

  test('without funds for both nothing changes, and it can be sent later', async () => {
    const id = await createAndMove({}, 'authorise');
    await setFee(id);
    const before = await read(id);
    expect(await simulate(id, 'send', undefined, { funds: false })).toMatchObject({
      status: 422,
      problem: { code: 'insufficient_funds' },
    });
    expect(await read(id)).toEqual(before);
    await setFee(id, { fee: null });
    expect((await simulate(id, 'send')).data.status).toBe('SENT');
    expect(transfersOf(id).at(-1)?.transferId).toBe(id);
  });

  test('is not returned when the payment fails', async () => {
    const id = await createAndMove({}, 'authorise');
    await setFee(id);
    await simulate(id, 'send');
    expect((await simulate(id, 'fail')).data.status).toBe('FAILED');
    expect(await read(id)).toMatchObject({ fee, failureReturnedAmount: { ccyCode: 'EUR', value: 1000 } });
    expect(transferIds(id)).toEqual([id, `${id}/fee`, `${id}/return`]);
  });

  test('with issues is refused, and so are others', async () => {
    const { id } = await create();
    const path = `simulators/payments/${id}/set-fee`;
    for (const [body, expected] of [
      [{ fee: 1 }, '#/fee not_an_object'],
      [{ fee: { ccyCode: 'GBP', value: 0 } }, '#/fee/value not_positive'],
      [{ fee: { ccyCode: 'JPY', value: 0.5 } }, '#/fee/value too_many_decimals'],
    ] as const)
      expect(issues(await payments.post(path, body))).toEqual([400, expected]);
    expect((await payments.post(path, { fee }, { as: 'stranger' })).status).toBe(404);
    expect((await payments.post(path, { fee }, { as: 'reader' })).status).toBe(403);
  });
});

describe('the fee of an instruction', () => {
  const fee = { ccyCode: 'GBP', value: 2.5 };
  const move = (id: string, step: string, body?: object) =>
    otherServices.untilResponse(payments.post(`simulators/payment-instructions/${id}/${step}`, body));

  test.each([['GBP'], ['EUR']])(
    'that sells %s is taken with its payment, which shows it',
    async (sellCcyCode) => {
      const { id } = await payments.instruct({ sellCcyCode });
      await move(id, 'acknowledge');
      await move(id, 'fill', { useIndicativeRateForActualRate: true });
      const { data } = await move(id, 'set-fee', { fee });
      expect(data).toMatchObject({ id, fee, status: 'FILLED' });
      const query = encodeURIComponent(`AND(fee.value == "2.5", id == "${id}")`);
      const found = await payments.get(`payment-instructions?q=${query}`);
      expect((found.data as unknown as Posted[]).map((one) => one.id)).toEqual([id]);
      expect((await move(id, 'send')).data.status).toBe('SENT');
      const sent = (await payments.get(`payment-instructions/${id}`)).data;
      const paymentId = sent.linkedPaymentId as string;
      expect([sent.fee, (await read(paymentId)).fee]).toEqual([fee, fee]);
      expect(transferIds(paymentId)).toEqual([paymentId, `${paymentId}/fee`]);
      expect((await move(id, 'set-fee', { fee })).status).toBe(409);
    },
  );

  test('is refused to others, and finds none of another client', async () => {
    const { id } = await payments.instruct();
    const path = `simulators/payment-instructions/${id}/set-fee`;
    expect((await payments.post(path, { fee }, { as: 'stranger' })).status).toBe(404);
    expect((await payments.post(path, { fee }, { as: 'reader' })).status).toBe(403);
  });
});

describe('the SWIFT message of a payment', () => {
  const swift = (id: string, status: string) => simulate(id, 'swift-status', { status });

  test('is taken back, processed and confirmed', async () => {
    const id = await createAndMove({}, 'authorise', 'send');
    for (const status of ['PENDING', 'PROCESSING']) {
      const moved = await swift(id, status);
      expect(moved.data.swiftSubmission.status).toBe(status);
      const query = `swiftSubmission.status == "${status}"`;
      const found = await payments.get(`payments?limit=1000&q=${encodeURIComponent(query)}`);
      expect((found.data as unknown as Posted[]).map((one) => one.id)).toContain(id);
    }
    expect(await swift(id, 'PENDING')).toMatchObject({
      status: 409,
      problem: { code: 'illegal_transition', detail: 'The SWIFT message is PROCESSING.' },
    });
    const { data } = await swift(id, 'SUCCESS');
    expect(data).toEqual(await read(id));
    expect(data).toMatchObject({ status: 'SENT', auditHistory: { version: 6 } });
    expect(data.statusHistory).toHaveLength(3);
    expect((await simulate(id, 'complete')).status).toBe(200);
    expect((await swift(id, 'PENDING')).status).toBe(409);
  });

  test('that is not delivered fails the payment, and returns its money once', async () => {
    const id = await createAndMove({}, 'authorise', 'send');
    await swift(id, 'PENDING');
    const { data } = await swift(id, 'FAILED');
    expect(data).toMatchObject({
      status: 'FAILED',
      swiftSubmission: { status: 'FAILED' },
      failureReturnedAmount: { ccyCode: 'EUR', value: 1000 },
    });
    expect(data.statusHistory.at(-1).statusReason).toBe('The SWIFT network has not delivered the message.');
    expect((await swift(id, 'FAILED')).status).toBe(409);
    expect((await simulate(id, 'fail')).status).toBe(409);
    expect(transferIds(id)).toEqual([id, `${id}/return`]);
  });

  test('moves on after a return that was declined', async () => {
    const id = await createAndMove({}, 'authorise', 'send');
    await swift(id, 'PENDING');
    expect((await simulate(id, 'fail', {}, { room: false })).status).toBe(422);
    expect((await swift(id, 'PROCESSING')).data.swiftSubmission.status).toBe('PROCESSING');
  });

  test('is missing for a payment that is not sent, or over a local network', async () => {
    const local = { paymentType: 'REGULAR', chargeType: null };
    for (const id of [await createAndMove({}, 'authorise'), await createAndMove(local, 'authorise', 'send')])
      expect(await swift(id, 'PENDING')).toMatchObject({
        status: 409,
        problem: { code: 'illegal_transition' },
      });
  });

  test('with issues is refused, and so are others', async () => {
    const id = await createAndMove({}, 'authorise', 'send');
    const path = `simulators/payments/${id}/swift-status`;
    expect(issues(await payments.post(path, { status: 'LOST' }))).toEqual([400, '#/status not_allowed']);
    expect(issues(await payments.post(path, {}))).toEqual([400, '#/status required']);
    expect((await payments.post(path, { status: 'PENDING' }, { as: 'stranger' })).status).toBe(404);
    expect((await payments.post(path, { status: 'PENDING' }, { as: 'reader' })).status).toBe(403);
  });
});
