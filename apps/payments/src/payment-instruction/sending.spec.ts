import type { Messages, MessageType } from '@corridor/contracts';
import { EventStore } from '@corridor/event-store';
import { decodeJson } from '@corridor/kernel';
import { messageRegistry } from '@corridor/services';
import { TestClock, delivered, testCaller } from '@corridor/testing';
import { policy } from '../beneficiary/beneficiary.fixture.js';
import { OtherServices, type Outcomes } from '../other-services.fixture.js';
import { type PaymentsUnderTest, startPayments } from '../payments.fixture.js';
import { PaymentOrders } from '../payment/payment-order.js';
import { service } from '../service.js';
import { paymentInstruction, send } from './payment-instruction.js';

/** How an instruction across currencies is sent, and what was begun by another build or on another way. */

const clock = new TestClock(new Date('2026-11-20T09:30:00.123Z')); // a Friday
let payments: PaymentsUnderTest;
let store: EventStore;
let otherServices: OtherServices;

beforeAll(async () => {
  payments = await startPayments(clock);
  await payments.publishRates();
  store = new EventStore(service.name, payments.db.database, service.registrations, messageRegistry, clock);
});
beforeEach(async () => {
  otherServices = new OtherServices(payments, 2); // each message twice: the second time it changes nothing
  await otherServices.reactToAll();
});
afterAll(() => payments.close());

const caller = testCaller;
const payeeOf = (id: string) => new PaymentOrders(payments.db.database).payeeOf(id);
const simulate = (id: string, step: string, outcomes?: Outcomes, body?: object) =>
  otherServices.untilResponse(payments.post(`simulators/payment-instructions/${id}/${step}`, body), outcomes);

async function filled() {
  const { id } = await payments.instruct();
  await simulate(id, 'acknowledge');
  await simulate(id, 'fill', {}, { useIndicativeRateForActualRate: true });
  const { linkedConversionId } = (await payments.get(`payment-instructions/${id}`)).data;
  return { id, conversionId: linkedConversionId as string };
}

interface Logged {
  readonly stream: string;
  readonly type: string;
  readonly transaction: string;
  readonly message: { readonly type: MessageType; readonly data: unknown } | null;
}

/** The events of an instruction and its payment from the request to send on, as they are in the log. */
async function logOf(id: string): Promise<Logged[]> {
  const rows = await payments.db.database.query<Omit<Logged, 'message'> & { message: string | null }>(
    `SELECT stream_id AS stream, type, xmin::text AS transaction, message::text FROM events
     WHERE position > (SELECT position FROM events WHERE stream_id = $1 AND type = 'filled')
       AND (stream_id = $1 OR stream_id = (SELECT data ->> 'linkedPaymentId' FROM payment_instruction WHERE id = $1))
     ORDER BY position`,
    [id],
  );
  return rows.map((row) => ({ ...row, message: row.message === null ? null : decodeJson(row.message) }));
}
const typesIn = (log: readonly Logged[]) => log.map(({ type }) => type);
const messageIn = <Type extends MessageType>(log: readonly Logged[], type: Type) =>
  log.find(({ message }) => message?.type === type)?.message?.data as Messages[Type];

test('the payment and the instruction are sent in one transaction, after the exchange', async () => {
  const { id } = await filled();
  expect((await simulate(id, 'send')).data.status).toBe('SENT');
  const log = await logOf(id);
  expect(typesIn(log)).toEqual(['transfers_requested', 'created', 'authorised', 'sent', 'sent']);
  expect(new Set(log.slice(1).map(({ transaction }) => transaction)).size).toBe(1);
});

const cancelled = (conversionId: string, paymentInstructionId: string) =>
  payments.reactions.onConversionCancelled(
    delivered({ conversionId, paymentInstructionId, resource: {} as never }),
  );
const statusOf = async (id: string): Promise<string> =>
  (await payments.get(`payment-instructions/${id}`)).data.status;

test('a send that the ledger declines after its conversion was cancelled is refused, and so is its repetition', async () => {
  const { id, conversionId } = await filled();
  const path = `simulators/payment-instructions/${id}/send`;
  const response = payments.post(path, undefined, { key: 'ended' });
  while (messageIn(await logOf(id), 'ledger.transfers_requested') === undefined);
  await cancelled(conversionId, id);
  expect(await statusOf(id)).toBe('FILLED'); // the ledger may have moved the money
  const { transfers } = messageIn(await logOf(id), 'ledger.transfers_requested');
  await payments.reactions.onTransfersDeclined(delivered({ transfers, reason: 'insufficient_funds' }));
  const refused = {
    status: 409,
    problem: { code: 'illegal_transition', detail: expect.stringContaining('FAILED') },
  };
  expect(await response).toMatchObject(refused);
  expect(await payments.post(path, undefined, { key: 'ended' })).toMatchObject(refused);
  expect(await statusOf(id)).toBe('FAILED');
});

