import { type Caller, money } from '@corridor/kernel';
import { TestClock, delivered, testCaller } from '@corridor/testing';
import type { Messages } from '@corridor/contracts';
import { Production } from '../automation/production.fixture.js';
import { type PaymentsUnderTest, quotes, startPayments } from '../payments.fixture.js';

/** PRODUCTION: staff stop what was ordered, before it is sent. */

const clock = new TestClock(new Date('2026-11-20T09:30:00.123Z')); // a Friday
const caller: Caller = { ...testCaller, environment: 'PRODUCTION' };
const FUTURE = '2026-12-11';
let payments: PaymentsUnderTest;
let production: Production;
beforeEach(async () => {
  payments = await startPayments(clock);
  await payments.publishRates();
  production = new Production(payments, caller, clock);
});
afterEach(() => payments.close());

const order = { reason: 'The client called: fraud.' };
const stop = (id: string, body: object = order) =>
  payments.operate(
    'POST',
    `${id.startsWith('pi_') ? 'payment-instructions' : 'payments'}/${id}/stop`,
    body,
    'operations',
  );
const read = async (id: string) =>
  (await payments.get(`${id.startsWith('pi_') ? 'payment-instructions' : 'payments'}/${id}`)).data;
const eventsOf = async (id: string) =>
  payments.db.database.query<{ type: string; data: { why: string; by: object } }>(
    'SELECT type, data FROM events WHERE stream_id = $1 ORDER BY version',
    [id],
  );
const typesOf = async (id: string) => (await eventsOf(id)).map(({ type }) => type);
const relatedEntity = (id: string) =>
  ({ id, type: 'PAYMENT' }) as Messages['ledger.transfer_posted']['relatedEntity'];
const posted = (id: string) =>
  production.reactions.onTransferPosted(
    delivered<'ledger.transfer_posted'>({ transferId: id, relatedEntity: relatedEntity(id) }, caller),
  );
const declined = (id: string) =>
  production.reactions.onTransferDeclined(
    delivered<'ledger.transfer_declined'>(
      { transferId: id, relatedEntity: relatedEntity(id), reason: 'insufficient_funds' },
      caller,
    ),
  );
const credited = () => {
  const resource = {
    client: testCaller.client,
    direction: 'CREDIT',
    balance: { ccyCode: 'EUR', value: 1e6 },
  };
  return production.deliver({ type: 'transaction.completed', data: { resource } } as never);
};

async function paid(more: object = {}, heard = 2): Promise<string> {
  const body = await payments.paymentBody({ paymentType: null, chargeType: null, ...more });
  const { id } = (await payments.post('payments', body, { as: 'production' })).data as { id: string };
  for (let n = 0; n < heard; n++) await production.hear();
  return id;
}
async function instructed(more: object = {}, heard = 3): Promise<string> {
  const body = await payments.instructionBody(more);
  const { id } = (await payments.post('payment-instructions', body, { as: 'production' })).data as {
    id: string;
  };
  for (let n = 0; n < heard; n++) await production.hear();
  return id;
}

