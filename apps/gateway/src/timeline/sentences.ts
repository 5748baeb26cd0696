import type { Message, Messages, MessageType } from '@corridor/contracts';
import { type MoneyResource, fromResource, moneyText } from '@corridor/kernel';

/** `EUR 100.00` */
export const amountText = (amount: MoneyResource): string => moneyText(fromResource(amount));

/** Of a reason, which may be a sentence of its own. */
export const withoutStop = (text: string): string => text.replace(/\.$/, '');

interface Ended {
  readonly resource: { readonly statusHistory: readonly { readonly statusReason: string | null }[] };
}
const because = ({ resource }: Ended) => {
  const reason = resource.statusHistory.at(-1)?.statusReason;
  return reason ? `: ${withoutStop(reason)}` : '';
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

/** Messages about no record, of which there are many. */
export const NOT_INDEXED = [
  'conversions.rates_published',
  'corridor.clock_turn',
  'payments.statement_reported',
] as const;
type IndexedType = Exclude<MessageType, (typeof NOT_INDEXED)[number]>;
/** Also of a type that this build does not know. */
export const isIndexed = (type: string): boolean => !NOT_INDEXED.some((one) => one === type);

/** What happened, by type of message, in one sentence: a type without one does not compile. */
const sentences: { readonly [Type in IndexedType]: (data: Messages[Type]) => string } = {
  'client.created': ({ name }) => `The client ${name} was created.`,
  'client.changed': ({ name }) => `Staff changed the details of the client ${name}.`,
  'client.rated': ({ riskRating }) => `Staff rated the risk of the client: ${riskRating}.`,
  'client.suspended': ({ reason }) => `The client was suspended: ${withoutStop(reason)}.`,
  'client.resumed': () => 'Staff resumed the client.',
  'client.closed': ({ reason }) => `The client was closed: ${withoutStop(reason)}.`,
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
  'payment.sent': (data) =>
    data.resource.executionDate
      ? `The payment of ${of(data)} came to the bank after its cut-off, which executes it on ${data.resource.executionDate}.`
      : `The payment of ${of(data)} was sent${to(data)}.`,
  'payment.failed': (data) => `The payment of ${of(data)} failed${because(data)}.`,
  'payment.cancelled': (data) => `The payment of ${of(data)} was cancelled${because(data)}.`,
  'payment.completed': (data) => `The bank of the beneficiary has the ${of(data)}.`,
  'payments.submission_requested': ({ kind, amount, creditor }) =>
    kind === 'DEBIT'
      ? `The bank was asked to pull ${moneyText(amount)} from the account of ${creditor.name} at ${creditor.bankName}.`
      : `The bank was asked to send ${moneyText(amount)}.`,
  'payments.submission_postponed': ({ executionDate }) =>
    `The bank was asked after its cut-off: it executes the payment on ${executionDate}.`,
  'payments.submission_reported': ({ status, reason, returned, excess }) => {
    const more = excess ? `, of which ${moneyText(excess)} is more than was sent` : '';
    const back = returned ? `, ${moneyText(returned)} came back${more}` : '';
    return `The bank reported ${status}${back}${reason ? `: ${withoutStop(reason)}` : ''}.`;
  },
  'payments.credit_reported': ({ amount, accountNumber }) =>
    `A file of the bank shows a credit of ${moneyText(amount)} on ${accountNumber}.`,
  'bank_credit.moved': ({ step, amount, accountNumber, bankReference }) => {
    const credit = `the credit ${bankReference} of ${moneyText(amount)}`;
    switch (step) {
      case 'RECEIVED':
        return `Entered in the books: ${credit} on ${accountNumber}.`;
      case 'RETURNED':
        return `The bank returned ${credit}.`;
      case 'RETURN_FAILED':
        return `The bank did not return ${credit}.`;
      case 'CAME_BACK':
        return `The return of ${credit} came back.`;
    }
  },
  'bank_credit.matched': ({ credit }) =>
    `The bank received ${amountText(credit.amount)}, reference ${credit.bankReference}.`,
  'conversion.booked': ({ resource }) =>
    `A conversion was booked: ${bought(resource)}, on ${resource.valueDate}.`,
  'conversion.exchanged': ({ resource }) => `The conversion was exchanged: ${bought(resource)}.`,
  'conversion.cancelled': (data) => `The conversion was cancelled${because(data)}.`,
  'conversion.awaiting_deposit': () => 'The conversion waits for its deposit.',
  'conversion.deposit_received': () => 'The deposit of the conversion was paid.',
  'conversions.date_changed': ({ resource }) =>
    `The conversion was moved to ${resource.valueDate}: ${bought(resource)}.`,
  'conversions.drawn_down': ({ drawnConversionId, resource }) =>
    `A part was drawn down as ${drawnConversionId}; what remains is ${bought(resource)}, on ${resource.valueDate}.`,
  'conversions.booking_requested': () => 'A conversion was requested.',
  'conversions.booking_declined': ({ reason, detail }) =>
    `The conversion was declined (${reason})${detail ? `: ${detail}` : '.'}`,
  'conversions.decline_ended': () => 'The conversion can be booked now: it is requested again.',
  'conversions.cover_requested': ({ payouts }) =>
    `It was asked whether ${payouts.map(({ amount }) => moneyText(amount)).join(' and ')} can leave, which booked conversions may need.`,
  'conversions.cover_granted': () => 'The money can leave: booked conversions do not need it.',
  'conversions.cover_declined': ({ needed, payable }) =>
    `The money cannot leave now: ${moneyText(needed)} of the balance is needed for booked conversions; ${moneyText(payable)} can be paid.`,
  'conversions.cover_decline_ended': () => 'The money can leave now: it is asked for again.',
  'conversions.cover_released': () => 'The money has not left, and covers booked conversions again.',
  'conversions.payment_linked': ({ paymentId }) => `The conversion pays for ${paymentId}.`,
  'conversions.payment_failure_noted': ({ paymentId }) => `The conversion shows that ${paymentId} failed.`,
  'conversions.quote_use_requested': ({ quoteId }) =>
    `The quote ${quoteId} was requested for the payment instruction.`,
  'conversions.quote_used': ({ price, quoteId }) =>
    `The quote ${quoteId} gave the payment instruction its price: ${moneyText(price.sellAmount)} for ${moneyText(price.buyAmount)}.`,
  'conversions.quote_refused': ({ quoteId, reason }) => `The quote ${quoteId} was refused (${reason}).`,
  'conversions.margin_plan_set': ({ planId }) => `The margin plan ${planId} was set.`,
  'conversions.margin_plan_assigned': ({ clientId, planId }) =>
    `${clientId ? 'The client has' : 'Clients without a plan of their own have'} ${planId ? `the margin plan ${planId}` : 'the common margin plan'}.`,
  'payments.fee_plan_assigned': ({ clientId, planId }) =>
    `${clientId ? 'The client has' : 'Clients without a plan of their own have'} ${planId ? `the fee plan ${planId}` : clientId ? 'the common fee plan' : 'no fee plan'}.`,
  'conversions.points_published': () => 'The forward points of the market changed.',
  'conversions.exchange_requested': () => 'The exchange of the conversion was requested.',
  'conversions.exchange_declined': ({ reason }) => `The exchange was declined (${reason}).`,
  'inbound_funds.collection_accounts_issued': ({ ccyCode, collectionAccounts: all }) => {
    const { length } = all.filter(({ retiredOn }) => retiredOn === null);
    if (length === 0) return `The ${ccyCode} wallet waits for a collection account.`;
    return `The ${ccyCode} wallet has ${length === 1 ? 'one collection account' : `${length} collection accounts`}.`;
  },
  'inbound_funds.funding_account_linked': ({ fundingAccount: { ccyCode, bankName } }) =>
    `An account at ${bankName} was linked to the ${ccyCode} wallet.`,
  'inbound_funds.funding_account_unlinked': ({ ccyCode }) =>
    `The account that was linked to the ${ccyCode} wallet was unlinked.`,
  'inbound_funds.pending': (data) =>
    data.resource.linkedFundingAccountId
      ? `${of(data)} is to be pulled from a linked account.`
      : `${of(data)} was received and is not yet credited.`,
  'inbound_funds.credited': (data) => `${of(data)} was credited to the wallet.`,
  'inbound_funds.rejected': (data) => `${of(data)} goes back to its sender${because(data)}.`,
  'transaction.completed': ({ resource: { amount, direction, wallet, balance } }) =>
    `${amountText(amount)} was ${direction === 'DEBIT' ? 'debited from' : 'credited to'} the ${wallet.ccyCode} wallet, which has ${amountText(balance)} now.`,
  'ledger.transfer_requested': (data) => `The ledger was asked to move money for ${transfer(data)}.`,
  'ledger.transfers_requested': (data) => `The ledger was asked to move money for ${transfers(data)}.`,
  'ledger.take_back_requested': ({ amount, relatedEntity, reason }) =>
    `The ledger was asked to take back ${moneyText(amount)} of ${relatedEntity.reference}: ${withoutStop(reason)}.`,
  'ledger.transfer_posted': (data) => `The ledger posted the transfer for ${transfer(data)}.`,
  'ledger.transfers_posted': (data) => `The ledger posted the transfers for ${transfers(data)}.`,
  'ledger.transfer_declined': (data) =>
    `The ledger declined the transfer for ${transfer(data)} (${data.reason}).`,
  'ledger.transfers_declined': (data) =>
    `The ledger declined the transfers for ${transfers(data)} (${data.reason}).`,
  'ledger.receivable_changed': ({ change, amount, outstanding, reason }) =>
    change === 'OPENED'
      ? `The client owes ${moneyText(amount)}, which its wallet could not pay.`
      : change === 'COLLECTED'
        ? `What the client owes was collected; ${moneyText(outstanding)} is left.`
        : `${moneyText(outstanding)} that the client owed was written off${reason ? `: ${reason}` : ''}`.replace(
            /\.?$/,
            '.',
          ),
  'ledger.pending_funds_changed': ({ inboundFundsId, isPending }) =>
    `The pending balance of the wallet ${isPending ? 'contains' : 'does not contain'} ${inboundFundsId}.`,
  'ledger.funding_account_shown': ({ linkedFundingAccountId, isLinked }) =>
    `The wallet ${isLinked ? 'shows' : 'does not show'} ${linkedFundingAccountId}.`,
  'ledger.wallet_opened': ({ ccyCode }) => `A ${ccyCode} wallet was opened.`,
  'beneficiary.created': ({ displayName }) => `The beneficiary ${displayName} was created.`,
  'beneficiary.updated': ({ displayName }) => `The details of the beneficiary ${displayName} were replaced.`,
  'payments.policy_set': () => 'The policy of countries and currencies was set.',
  'payments.screening_requested': (data) => `The service of payments was asked to screen ${subject(data)}.`,
  'payments.rescreening_requested': (data) =>
    `The money is here: the service of payments was asked to screen ${subject(data)} again before the credit.`,
  'screening.requested': (data) => `Screening of ${subject(data)} was requested.`,
  'screening.cleared': (data) => `Screening cleared ${subject(data)}.`,
  'screening.hit': (data) => `Screening opened a case about ${subject(data)}.`,
  'screening.blocked': (data) => `Staff blocked ${subject(data)}.`,
  'corridor.message_parked': ({ consumer, messageType }) =>
    `The service ${consumer} could not handle ${messageType}: it waits for operators.`,
  'corridor.message_redriven': ({ consumer, streamId }) =>
    `The service ${consumer} handled the parked message about ${streamId}.`,
  'corridor.redrive_requested': ({ consumer, streamId }) =>
    `Staff asked the service ${consumer} to handle what is parked about ${streamId}.`,
  'corridor.message_discarded': ({ consumer, streamId }) =>
    `The service ${consumer} discarded the parked message about ${streamId}.`,
  'corridor.discard_requested': ({ consumer, streamId }) =>
    `Staff asked the service ${consumer} to discard the parked message about ${streamId}.`,
  'corridor.client_closing': ({ service, obstacles: { length } }) =>
    `The client is to be closed: ${length === 0 ? 'nothing is in the way' : `${length} obstacles`} so far; next, ${service} looks.`,
};

/** What happened. */
export function sentenceOf({ type, data }: Message): string {
  const sentence = sentences[type as IndexedType] as (of: Message['data']) => string;
  return sentence(data);
}