test('a send and a cancellation of its conversion at once: the response says what has happened', async () => {
  for (let round = 0; round < 20; round++) {
    const { id, conversionId } = await filled();
    const sending = simulate(id, 'send');
    const [{ status, data }] = await Promise.all([
      sending,
      new Promise((resolve) => setTimeout(resolve, round)).then(() => cancelled(conversionId, id)),
    ]);
    expect([status, data?.status, await statusOf(id)]).toEqual(
      status === 200 ? [200, 'SENT', 'SENT'] : [409, undefined, 'FAILED'],
    );
  }
});

test('the conversion shows the payment as it is then sent, and is not notified again', async () => {
  const { id, conversionId } = await filled();
  await simulate(id, 'send');
  const log = await logOf(id);
  const { payment, transfers } = messageIn(log, 'ledger.transfers_requested');
  const sent = messageIn(log, 'payment.sent');
  expect(sent).toMatchObject({ conversionId, isLinked: true, summary: payment });
  expect(payment?.id).toBe(sent.resource.id);
  expect(transfers.map(({ transferId }) => transferId)).toEqual([conversionId, sent.resource.id]);
});

test('one that waits for the exchange by conversions, as in PRODUCTION and in an earlier build, is completed', async () => {
  const { id, conversionId } = await filled();
  const paymentId = 'pmt_01KAJNDRXV0123456789ABCDEF';
  const sending = { paymentId, beneficiary: await payeeOf(id), policy, canExpire: true };
  await store.handle(paymentInstruction, id, (state) => send(state, sending), { caller });
  for (let n = 0; n < 5; n++) await otherServices.reactToAll();
  const log = await logOf(id);
  expect(typesIn(log)).toEqual([
    'exchange_requested',
    'exchanged',
    'funds_requested',
    'created',
    'authorised',
    'sent',
    'sent',
  ]);
  expect(messageIn(log, 'payment.sent')).toMatchObject({ conversionId, isLinked: false });
  expect((await payments.get(`payment-instructions/${id}`)).data.status).toBe('SENT');
});

test('after an exchange on its own only the funds are requested; without them nothing changes', async () => {
  const { id, conversionId } = await filled();
  const outcome = { conversionId, paymentInstructionId: id };
  await payments.reactions.onConversionExchanged(
    delivered({ ...outcome, paymentId: null, resource: {} as never }),
  );
  expect(await simulate(id, 'send', { funds: false })).toMatchObject({
    status: 422,
    problem: { code: 'insufficient_funds' },
  });
  expect((await simulate(id, 'send')).data.status).toBe('SENT');
  expect(typesIn(await logOf(id))).toEqual([
    'exchanged',
    'funds_requested',
    'send_declined',
    'funds_requested',
    'created',
    'authorised',
    'sent',
    'sent',
  ]);
});

test('money that was taken is paid, and the instruction sent, even if the conversion was cancelled meanwhile', async () => {
  const { id, conversionId } = await filled();
  const outcome = { conversionId, paymentInstructionId: id };
  const paymentId = 'pmt_01KAJNDRXV0123456789ABCDEG';
  const sending = { paymentId, beneficiary: await payeeOf(id), policy, canExpire: false };
  await store.handle(paymentInstruction, id, (state) => send(state, sending), { caller });
  await payments.reactions.onConversionCancelled(delivered({ ...outcome, resource: {} as never }));
  await payments.reactions.onPaymentLinked(delivered({ ...outcome, paymentId }));
  expect((await payments.get(`payments/${paymentId}`)).data.status).toBe('SENT');
  expect((await payments.get(`payment-instructions/${id}`)).data.status).toBe('SENT');
});

test('a decline for an unknown payment is a defect', () =>
  expect(
    payments.reactions.onTransfersDeclined(
      delivered<'ledger.transfers_declined'>({
        transfers: [
          {
            transferId: 'pmt_unknown',
            relatedEntity: {
              id: 'pmt_unknown',
              type: 'PAYMENT',
              reference: '',
              details: { description: '' },
            },
          },
        ],
        reason: 'insufficient_funds',
      }),
    ),
  ).rejects.toThrow('pmt_unknown is the payment of nobody'));
