import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '@corridor/testing';
import { createConversion } from '../support/conversion.js';
import { createAndMove, instructionFor } from '../support/instruction.js';
import { createAndMovePayment, paymentFor, simulatePayment } from '../support/payment.js';
import { read } from '../support/records.js';
import { createSubscription } from '../support/subscription.js';
import { type TestClient, fundedClient } from '../support/system.js';

/** interface-spec 6: each status that a record enters has its event, whatever caused it. */

type Client = TestClient & { readonly beneficiaryId: string };
interface ReceivedEvent {
  readonly eventType: string;
  readonly relatedEntityId: string;
  readonly relatedEntityType: string;
  readonly payload: {
    readonly id: string;
    readonly status: string;
    readonly statusHistory?: readonly { readonly subStatus?: string }[];
    readonly triggeredByAction?: string;
    readonly deposit?: { readonly status: string };
  };
}

/** Actions of clients, and the resulting records with their events. */
const stories: [string, (client: Client) => Promise<unknown>, Record<string, readonly string[]>][] = [
  [
    'an instruction that is sent',
    ({ api, beneficiaryId }) =>
      createAndMove(api, instructionFor(beneficiaryId), 'acknowledge', 'fill', 'send'),
    {
      PaymentInstruction: ['PENDING', 'ACKNOWLEDGED', 'FILLED', 'SENT'],
      Conversion: ['BOOKED', 'EXCHANGED'],
      Payment: ['DRAFT', 'READY_TO_SEND', 'SENT'],
      Transaction: ['CONVERSION', 'CONVERSION', 'PAYMENT'],
    },
  ],
  [
    'an instruction that is cancelled',
    async ({ api, beneficiaryId }) => {
      const id = await createAndMove(api, instructionFor(beneficiaryId));
      await api.post(`/v1/payment-instructions/${id}/cancel`, { reason: 'x' });
    },
    { PaymentInstruction: ['PENDING', 'CANCELLED'] },
  ],
  [
    'an instruction that is rejected',
    ({ api, beneficiaryId }) => createAndMove(api, instructionFor(beneficiaryId), 'reject'),
    { PaymentInstruction: ['PENDING', 'REJECTED'] },
  ],
  [
    'an instruction that fails once it is filled',
    ({ api, beneficiaryId }) =>
      createAndMove(api, instructionFor(beneficiaryId), 'acknowledge', 'fill', 'fail'),
    { PaymentInstruction: ['PENDING', 'ACKNOWLEDGED', 'FILLED', 'FAILED'], Conversion: ['BOOKED'] },
  ],
  [
    'a payment without an instruction that comes back',
    async ({ api, beneficiaryId }) => {
      const id = await createAndMovePayment(api, paymentFor(beneficiaryId), 'authorise', 'send');
      await simulatePayment(api, id, 'fail', { reason: 'Account closed.', deduction: 12.5 });
    },
    {
      Payment: ['DRAFT', 'READY_TO_SEND', 'SENT', 'FAILED'],
      Transaction: ['PAYMENT', 'PAYMENT_FAILURE'],
    },
  ],
  [
    'a payment without an instruction that the bank completes',
    ({ api, beneficiaryId }) =>
      createAndMovePayment(api, paymentFor(beneficiaryId), 'authorise', 'send', 'complete'),
    { Payment: ['DRAFT', 'READY_TO_SEND', 'SENT', 'COMPLETED'], Transaction: ['PAYMENT'] },
  ],
  [
    'a payment without an instruction that fails before it is sent',
    ({ api, beneficiaryId }) => createAndMovePayment(api, paymentFor(beneficiaryId), 'authorise', 'fail'),
    { Payment: ['DRAFT', 'READY_TO_SEND', 'FAILED'] },
  ],
  [
    'a payment without an instruction that is cancelled',
    async ({ api, beneficiaryId }) => {
      const id = await createAndMovePayment(api, paymentFor(beneficiaryId));
      await api.post(`/v1/payments/${id}/cancel`, { reason: 'x' });
    },
    { Payment: ['DRAFT', 'CANCELLED'] },
  ],
  [
    'a conversion without an instruction that is exchanged',
    async ({ api }) => {
      const id = await createConversion(api);
      await api.post(`/v1/simulators/conversions/${id}/exchange`);
    },
    { Conversion: ['BOOKED', 'EXCHANGED'], Transaction: ['CONVERSION', 'CONVERSION'] },
  ],
  [
    'a conversion without an instruction that is cancelled',
    async ({ api }) => {
      const id = await createConversion(api);
      await api.post(`/v1/conversions/${id}/cancel`, { reason: 'x' });
    },
    { Conversion: ['BOOKED', 'CANCELLED'] },
  ],
  [
    'a conversion with a deposit',
    async ({ api }) => {
      const id = await createConversion(api);
      await api.post(`/v1/simulators/conversions/${id}/require-deposit`, { amount: 1 });
      await api.post(`/v1/conversions/${id}/pay-deposit`);
      await api.post(`/v1/conversions/${id}/cancel`, { reason: 'x' });
    },
    {
      Conversion: ['BOOKED', 'AWAITING_DEPOSIT', 'DEPOSIT_RECEIVED', 'CANCELLED'],
      Transaction: ['CONVERSION_DEPOSIT', 'DEPOSIT_REFUND'],
    },
  ],
  [
    'inbound funds that are credited',
    ({ api }) => api.post('/v1/simulators/inbound-funds/credit', { ccyCode: 'GBP', amount: 1 }),
    { InboundFunds: ['PENDING', 'CREDITED'], Transaction: ['FUNDING'] },
  ],
  [
    'inbound funds that are rejected',
    ({ api }) =>
      api.post('/v1/simulators/inbound-funds/credit', { ccyCode: 'GBP', amount: 1, outcome: 'REJECT' }),
    { InboundFunds: ['PENDING', 'REJECTED'] },
  ],
];

