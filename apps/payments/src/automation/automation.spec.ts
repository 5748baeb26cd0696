import type { Envelope, MessageType, Messages } from '@corridor/contracts';
import type { EventStore } from '@corridor/event-store';
import { type Caller, decodeJson } from '@corridor/kernel';
import { DueWork } from '@corridor/platform';
import { TestClock, testCaller, delivered } from '@corridor/testing';
import { type PaymentsUnderTest, anna, startPayments } from '../payments.fixture.js';
import * as Payment from '../payment/payment.js';
import { PaymentSimulatorsController } from '../payment/payment-simulators.controller.js';
import { ScreeningJob } from '../screening/screening-job.js';
import { ScreeningOutcomes } from '../screening/screening-outcomes.js';
import { ScreeningRequests } from '../screening/screening-requests.js';
import { SimulatedRequests } from '../screening/simulated-requests.js';
import { SimulatorsController } from '../simulators.controller.js';
import { DuePayments } from './due-payments.js';
import { PaymentReleaseJob } from './payment-release-job.js';
import { Desk } from './desk.js';
import { automationIn } from './automation.js';
import { Production } from './production.fixture.js';
import { Releases } from './releases.js';

/** PRODUCTION: there are no simulators, and automation advances instructions. */

const DAY_MS = 86_400_000;
/** After the first decline. */
const REST_MS = 5 * 60_000;
const friday = new Date('2026-11-20T09:30:00.123Z');
const clock = new TestClock(friday);
const caller: Caller = { ...testCaller, environment: 'PRODUCTION' };
let payments: PaymentsUnderTest;
let production: Production;
let store: EventStore;
/** Who was compared too long ago is compared again before it is sent. */
const releaseJob = {
  async turn() {
    await production.releaseJob.turn();
    await production.screen();
    await production.releaseJob.turn();
  },
};

beforeAll(async () => {
  payments = await startPayments(clock);
  await payments.publishRates();
  production = new Production(payments, caller, clock);
  ({ store } = production);
});
afterAll(() => payments.close());

const deskHears = (): Promise<MessageType[]> => production.hear();
const instruct = async (more: object = {}) => {
  const body = await payments.instructionBody({ sellCcyCode: 'EUR', ...more });
  return ((await payments.post('payment-instructions', body, { as: 'production' })).data as { id: string })
    .id;
};
/** One that is compared already: when it is, it wakes what is paid to it. */
const knownBeneficiary = async () => {
  const id = await payments.beneficiaryId(anna, 'production');
  await deskHears();
  return id;
};
const read = async (id: string) => (await payments.get(`payment-instructions/${id}`)).data;
const declined = (transferId: string) =>
  production.reactions.onTransferDeclined(
    delivered<'ledger.transfer_declined'>({
      transferId,
      relatedEntity: {
        id: transferId,
        type: 'PAYMENT',
      } as Messages['ledger.transfer_declined']['relatedEntity'],
      reason: 'insufficient_funds',
    }),
  );
const requestedPayment = async (id: string) => {
  const [row] = await payments.db.database.query<{ paymentId: string }>(
    `SELECT data ->> 'paymentId' AS "paymentId" FROM events
     WHERE stream_id = $1 AND type = 'funds_requested' ORDER BY version DESC LIMIT 1`,
    [id],
  );
  return row?.paymentId;
};

test('an instruction that compliance approves is acknowledged and filled by the system', async () => {
  const id = await instruct();
  await deskHears();
  expect((await read(id)).status).toBe('ACKNOWLEDGED');
  await deskHears();
  expect(await read(id)).toMatchObject({
    status: 'FILLED',
    auditHistory: { updated: { by: null, withApiKey: null } },
  });
});

test('across currencies the desk requests a conversion', async () => {
  const id = await instruct({ sellCcyCode: 'GBP' });
  await deskHears();
  await deskHears();
  expect(await deskHears()).toContain('conversions.booking_requested');
  await payments.reactions.onBookingDeclined(
    delivered<'conversions.booking_declined'>({
      conversionId: await bookedAs(id),
      paymentInstructionId: id,
      reason: 'amount_not_convertible',
      priced: null,
      detail: null,
    }),
  );
  await releaseJob.turn();
  expect(await deskHears()).not.toContain('conversions.booking_requested');
  clock.advance(REST_MS);
  await releaseJob.turn();
  expect(await deskHears()).toContain('conversions.booking_requested');
  clock.advance(-REST_MS);
});
const bookedAs = async (id: string) => {
  const [row] = await payments.db.database.query<{ conversionId: string }>(
    `SELECT data ->> 'conversionId' AS "conversionId" FROM events WHERE stream_id = $1 AND type = 'booking_requested'`,
    [id],
  );
  return row!.conversionId;
};