describe('a payment', () => {
  test('for a later date is stopped: the client sees a neutral reason, the event has who and why', async () => {
    const id = await paid({ paymentDate: FUTURE });
    expect(await read(id)).toMatchObject({ status: 'READY_TO_SEND' });
    const response = await stop(id);
    expect(response).toMatchObject({ status: 200, data: { id, status: 'FAILED' } });
    const record = await read(id);
    expect(record).toMatchObject({ status: 'FAILED', failureReturnedAmount: null });
    expect(record.statusHistory.at(-1)).toMatchObject({
      subStatus: 'FAILED',
      statusReason: 'It was stopped before it was sent. No money has moved.',
    });
    expect((await eventsOf(id)).at(-1)).toMatchObject({
      type: 'stopped',
      data: { why: order.reason, by: { id: 'stf_1', name: 'Ines Almeida' } },
    });
    expect(await production.hear()).toEqual(['payment.failed']);
  });

  test('the client sees the reason that staff give for it', async () => {
    const id = await paid({ paymentDate: FUTURE });
    await stop(id, { ...order, publicReason: 'Stopped as you asked' });
    expect((await read(id)).statusHistory.at(-1)?.statusReason).toBe(
      'Stopped as you asked. No money has moved.',
    );
  });

  test('in DRAFT is stopped, and screening does not bring it back', async () => {
    const id = await paid({}, 0);
    expect(await stop(id)).toMatchObject({ status: 200, data: { status: 'FAILED' } });
    for (let n = 0; n < 3; n++) await production.hear();
    expect(await typesOf(id)).toEqual(['created', 'stopped']);
  });

  test('without funds takes none of the next money', async () => {
    const id = await paid();
    await declined(id);
    expect(await stop(id)).toMatchObject({ status: 200 });
    await credited();
    await production.releaseJob.turn();
    expect((await typesOf(id)).filter((type) => type === 'funds_requested')).toHaveLength(1);
  });

  test('whose money is being taken is not stopped; the outcome decides', async () => {
    const id = await paid();
    expect(await stop(id)).toMatchObject({ status: 409, problem: { code: 'step_in_progress' } });
    await posted(id);
    const { status, problem } = await stop(id);
    expect({ status, code: problem?.code }).toEqual({ status: 409, code: 'illegal_transition' });
    expect(problem?.detail).toContain('Ask the bank');
  });

  test('against the release: stopped or sent, never both, and no money is asked for after a stop', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 20; n++) {
      const id = await paid({}, 0);
      ids.push(id);
    }
    await production.hear(); // cleared
    await production.hear(); // ready: money is asked for
    for (const id of ids) await declined(id);
    clock.advance(6 * 60_000);
    const [responses] = await Promise.all([
      Promise.all(ids.map((id) => stop(id))),
      production.releaseJob.turn(),
      production.releaseJob.turn(),
    ]);
    for (const [n, id] of ids.entries()) {
      const types = await typesOf(id);
      const isStopped = types.includes('stopped');
      expect(responses[n]!.status).toBe(isStopped ? 200 : 409);
      const last = types.at(-1);
      expect(last).toBe(isStopped ? 'stopped' : 'funds_requested');
      if (!isStopped) await posted(id);
      expect((await read(id)).status).toBe(isStopped ? 'FAILED' : 'SENT');
    }
  });

  test('staff without the permission do not stop it, and there is none to stop', async () => {
    const id = await paid({ paymentDate: FUTURE });
    expect((await payments.operate('POST', `payments/${id}/stop`, order, 'dealer')).status).toBe(403);
    expect((await stop('pmt_01KAJNDRXV0123456789ABCDEF')).status).toBe(404);
    expect((await stop(id, {})).status).toBe(400);
  });
});

describe('an instruction', () => {
  test('that is PENDING is stopped', async () => {
    const id = await instructed({}, 0);
    expect(await stop(id)).toMatchObject({ status: 200, data: { status: 'FAILED' } });
    for (let n = 0; n < 3; n++) await production.hear();
    expect((await read(id)).statusHistory.at(-1)?.statusReason).toBe(
      'It was stopped before it was sent. No money has moved.',
    );
  });

  test('that is booked is stopped, and says where the money is', async () => {
    const id = await instructed({ paymentDate: FUTURE });
    const [row] = (await payments.db.database.query<{ data: { conversionId: string } }>(
      `SELECT data FROM events WHERE stream_id = $1 AND type = 'booking_requested'`,
      [id],
    )) as [{ data: { conversionId: string } }];
    const { conversionId } = row.data;
    expect(await stop(id)).toMatchObject({ status: 409, problem: { code: 'step_in_progress' } });
    const price = {
      ...{ ccyPair: 'EURGBP', rate: quotes[0]!.ask },
      ...{ sellAmount: money('GBP', 860_00n), buyAmount: money('EUR', 1000_00n) },
    };
    await production.reactions.onConversionBooked(
      delivered(
        {
          conversionId,
          paymentInstructionId: id,
          price,
          resource: { reference: 'CON-20261120-000001' } as never,
        },
        caller,
      ),
    );
    expect(await read(id)).toMatchObject({ status: 'FILLED' });
    expect(await stop(id)).toMatchObject({ status: 200, data: { status: 'FAILED' } });
    const record = await read(id);
    expect(record).toMatchObject({ status: 'FAILED', linkedConversionId: conversionId });
    expect(record.statusHistory.at(-1)?.statusReason).toBe(
      `It was stopped before it was sent. Conversion ${conversionId} is kept: EUR 1000.00 goes to the EUR wallet when it is exchanged.`,
    );
    expect((await stop(id)).status).toBe(409);
  });
});

test('a beneficiary that is archived: what is due and what is for later fails when it would be sent', async () => {
  const beneficiaryId = await payments.beneficiaryId();
  const due = await paid({ beneficiaryId });
  await declined(due);
  const later = await paid({ beneficiaryId, paymentDate: '2026-11-23' });
  await payments.post(`beneficiaries/${beneficiaryId}/archive`);
  await production.releaseJob.turn();
  expect((await read(due)).statusHistory.at(-1)).toMatchObject({
    status: 'FAILED',
    statusReason: 'The beneficiary is archived.',
  });
  expect(await read(later)).toMatchObject({ status: 'READY_TO_SEND' });
  clock.advance(3 * 24 * 3_600_000);
  await production.releaseJob.turn();
  expect((await read(later)).statusHistory.at(-1)).toMatchObject({
    status: 'FAILED',
    statusReason: 'The beneficiary is archived.',
  });
});