const seen = new Set<string>();

it.each(stories)('%s', async (_, happens, expected) => {
  const client = await fundedClient({ GBP: 1_000, EUR: 1_000 });
  const { api } = client;
  const events = (await read(api, 'reference-data/webhook-subscriptions/events')) as string[];
  const id = await createSubscription(api, { events }, 'pause');
  await happens(client);
  const received = await receivedBy(client, id, Object.values(expected).flat().length);
  expect(statesOf(received)).toEqual(expected);
  for (const { eventType, relatedEntityId, relatedEntityType, payload } of received) {
    seen.add(eventType);
    expect(payload.id).toBe(relatedEntityId);
    expect(eventType).toBe(`${snake(relatedEntityType)}.${stateOf(eventType, payload).toLowerCase()}`);
  }
});

it('covers every event except the ping', async () => {
  const { api } = await fundedClient({});
  const events = (await read(api, 'reference-data/webhook-subscriptions/events')) as string[];
  expect([...seen].sort()).toEqual(events.filter((one) => one !== 'ping').sort());
});

/** Waits for the given number of notifications, and a little longer for an extra one. Oldest first. */
async function receivedBy({ api }: Client, id: string, count: number): Promise<readonly ReceivedEvent[]> {
  const received = () =>
    read(api, `webhook-subscriptions/${id}/notifications?limit=100&sortBy=createdOn:ASC`) as Promise<
      ReceivedEvent[]
    >;
  await until(async () => (await received()).length >= count);
  await sleep(300);
  return received();
}

/** The statuses of each kind of record in order; for transactions, which have only one, the trigger. */
function statesOf(received: readonly ReceivedEvent[]): Record<string, readonly string[]> {
  const states: Record<string, string[]> = {};
  for (const { relatedEntityType: type, eventType, payload } of received)
    (states[type] ??= []).push(
      type === 'Transaction' ? (payload.triggeredByAction ?? '') : stateOf(eventType, payload),
    );
  states['Transaction']?.sort();
  return states;
}

/** What the event reports: the status of the record, or that of its deposit, or what the bank has done with it. */
function stateOf(eventType: string, { status, statusHistory, deposit }: ReceivedEvent['payload']): string {
  if (eventType === 'payment.completed') return statusHistory?.at(-1)?.subStatus ?? '';
  return eventType.includes('deposit') ? (deposit?.status ?? '') : status;
}

const snake = (name: string) => name.replace(/(?<=[a-z])[A-Z]/g, '_$&').toLowerCase();