test('an instruction that the client has cancelled meanwhile stays cancelled', async () => {
  const id = await instruct();
  await payments.post(`payment-instructions/${id}/cancel`, { reason: 'Not needed' });
  await deskHears();
  expect((await read(id)).status).toBe('CANCELLED');
});

test('an instruction whose beneficiary was archived fails with its reason, before it is filled or before it is sent', async () => {
  for (const heard of [1, 2]) {
    const beneficiaryId = await payments.beneficiaryId(anna, 'production');
    const id = await instruct({ beneficiaryId });
    for (let n = 0; n < heard; n++) await deskHears();
    expect((await read(id)).status).toBe(heard === 1 ? 'ACKNOWLEDGED' : 'FILLED');
    await payments.post(`beneficiaries/${beneficiaryId}/archive`, undefined, { as: 'production' });
    await (heard === 1 ? deskHears() : releaseJob.turn());
    expect((await read(id)).statusHistory.at(-1)).toMatchObject({
      status: 'FAILED',
      statusReason: expect.stringMatching(/^The beneficiary is archived\./),
    });
    expect(await requestedPayment(id)).toBeUndefined();
  }
});

test('payments are sent on the first open day at or after their date, and retried while funds are missing', async () => {
  const id = await instruct({ paymentDate: '2026-11-21' }); // a Saturday
  await deskHears();
  await deskHears();
  expect(await deskHears()).toContain('payment_instruction.filled');
  for (const days of [0, 1, 2]) {
    clock.advance(days === 0 ? 0 : DAY_MS);
    await releaseJob.turn();
    expect(await requestedPayment(id)).toBeUndefined();
  }
  clock.advance(DAY_MS);
  await releaseJob.turn();
  const first = (await requestedPayment(id))!;
  await releaseJob.turn();
  expect(await requestedPayment(id)).toBe(first);
  await declined(first);
  await releaseJob.turn();
  expect(await requestedPayment(id)).toBe(first);
  clock.advance(REST_MS);
  await releaseJob.turn();
  expect(await requestedPayment(id)).not.toBe(first);
  clock.advance(-3 * DAY_MS - REST_MS);
});

describe('what is ready on its date leaves at once, without a turn of the job', () => {
  const eventsOf = (id: string, type: string) =>
    payments.db.database.query<{ message: string }>(
      'SELECT message::text FROM events WHERE stream_id = $1 AND type = $2 ORDER BY version',
      [id, type],
    );
  const timesSent = async (id: string) => (await eventsOf(id, 'funds_requested')).length;
  const redelivered = async (id: string, type: string) => {
    const [{ message } = { message: '' }] = await eventsOf(id, type);
    await production.deliver(decodeJson<Envelope>(message));
  };
  const filled = async (more: object = {}) => {
    const id = await instruct(more);
    await deskHears();
    await deskHears();
    return id;
  };
  const approved = async () => {
    const beneficiaryId = await knownBeneficiary();
    const body = await payments.paymentBody({ paymentType: null, chargeType: null, beneficiaryId });
    const { id } = (await payments.post('payments', body, { as: 'production' })).data as { id: string };
    await deskHears();
    return id;
  };

  test.each([
    ['a filled instruction', filled, 'filled'],
    ['an approved payment', approved, 'authorised'],
  ])('%s, once, also if it is told again', async (_, ready, event) => {
    const id = await ready();
    expect(await timesSent(id)).toBe(0);
    await deskHears();
    expect(await timesSent(id)).toBe(1);
    await redelivered(id, event);
    await releaseJob.turn();
    expect(await timesSent(id)).toBe(1);
  });

  test.each([
    ['a filled instruction', filled, 'filled'],
    ['an approved payment', approved, 'authorised'],
  ])('%s whose reaction was lost is sent by the job, once', async (_, ready, event) => {
    const id = await ready();
    const killed = payments.db.database.transaction(async () => {
      await redelivered(id, event);
      throw new Error('killed before the commit');
    });
    await expect(killed).rejects.toThrow('killed');
    expect(await timesSent(id)).toBe(0);
    await production.releaseJob.turn();
    expect(await timesSent(id)).toBe(1);
    await redelivered(id, event);
    expect(await timesSent(id)).toBe(1);
  });

  test('a suspended payment does not, before it is released', async () => {
    const id = await approved();
    const move = (decide: (state: Payment.State) => Payment.Event[]) =>
      store.handle(Payment.payment, id, decide, { caller });
    await move((state) => Payment.suspend(state, { reason: 'Under review.' }));
    await deskHears();
    await redelivered(id, 'suspended');
    expect(await timesSent(id)).toBe(0);
    await move(Payment.release);
    await deskHears();
    expect(await timesSent(id)).toBe(1);
  });

  test('one whose beneficiary has an account in another currency since waits, and stops no message', async () => {
    const beneficiaryId = await payments.beneficiaryId(anna, 'production');
    const id = await filled({ beneficiaryId });
    const accountIn = (ccyCode: string) =>
      payments.db.database.query(
        `UPDATE beneficiary SET data = jsonb_set(data::jsonb, '{bankAccount,ccyCode}', $2)::json WHERE id = $1`,
        [beneficiaryId, JSON.stringify(ccyCode)],
      );
    await accountIn('USD');
    await deskHears();
    expect([await timesSent(id), (await read(id)).status]).toEqual([0, 'FILLED']);
    await accountIn('EUR');
    await releaseJob.turn();
    expect(await timesSent(id)).toBe(1);
  });
});

