import type { LinkedFundingAccountResource } from '@corridor/inbound-funds-contract';
import type { ReadModel, Recorded, View } from '@corridor/event-store';
import { audited, entered } from '@corridor/kernel';
import { daysOf, searchables } from '@corridor/search';
import { type Event, lifecycle } from './linked-funding-account.js';

/** The public record (an extension). */
export const linkedFundingAccounts: View<LinkedFundingAccountResource, Event> & ReadModel = {
  table: 'linked_funding_account',
  searchable: searchables.linkedFundingAccounts,
  columns: {
    id: 'id',
    'client.id': 'client_id',
    'auditHistory.created.on': 'created_on',
    status: 'status',
  },
  counters: [
    { table: 'linked_funding_account_count', columns: ['status'] },
    { table: 'linked_funding_account_count_by_day', columns: ['status'], span: daysOf('created_on') },
  ],
  project(row, recorded) {
    const { event } = recorded;
    if (event.type === 'linked') return linked(event, recorded);
    return event.type === 'unlinked' ? row && unlinked(event, row, recorded) : row;
  },
};

function linked(
  event: Event & { type: 'linked' },
  { streamId, caller, occurredOn }: Recorded<Event>,
): LinkedFundingAccountResource {
  const {
    ccyCode,
    method,
    accountHolderName,
    bankName,
    accountNumber,
    routingCode,
    accountHolderType = null,
  } = event.details;
  return {
    id: streamId,
    client: caller.client,
    ccyCode,
    method,
    accountHolderName,
    accountHolderType,
    bankName,
    accountNumber: masked(accountNumber),
    routingCode,
    routingCodeType: 'ABA',
    ...entered([], { status: lifecycle.statusAfter(event), statusReason: null, occurredOn }),
    auditHistory: audited(null, 1, caller, occurredOn),
  };
}

function unlinked(
  event: Event & { type: 'unlinked' },
  row: LinkedFundingAccountResource,
  { caller, occurredOn }: Recorded<Event>,
): LinkedFundingAccountResource {
  return {
    ...row,
    ...entered(row.statusHistory, { status: lifecycle.statusAfter(event), statusReason: null, occurredOn }),
    auditHistory: audited(row.auditHistory, row.auditHistory.version + 1, caller, occurredOn),
  };
}

/** The last four digits, the others as one run of asterisks that does not tell how many there are. */
const masked = (accountNumber: string): string => `****${accountNumber.slice(-4)}`;
