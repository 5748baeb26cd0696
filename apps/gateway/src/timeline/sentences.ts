import type { MessageType } from '@corridor/contracts';
import { type MoneyResource, decimalText, fromResource } from '@corridor/kernel';
import { messages } from '@corridor/services';
import type { Plain } from './indexed-event.js';

/** `EUR 100.00` */
export const amountText = (amount: MoneyResource): string =>
  `${amount.ccyCode} ${decimalText(fromResource(amount))}`;

const to = ({ resource }: Plain) =>
  resource.beneficiary?.displayName ? ` to ${resource.beneficiary.displayName}` : '';
const of = ({ resource }: Plain) => amountText(resource.amount);
const because = ({ resource }: Plain) => {
  const reason = resource.statusHistory?.at(-1)?.statusReason;
  return reason ? `: ${reason}` : '';
};
const bought = ({ resource }: Plain) =>
  `${amountText(resource.sellAmount)} for ${amountText(resource.buyAmount)}`;
const sub = ({ resource }: Plain) => resource.statusHistory?.at(-1)?.subStatus;
const transfers = ({ transfers: some, ...one }: Plain): string =>
  (some ?? [one]).map(({ relatedEntity }: Plain) => relatedEntity.reference).join(', ');
const subject = ({ subject: one }: Plain) =>
  `${String(one.type).toLowerCase().replaceAll('_', ' ')} ${one.id}`;

/** What happened, by type of message, in one sentence. */
const sentences: Partial<Record<MessageType, (data: Plain) => string>> = {
  'payment_instruction.pending': (data) =>
    `The payment instruction was created: ${data.resource.sellCcyCode} is sold for ${data.resource.buyCcyCode}, to be paid${to(data)}.`,
  'payment_instruction.acknowledged': () => 'The payment instruction passed the checks.',
  'payment_instruction.filled': (data) =>
    `The payment instruction has its price: ${bought({ resource: data.resource.actualPrice })}.`,
  'payment_instruction.sent': () => 'The payment instruction is complete: its payment was sent.',
  'payment_instruction.cancelled': (data) => `The payment instruction was cancelled${because(data)}.`,
  'payment_instruction.rejected': (data) => `The payment instruction was rejected${because(data)}.`,
  'payment_instruction.failed': (data) => `The payment instruction failed${because(data)}.`,
  'payment.draft': (data) =>
    sub(data) === 'AWAITING_AUTHORISATION'
      ? `The payment of ${of(data)}${to(data)} waits for authorisation.`
      : `A payment of ${of(data)}${to(data)} was created.`,
  'payment.ready_to_send': (data) =>
    sub(data) === 'SUSPENDED'
      ? `The payment of ${of(data)} was suspended.`
      : `The payment of ${of(data)} is authorised and ready to be sent.`,
  'payment.sent': (data) => `The payment of ${of(data)} was sent${to(data)}.`,
  'payment.failed': (data) => `The payment of ${of(data)} failed${because(data)}.`,
  'payment.cancelled': (data) => `The payment of ${of(data)} was cancelled${because(data)}.`,
  'payment.completed': (data) => `The bank of the beneficiary has the ${of(data)}.`,
  'payments.submission_requested': ({ amount }) => `The bank was asked to send ${amountText(amount)}.`,
  'payments.submission_reported': ({ status, reason, returned }) =>
    `The bank reported ${status}${returned ? `, ${amountText(returned)} came back` : ''}${reason ? `: ${reason}` : ''}`.replace(
      /\.?$/,
      '.',
    ),
  'bank_credit.matched': ({ credit }) =>
    `The bank received ${amountText(credit.amount)}, reference ${credit.bankReference}.`,
  'conversion.booked': (data) => `A conversion was booked: ${bought(data)}, on ${data.resource.valueDate}.`,
  'conversion.exchanged': (data) => `The conversion was exchanged: ${bought(data)}.`,
  'conversion.cancelled': (data) => `The conversion was cancelled${because(data)}.`,
  'conversion.awaiting_deposit': () => 'The conversion waits for its deposit.',
  'conversion.deposit_received': () => 'The deposit of the conversion was paid.',
  'conversions.booking_requested': () => 'A conversion was requested.',
  'conversions.booking_declined': ({ reason }) => `The conversion was declined (${reason}).`,
  'conversions.exchange_requested': () => 'The exchange of the conversion was requested.',
  'conversions.exchange_declined': ({ reason }) => `The exchange was declined (${reason}).`,
  'inbound_funds.pending': (data) => `${of(data)} was received and is not yet credited.`,
  'inbound_funds.credited': (data) => `${of(data)} was credited to the wallet.`,
  'inbound_funds.rejected': (data) => `${of(data)} goes back to its sender${because(data)}.`,
  'transaction.completed': ({ resource }) =>
    `${amountText(resource.amount)} was ${resource.direction === 'DEBIT' ? 'debited from' : 'credited to'} the ${resource.wallet.ccyCode} wallet, which has ${amountText(resource.balance)} now.`,
  'ledger.transfer_requested': (data) => `The ledger was asked to move money for ${transfers(data)}.`,
  'ledger.transfers_requested': (data) => `The ledger was asked to move money for ${transfers(data)}.`,
  'ledger.transfer_posted': (data) => `The ledger posted the transfer for ${transfers(data)}.`,
  'ledger.transfers_posted': (data) => `The ledger posted the transfers for ${transfers(data)}.`,
  'ledger.transfer_declined': (data) =>
    `The ledger declined the transfer for ${transfers(data)} (${data.reason}).`,
  'ledger.transfers_declined': (data) =>
    `The ledger declined the transfers for ${transfers(data)} (${data.reason}).`,
  'ledger.wallet_opened': ({ ccyCode }) => `A ${ccyCode} wallet was opened.`,
  'beneficiary.created': ({ displayName }) => `The beneficiary ${displayName} was created.`,
  'beneficiary.updated': ({ displayName }) => `The details of the beneficiary ${displayName} were replaced.`,
  'screening.requested': (data) => `Screening of ${subject(data)} was requested.`,
  'screening.cleared': (data) => `Screening cleared ${subject(data)}.`,
  'screening.hit': (data) => `Screening opened a case about ${subject(data)}.`,
  'screening.blocked': (data) => `Staff blocked ${subject(data)}.`,
  'corridor.message_parked': ({ consumer, messageType }) =>
    `The service ${consumer} could not handle ${messageType}: it waits for operators.`,
};

/** What happened. A message without a sentence of its own has the description of its type, and one of a later build its type. */
export function sentenceOf(type: string, data: Plain): string {
  try {
    const own = sentences[type as MessageType]?.(data);
    if (own) return own;
  } catch {
    // Of an earlier or a later version: its fields have other names.
  }
  const { description } = (messages as Readonly<Record<string, { description?: string }>>)[type] ?? {};
  return description?.split('\n')[0] ?? `${type}.`;
}
