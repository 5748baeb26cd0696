import type { Corridor } from '@corridor/sdk';
import { type Call, type ClientCommand, type Outcome, data } from './client-command.js';
import { Stage } from './stage.js';

type EventType = Exclude<Awaited<ReturnType<Corridor['getWebhookEventTypes']>>[number], 'ping'>;
type Recipe = (stage: Stage) => Promise<{ readonly id: string }>;

const REASON = { reason: 'Triggered by the command line' };

/** What causes each event, in a sandbox. */
const RECIPES: Readonly<Record<EventType, Recipe>> = {
  'payment.draft': (stage) => stage.payment(),
  'payment.ready_to_send': async (stage) => stage.corridor.authorisePayment((await stage.payment()).id),
  'payment.sent': (stage) => stage.sentPayment(),
  'payment.completed': async (stage) => stage.corridor.completePayment((await stage.sentPayment()).id),
  'payment.failed': async (stage) => stage.corridor.failPayment((await stage.sentPayment()).id, REASON),
  'payment.cancelled': async (stage) => stage.corridor.cancelPayment((await stage.payment()).id, REASON),
  'payment_instruction.pending': (stage) => stage.instruction(),
  'payment_instruction.acknowledged': (stage) => stage.acknowledged(),
  'payment_instruction.filled': (stage) => stage.filled(),
  'payment_instruction.sent': async (stage) =>
    stage.corridor.sendPaymentInstruction((await stage.filled()).id),
  'payment_instruction.cancelled': async (stage) =>
    stage.corridor.cancelPaymentInstruction((await stage.instruction()).id, REASON),
  'payment_instruction.rejected': async (stage) =>
    stage.corridor.rejectPaymentInstruction((await stage.instruction()).id),
  'payment_instruction.failed': async (stage) =>
    stage.corridor.failPaymentInstruction((await stage.instruction()).id),
  'conversion.booked': (stage) => stage.conversion(),
  'conversion.exchanged': async (stage) => stage.corridor.exchangeConversion((await stage.conversion()).id),
  'conversion.cancelled': async (stage) =>
    stage.corridor.cancelConversion((await stage.conversion()).id, REASON),
  'conversion.awaiting_deposit': (stage) => stage.awaitingDeposit(),
  'conversion.deposit_received': async (stage) =>
    stage.corridor.payConversionDeposit((await stage.awaitingDeposit()).id),
  'inbound_funds.pending': (stage) => stage.inboundFunds('PENDING'),
  'inbound_funds.credited': (stage) => stage.inboundFunds('CREDIT'),
  'inbound_funds.rejected': (stage) => stage.inboundFunds('REJECT'),
  'transaction.completed': (stage) => stage.inboundFunds('CREDIT'),
};

/** The events that can be caused. */
export const CAUSED_EVENTS = Object.keys(RECIPES);

export const trigger: ClientCommand = {
  words: ['trigger'],
  parameters: ['<event>'],
  candidates: CAUSED_EVENTS,
  summary: 'Causes a webhook event in the sandbox',
  description:
    'By small orders of the client and the simulators, with money that the simulator pays in. The response is the record.',
  options: {},
  run: cause,
};

/** Causes an event. @returns the record that was made for it */
export const causeEvent = async (corridor: Corridor, event: string): Promise<{ readonly id: string }> =>
  RECIPES[event as EventType](new Stage(corridor));

async function cause({ corridor, parameters: [event = ''], terminal }: Call): Promise<Outcome> {
  const record = await causeEvent(corridor, event);
  const { id } = record;
  terminal.say(`Triggered ${event}. What happened: corridor open ${id}\n`);
  return data(record);
}
