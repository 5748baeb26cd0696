import type { BeneficiaryResource } from '@corridor/payments-contract';
import type { ReadModel, Recorded, View } from '@corridor/event-store';
import { audited, entered } from '@corridor/kernel';
import { daysOf, searchables } from '@corridor/search';
import type { Details, Event } from './beneficiary.js';

/** The public record (interface-spec 2.5). */
export const beneficiaries: View<BeneficiaryResource, Event> &
  ReadModel &
  Required<Pick<ReadModel, 'texts'>> = {
  table: 'beneficiary',
  searchable: searchables.beneficiaries,
  columns: {
    id: 'id',
    'client.id': 'client_id',
    'auditHistory.created.on': 'created_on',
    status: 'status',
    'bankAccount.ccyCode': 'ccy_code',
    'auditHistory.updated.on': 'updated_on',
  },
  counters: [
    { table: 'beneficiary_count', columns: ['status'] },
    { table: 'beneficiary_count_by_day', columns: [], span: daysOf('created_on') },
  ],
  texts: {
    table: 'beneficiary_text',
    columns: {
      displayName: 'display_name',
      email: 'email',
      'bankAccount.accountHolderName': 'bank_account_account_holder_name',
      'bankAccount.accountNumber': 'bank_account_account_number',
      'bankAccount.iban': 'bank_account_iban',
    },
  },
  project(row, recorded) {
    if (recorded.event.type === 'created') return created(recorded.event.details, recorded);
    return row && changed(row, recorded);
  },
};

function created(details: Details, { streamId, caller, occurredOn }: Recorded<Event>): BeneficiaryResource {
  return {
    id: streamId,
    client: caller.client,
    ...details,
    isSnapshot: false,
    status: 'ACTIVE',
    statusHistory: [{ status: 'ACTIVE', statusReason: null, occurredOn }],
    auditHistory: audited(null, 1, caller, occurredOn),
  };
}

function changed(
  row: BeneficiaryResource,
  { event, caller, occurredOn }: Recorded<Event>,
): BeneficiaryResource {
  return {
    ...row,
    ...(event.type === 'archived'
      ? entered(row.statusHistory, { status: 'ARCHIVED', statusReason: event.reason, occurredOn })
      : event.details),
    auditHistory: audited(row.auditHistory, row.auditHistory.version + 1, caller, occurredOn),
  };
}

/** A permanent copy of the current beneficiary (interface-spec 2.5). */
export const snapshotOf = (beneficiary: BeneficiaryResource, id: string): BeneficiaryResource => ({
  ...beneficiary,
  id,
  isSnapshot: true,
});
