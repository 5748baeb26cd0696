import { type BankCreditResource, operatorCollections } from '@corridor/inbound-funds-contract';
import type { ReadModel, Recorded, View } from '@corridor/event-store';
import { toResource } from '@corridor/kernel';
import { searchable } from '@corridor/search';
import { type Event, lifecycle } from './bank-credit.js';

export const bankCredits: View<BankCreditResource, Event> & ReadModel = {
  table: 'bank_credit',
  searchable: searchable(operatorCollections.bankCredits),
  columns: {
    id: 'id',
    status: 'status',
    bankReference: 'bank_reference',
    accountNumber: 'account_number',
    'client.id': 'of_client',
    'amount.ccyCode': 'ccy_code',
    valueDate: 'value_date',
    createdOn: 'created_on',
  },
  project(row, recorded) {
    const { event } = recorded;
    const before = event.type === 'recorded' ? recordedAs(event, recorded) : row;
    if (event.type === 'entered_in_books') return row;
    return before && { ...before, ...changedBy(event), ...entered(before, event, recorded) };
  },
};

const recordedAs = (
  line: Event & { type: 'recorded' },
  { streamId: id, occurredOn }: Recorded<Event>,
): BankCreditResource => ({
  id,
  bankReference: line.bankReference,
  accountNumber: line.accountNumber,
  bankAccount: line.bankAccount ?? null,
  amount: toResource(line.amount),
  valueDate: line.valueDate,
  reference: line.reference,
  sender: line.sender,
  status: 'UNMATCHED',
  matchedBy: null,
  client: null,
  walletId: null,
  inboundFundsId: null,
  returnSubmissionId: null,
  history: [],
  createdOn: occurredOn,
});

function changedBy(event: Event): Partial<BankCreditResource> {
  if (event.type === 'return_requested') return { returnSubmissionId: event.submissionId };
  if (event.type !== 'matched') return {};
  const { by: matchedBy, client, walletId, inboundFundsId } = event;
  return { matchedBy, client, walletId, inboundFundsId };
}

function entered(
  { history }: BankCreditResource,
  event: Exclude<Event, { type: 'entered_in_books' }>,
  { caller, occurredOn: on }: Recorded<Event>,
) {
  const status = lifecycle.statusAfter(event);
  const reason = 'reason' in event ? event.reason : null;
  return { status, history: [...history, { status, reason, by: caller.user, on }] };
}
