import type { Message } from '@corridor/contracts';
import type { TimelinePosting } from '@corridor/gateway-contract';
import { type Money, type MoneyResource, toResource } from '@corridor/kernel';
import { amountOf, amountsOf } from './record-facts.js';

export interface BankMessage {
  readonly format: string | null;
  readonly reference: string | null;
  readonly status: string;
}

/** Amounts that an event names, and entries of the ledger. */
export interface MovedMoney {
  readonly amounts: readonly MoneyResource[];
  readonly postings: readonly TimelinePosting[];
  readonly bankMessage: BankMessage | null;
}

export const moneyIn = (message: Message): MovedMoney => ({
  amounts: amountsIn(message),
  postings: postingsIn(message),
  bankMessage: bankMessageIn(message),
});

function amountsIn({ data }: Message): MoneyResource[] {
  if ('resource' in data) {
    const { resource } = data;
    const { sellAmount, buyAmount } = amountsOf(resource) ?? {};
    const returned = 'failureReturnedAmount' in resource ? resource.failureReturnedAmount : null;
    return [amountOf(resource), sellAmount, buyAmount, returned].filter((one) => one != null);
  }
  if ('credit' in data) return [data.credit.amount];
  const onWire: (Money | null)[] = [
    'amount' in data ? data.amount : null,
    'returned' in data ? data.returned : null,
  ];
  return onWire.filter((one) => one !== null).map(toResource);
}

function postingsIn({ type, data }: Message): TimelinePosting[] {
  if (type === 'transaction.completed') {
    const { signedAmount, balance } = data.resource;
    return [{ account: 'wallet', amount: signedAmount, balance }];
  }
  const transfers =
    type === 'ledger.transfers_requested'
      ? data.transfers
      : type === 'ledger.transfer_requested'
        ? [data]
        : [];
  return transfers.flatMap(({ entries }) =>
    entries.map(({ account, amount }) => ({ account, amount: toResource(amount), balance: null })),
  );
}

/** The bank gets so many last characters of the id of a submission as its reference. */
const REFERENCE_LENGTH = 16;

function bankMessageIn({ type, data }: Message): BankMessage | null {
  if (type === 'payments.submission_requested')
    return { format: null, reference: data.submissionId.slice(-REFERENCE_LENGTH), status: 'REQUESTED' };
  if (type === 'payments.submission_reported') return { format: null, reference: null, status: data.status };
  if (!('resource' in data) || !('swiftSubmission' in data.resource) || !data.resource.swiftSubmission)
    return null;
  const { format, reference, status } = data.resource.swiftSubmission;
  return { format, reference, status };
}