describe('to a country that is refused since they were created', () => {
  const moved = (table: 'payment' | 'payment_instruction', id: string) =>
    payments.db.database.query(
      `UPDATE beneficiary SET data = jsonb_set(data::jsonb, '{address,countryCode}', '"KP"')::json
       WHERE id = (SELECT data #>> '{beneficiary,id}' FROM ${table} WHERE id = $1)`,
      [id],
    );

  test('a filled instruction is rejected, and its money stays', async () => {
    const id = await instruct();
    await deskHears();
    await deskHears();
    await moved('payment_instruction', id);
    await releaseJob.turn();
    expect(await requestedPayment(id)).toBeUndefined();
    expect((await read(id)).statusHistory.at(-1)).toMatchObject({
      status: 'REJECTED',
      statusReason:
        'The beneficiary cannot be paid. No money has moved: EUR 1000.00 stays in the EUR wallet.',
    });
  });

  test('an approved payment fails, and its money stays', async () => {
    const beneficiaryId = await knownBeneficiary();
    const body = await payments.paymentBody({ paymentType: null, chargeType: null, beneficiaryId });
    const { id } = (await payments.post('payments', body, { as: 'production' })).data as { id: string };
    await deskHears();
    await moved('payment', id);
    await releaseJob.turn();
    const { data } = await payments.get(`payments/${id}`);
    expect(data).toMatchObject({ status: 'FAILED', failureReturnedAmount: null });
    expect(data.statusHistory.at(-1).statusReason).toBe('The beneficiary cannot be paid.');
  });
});

test('nothing is sent on a holiday of the settlement system, or after its cut-off', async () => {
  const id = await instruct({ paymentDate: '2026-12-25' }); // a Friday
  await deskHears();
  await deskHears();
  const turns = ['2026-12-25T09:30', '2026-12-26T09:30', '2026-12-28T16:01', '2026-12-29T09:30'];
  for (const turn of turns) {
    expect(await requestedPayment(id)).toBeUndefined();
    clock.advance(Date.parse(`${turn}:00.123Z`) - clock.now().getTime());
    await releaseJob.turn();
  }
  expect(await requestedPayment(id)).toMatch(/^pmt_/);
  clock.advance(friday.getTime() - clock.now().getTime());
});

