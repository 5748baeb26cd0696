import { type Message, type Messages, type MessageType, systemMessages } from '@corridor/contracts';
import { type Money, type MoneyResource, decimalText, fromResource } from '@corridor/kernel';
import { messages } from '@corridor/services';

/** `EUR 100.00` */
export const amountText = (amount: MoneyResource): string => moneyText(fromResource(amount));
const moneyText = (amount: Money): string => `${amount.ccyCode} ${decimalText(amount)}`;

interface Ended {
  readonly resource: { readonly statusHistory: readonly { readonly statusReason: string | null }[] };
}
const because = ({ resource }: Ended) => {
  const reason = resource.statusHistory.at(-1)?.statusReason;
  return reason ? `: ${reason}` : '';
};
const to = ({
  resource,
}: {
  readonly resource: { readonly beneficiary: { readonly displayName: string } };
}) => ` to ${resource.beneficiary.displayName}`;
const of = ({ resource }: { readonly resource: { readonly amount: MoneyResource } }) =>
  amountText(resource.amount);
const sub = ({ resource }: Messages['payment.draft']) => resource.statusHistory.at(-1)?.subStatus;

interface Exchanged {
  readonly sellAmount: MoneyResource;
  readonly buyAmount: MoneyResource;
}
const bought = ({ sellAmount, buyAmount }: Exchanged) =>
  `${amountText(sellAmount)} for ${amountText(buyAmount)}`;

type Transfer = Pick<Messages['ledger.transfer_posted'], 'relatedEntity'>;
const transfer = ({ relatedEntity }: Transfer) => relatedEntity.reference;
const transfers = (data: { readonly transfers: readonly Transfer[] }) =>
  [...new Set(data.transfers.map(transfer))].join(', ');
const subject = ({ subject: { type, id } }: Pick<Messages['screening.requested'], 'subject'>) =>
  `${type.toLowerCase().replaceAll('_', ' ')} ${id}`;

type Sentences = { readonly [Type in MessageType]?: (data: Messages[Type]) => string };

/** What happened, by type of message, in one sentence. */
const sentences: Sentences = {
  'payment_instruction.pending': (data) =>
    `The payment instruction was created: ${data.resource.sellCcyCode} is sold for ${data.resource.buyCcyCode}, to be paid${to(data)}.`,
  'payment_instruction.acknowledged': ({ resource: { newPrice } }) =>
    newPrice
      ? `The price of the payment instruction has moved, which waits for a consent: ${bought(newPrice.price)}.`
      : 'The payment instruction passed the checks.',
  'payment_instruction.filled': ({ resource: { actualPrice } }) =>
    `The payment instruction has its price${actualPrice ? `: ${bought(actualPrice)}` : ''}.`,
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
  'payments.submission_requested': ({ amount }) => `The bank was asked to send ${moneyText(amount)}.`,
  'payments.submission_reported': ({ status, reason, returned }) =>
    `The bank reported ${status}${returned ? `, ${moneyText(returned)} came back` : ''}${reason ? `: ${reason}` : ''}`.replace(
      /\.?$/,
      '.',
    ),
  'bank_credit.matched': ({ credit }) =>
    `The bank received ${amountText(credit.amount)}, reference ${credit.bankReference}.`,
  'conversion.booked': ({ resource }) =>
    `A conversion was booked: ${bought(resource)}, on ${resource.valueDate}.`,
  'conversion.exchanged': ({ resource }) => `The conversion was exchanged: ${bought(resource)}.`,
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
  'transaction.completed': ({ resource: { amount, direction, wallet, balance } }) =>
    `${amountText(amount)} was ${direction === 'DEBIT' ? 'debited from' : 'credited to'} the ${wallet.ccyCode} wallet, which has ${amountText(balance)} now.`,
  'ledger.transfer_requested': (data) => `The ledger was asked to move money for ${transfer(data)}.`,
  'ledger.transfers_requested': (data) => `The ledger was asked to move money for ${transfers(data)}.`,
  'ledger.transfer_posted': (data) => `The ledger posted the transfer for ${transfer(data)}.`,
  'ledger.transfers_posted': (data) => `The ledger posted the transfers for ${transfers(data)}.`,
  'ledger.transfer_declined': (data) =>
    `The ledger declined the transfer for ${transfer(data)} (${data.reason}).`,
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

/** What happened. A message without a sentence of its own has the description of its type. */
export function sentenceOf({ type, data }: Message): string {
  const sentence = sentences[type] as ((of: Message['data']) => string) | undefined;
  return sentence?.(data) ?? descriptionOf(type);
}

const described: Readonly<Record<string, { readonly description: string }>> = {
  ...messages,
  ...systemMessages,
};

/** What a message of a type says; its type if this build does not know it. */
export const descriptionOf = (type: string): string => described[type]?.description ?? `${type}.`;
