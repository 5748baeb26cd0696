import type { PaymentResource } from '@corridor/payments-contract';
import type { Projection, ReadModel, Recorded, View } from '@corridor/event-store';
import { type CompletingIn, type Timestamp, audited, entered, toResource } from '@corridor/kernel';
import { daysOf, searchables } from '@corridor/search';
import { authorisationAfter, reasonOf } from '../approval/approval.js';
import { followsBeneficiary } from '../beneficiary/current-beneficiary.js';
import { summaryOf } from '../beneficiary/summary.js';
import { uncoveredBecause } from '../covering.js';
import { unsentBecause, withReason } from '../unsent.js';
import { type Event, lifecycle } from './payment.js';

type StatusEvent = CompletingIn<typeof lifecycle.table, Event>;

/** The public record (interface-spec 2.4). */
export const payments: View<PaymentResource, Event> & ReadModel = {
  table: 'payment',
  ...followsBeneficiary('payment', ['DRAFT', 'READY_TO_SEND']),
  searchable: searchables.payments,
  columns: {
    id: 'id',
    'client.id': 'client_id',
    'auditHistory.created.on': 'created_on',
    status: 'status',
    'amount.ccyCode': 'ccy_code',
    paymentDate: 'payment_date',
    'beneficiary.id': 'beneficiary_id',
    linkedPaymentInstructionId: 'linked_payment_instruction_id',
    'amount.value': 'amount',
    'auditHistory.updated.on': 'updated_on',
  },
  counters: [
    { table: 'payment_count', columns: ['status', 'ccy_code'] },
    { table: 'payment_count_by_day', columns: ['status'], span: daysOf('created_on') },
    {
      table: 'payment_count_by_payment_date',
      columns: ['payment_date', 'status', 'ccy_code'],
      scattered: 'payment_date',
    },
    {
      table: 'payment_count_by_day_and_ccy',
      columns: ['status', 'ccy_code'],
      span: daysOf('created_on'),
    },
  ],
  texts: {
    table: 'payment_text',
    columns: {
      reference: 'reference',
      narrative: 'narrative',
      metadata: 'metadata',
      'beneficiary.displayName': 'beneficiary_display_name',
    },
  },
  project(row, recorded) {
    if (recorded.event.type === 'created') return created(recorded.event, recorded);
    if (recorded.event.type === 'send_declined') return row && unsent(row, recorded.event, recorded);
    return row && moved(row, recorded);
  },
};

/** The response to the creation: its status history is empty. */
export const asCreated = (row: PaymentResource): PaymentResource => ({ ...row, statusHistory: [] });

/** The response of a simulator. */
export const asMoved = ({ id, status, statusHistory }: PaymentResource) => ({ id, status, statusHistory });

/** The beneficiaries as of their payments (interface-spec 2.5): written once, never changed. */
export const beneficiarySnapshots = { table: 'beneficiary_snapshot' };

export const keepSnapshot: Projection<Event> = (sql, recorded) => {
  const snapshots = recorded.flatMap(({ event, caller, occurredOn }) => {
    if (event.type !== 'sent') return [];
    const row = { ...event.snapshot, auditHistory: audited(null, 1, caller, occurredOn) };
    return [{ row, clientId: caller.client.id, occurredOn }];
  });
  if (snapshots.length === 0) return;
  sql.write(
    `INSERT INTO beneficiary_snapshot (id, client_id, created_on, data)
     SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::json[])`,
    [
      snapshots.map(({ row }) => row.id),
      snapshots.map(({ clientId }) => clientId),
      snapshots.map(({ occurredOn }) => occurredOn),
      snapshots.map(({ row }) => JSON.stringify(row)),
    ],
  );
};

function created(terms: Event & { type: 'created' }, recorded: Recorded<Event>): PaymentResource {
  const { reference, beneficiary, amount, narrative, paymentDate, paymentType, chargeType, metadata } = terms;
  return {
    id: recorded.streamId,
    reference,
    client: recorded.caller.client,
    beneficiary,
    beneficiarySnapshot: null,
    amount: toResource(amount),
    narrative,
    reason: terms.reason ?? narrative,
    purposeCode: terms.purposeCode,
    paymentDate,
    paymentType,
    chargeType,
    fee: null,
    transferredOn: null,
    executionDate: null,
    ...statusOf([], terms, recorded.occurredOn),
    failureReturnedAmount: null,
    swiftSubmission: null,
    linkedPaymentInstructionId: terms.paymentInstructionId,
    metadata,
    authorisation: null,
    auditHistory: audited(null, 1, recorded.caller, recorded.occurredOn),
  };
}

/** In PRODUCTION it is tried again, and the client sees why it waits. A simulator has told its caller. */
const unsent = (
  row: PaymentResource,
  event: Event & { type: 'send_declined' },
  { caller }: Recorded<Event>,
): PaymentResource =>
  caller.environment === 'PRODUCTION'
    ? {
        ...row,
        statusHistory: withReason(
          row.statusHistory,
          uncoveredBecause(event) ?? unsentBecause(event.reason, row),
        ),
      }
    : row;

function moved(row: PaymentResource, recorded: Recorded<Event>): PaymentResource {
  const { event, caller, occurredOn } = recorded;
  const changesStatus = lifecycle.changesStatus(event);
  if (!changesStatus && event.type !== 'swift_moved' && event.type !== 'fee_set') return row;
  return {
    ...row,
    ...changedBy(row, recorded),
    authorisation: authorisationAfter(row, event, occurredOn, changesStatus),
    ...(changesStatus && statusOf(row.statusHistory, event, occurredOn)),
    auditHistory: audited(row.auditHistory, row.auditHistory.version + 1, caller, occurredOn),
  };
}

function changedBy(row: PaymentResource, { event, occurredOn }: Recorded<Event>): Partial<PaymentResource> {
  switch (event.type) {
    case 'sent':
      return {
        beneficiary: { ...summaryOf(event.snapshot), id: row.beneficiary.id },
        beneficiarySnapshot: summaryOf(event.snapshot),
        swiftSubmission: event.swiftSubmission,
        transferredOn: occurredOn,
      };
    case 'fee_set':
      return { fee: event.fee && toResource(event.fee) };
    case 'swift_moved':
      return { swiftSubmission: row.swiftSubmission && { ...row.swiftSubmission, status: event.status } };
    case 'accepted':
      return { swiftSubmission: row.swiftSubmission && { ...row.swiftSubmission, status: 'PROCESSING' } };
    case 'postponed':
      return { executionDate: event.executionDate };
    case 'completed':
      return { swiftSubmission: row.swiftSubmission && { ...row.swiftSubmission, status: 'SUCCESS' } };
    case 'failed':
    case 'more_returned':
      return {
        failureReturnedAmount: event.returned && toResource(event.returned),
        swiftSubmission: row.swiftSubmission && { ...row.swiftSubmission, status: 'FAILED' },
      };
    default:
      return {};
  }
}

function statusOf(before: PaymentResource['statusHistory'], event: StatusEvent, occurredOn: Timestamp) {
  const { to: status, subStatus } = lifecycle.completedBy(event);
  // The reason of a creation is from the client, for the beneficiary.
  const statusReason = event.type === 'created' ? null : reasonOf(event);
  return entered(before, { status, subStatus, statusReason, occurredOn });
}