describe('a payment without an instruction', () => {
  const drafted = async (more: object = {}) => {
    const body = await payments.paymentBody({ paymentType: null, chargeType: null, ...more });
    const { data } = await payments.post('payments', body, { as: 'production' });
    return (data as { id: string }).id;
  };
  const readPayment = async (id: string) => (await payments.get(`payments/${id}`)).data;
  const fundsRequested = async (id: string) =>
    (
      await payments.db.database.query(
        `SELECT 1 FROM events WHERE stream_id = $1 AND type = 'funds_requested'`,
        [id],
      )
    ).length;

  test('is approved by compliance, sent on its date, and retried while funds are missing', async () => {
    const id = await drafted({ paymentDate: '2026-11-21' }); // a Saturday
    await deskHears();
    expect(await readPayment(id)).toMatchObject({
      status: 'READY_TO_SEND',
      paymentType: 'REGULAR',
      auditHistory: { updated: { by: null, withApiKey: null } },
    });
    for (const days of [0, 1, 2]) {
      clock.advance(days === 0 ? 0 : DAY_MS);
      await releaseJob.turn();
      expect(await fundsRequested(id)).toBe(0);
    }
    clock.advance(DAY_MS);
    await releaseJob.turn();
    await releaseJob.turn();
    expect(await fundsRequested(id)).toBe(1);
    const relatedEntity = { id, type: 'PAYMENT' } as Messages['ledger.transfer_declined']['relatedEntity'];
    await payments.reactions.onTransferDeclined(
      delivered<'ledger.transfer_declined'>({ transferId: id, relatedEntity, reason: 'insufficient_funds' }),
    );
    await releaseJob.turn();
    expect(await fundsRequested(id)).toBe(1);
    clock.advance(REST_MS);
    await releaseJob.turn();
    expect(await fundsRequested(id)).toBe(2);
    await payments.reactions.onTransferPosted(
      delivered<'ledger.transfer_posted'>({ transferId: id, relatedEntity }),
    );
    expect((await readPayment(id)).status).toBe('SENT');
    await releaseJob.turn();
    expect(await fundsRequested(id)).toBe(2);
    clock.advance(-3 * DAY_MS - REST_MS);
  });

  test('that is suspended is not sent on its date, nor failed with its beneficiary, before it is released', async () => {
    const beneficiaryId = await knownBeneficiary();
    const id = await drafted({ beneficiaryId });
    await deskHears();
    const move = (decide: (state: Payment.State) => Payment.Event[]) =>
      store.handle(Payment.payment, id, decide, { caller });
    await move((state) => Payment.suspend(state, { reason: 'Under review.' }));
    await releaseJob.turn();
    await payments.post(`beneficiaries/${beneficiaryId}/archive`, undefined, { as: 'production' });
    await releaseJob.turn();
    expect([await fundsRequested(id), (await readPayment(id)).status]).toEqual([0, 'READY_TO_SEND']);
    await move(Payment.release);
    await releaseJob.turn();
    expect((await readPayment(id)).status).toBe('FAILED');
  });

  test('fails on its date if its beneficiary was archived', async () => {
    const beneficiaryId = await knownBeneficiary();
    const id = await drafted({ beneficiaryId });
    await deskHears();
    await payments.post(`beneficiaries/${beneficiaryId}/archive`, undefined, { as: 'production' });
    await releaseJob.turn();
    expect((await readPayment(id)).statusHistory.at(-1)).toMatchObject({
      status: 'FAILED',
      statusReason: 'The beneficiary is archived.',
    });
    expect(await fundsRequested(id)).toBe(0);
  });

  test('of an instruction is not screened again after it was sent', async () => {
    const id = await paymentOfInstruction();
    await deskHears();
    expect((await readPayment(id)).status).toBe('SENT');
    const screenings = await payments.db.database.query(`SELECT FROM screening WHERE subject_id = $1`, [id]);
    expect(screenings).toEqual([]);
  });
  async function paymentOfInstruction() {
    const id = await instruct();
    await deskHears();
    await deskHears();
    await releaseJob.turn();
    const paymentId = (await requestedPayment(id))!;
    const relatedEntity = {
      id: paymentId,
      type: 'PAYMENT',
    } as Messages['ledger.transfer_posted']['relatedEntity'];
    await payments.reactions.onTransferPosted(
      delivered<'ledger.transfer_posted'>({ transferId: paymentId, relatedEntity }),
    );
    return paymentId;
  }
});

test('each environment has its own automation', () => {
  const { controllers, providers } = automationIn('SANDBOX');
  expect(controllers?.slice(0, 2)).toEqual([SimulatorsController, PaymentSimulatorsController]);
  expect(controllers?.slice(2, 4)).toEqual([SimulatedRequests, ScreeningOutcomes]);
  expect(controllers?.slice(4).map(({ name }) => name)).toEqual(['TurnReactions']);
  expect(providers).toContainEqual({ provide: DueWork, useClass: DuePayments });
  for (const one of [Releases, PaymentReleaseJob]) expect(providers).not.toContain(one);
  const inProduction = automationIn('PRODUCTION');
  expect(inProduction.controllers).toEqual([Desk, ScreeningRequests, ScreeningOutcomes]);
  for (const one of [Releases, PaymentReleaseJob, ScreeningJob])
    expect(inProduction.providers).toContain(one);
});
