import { type BankSubmissionResource, operatorCollections } from '@corridor/payments-contract';
import type { Projection, ReadModel, Recorded, View } from '@corridor/event-store';
import { subtract, toResource } from '@corridor/kernel';
import { searchable } from '@corridor/search';
import { senderReference, uetr } from '../rail/mt103.js';
import { type Event, lifecycle } from './submission.js';

export const submissions: View<BankSubmissionResource, Event> & ReadModel = {
  table: 'bank_submission',
  searchable: searchable(operatorCollections.bankSubmissions),
  columns: {
    id: 'id',
    status: 'status',
    kind: 'kind',
    subjectId: 'subject_id',
    'client.id': 'of_client',
    reference: 'reference',
    'amount.ccyCode': 'ccy_code',
    valueDate: 'value_date',
    createdOn: 'created_on',
  },
  project(row, recorded) {
    if (recorded.event.type === 'requested') return requested(recorded.event, recorded);
    return row && moved(row, recorded);
  },
};

function requested(
  { type: _, instructed: _1, amount, ...asked }: Event & { type: 'requested' },
  recorded: Recorded<Event>,
): BankSubmissionResource {
  const { streamId: id, occurredOn } = recorded;
  return {
    id,
    kind: asked.kind,
    subjectId: asked.subjectId,
    client: asked.client,
    // A file of ACH has room for 15 characters.
    reference: asked.kind === 'DEBIT' ? id.slice(-15) : senderReference(id),
    // As in the SWIFT message of the payment.
    uetr: uetr(asked.kind === 'PAYMENT' ? asked.subjectId : id),
    amount: toResource(amount),
    valueDate: asked.valueDate,
    executionDate: null,
    paymentType: asked.paymentType,
    chargeType: asked.chargeType,
    orderingParty: asked.orderingParty,
    creditor: { ...asked.creditor, address: asked.creditor.address ?? null },
    narrative: asked.narrative,
    purposeCode: asked.purposeCode,
    ...enteredBy([], recorded, 'REQUESTED', null),
    bankReference: null,
    returnedAmount: null,
    returns: [],
    isContradicted: false,
    createdOn: occurredOn,
  };
}

function moved(row: BankSubmissionResource, recorded: Recorded<Event>): BankSubmissionResource {
  const { event } = recorded;
  if (event.type === 'contradicted') return { ...row, isContradicted: true };
  if (event.type === 'postponed') return { ...row, executionDate: event.executionDate };
  if (!lifecycle.changesStatus(event)) return row;
  const reason = 'reason' in event ? event.reason : null;
  if (event.type === 'returned_again') {
    // The same return in another file.
    const isKnown = row.status === 'RETURNED' && !event.credited && !event.excess;
    const entered = isKnown ? {} : enteredBy(row.history, recorded, 'RETURNED', reason);
    return { ...row, ...entered, ...cameBack(row, recorded) };
  }
  const bankReference = 'bankReference' in event ? event.bankReference : null;
  return {
    ...row,
    ...enteredBy(row.history, recorded, lifecycle.statusAfter(event), reason),
    bankReference: bankReference ?? row.bankReference,
    ...cameBack(row, recorded),
  };
}

function cameBack(
  { returns, isContradicted }: BankSubmissionResource,
  { event, occurredOn: on }: Recorded<Event>,
): Partial<BankSubmissionResource> {
  if (event.type !== 'returned' && event.type !== 'returned_again') return {};
  const { returned, excess, source, bankReference, reason } = event;
  const first = excess ? subtract(returned, excess) : returned;
  const [credited, total] = event.type === 'returned' ? [first, first] : [event.credited, event.total];
  const one = {
    ...{ amount: toResource(returned), credited: credited && toResource(credited) },
    ...{ excess: excess && toResource(excess), bankReference, reason, source, on },
  };
  return {
    returnedAmount: toResource(total),
    returns: [...returns, one],
    isContradicted: isContradicted || excess !== null,
  };
}

const enteredBy = (
  before: BankSubmissionResource['history'],
  { caller, occurredOn }: Recorded<Event>,
  status: BankSubmissionResource['status'],
  reason: string | null,
) => ({ status, history: [...before, { status, reason, by: caller.user, on: occurredOn }] });

/** What `SubmissionJob` still has to do: hand a payment over, or see to it that its money is given back. */
export const keepTask: Projection<Event> = (sql, recorded) => {
  /** By submission; null if there is nothing to hand over any more. */
  const tasks = new Map<string, { readonly work: Task; readonly since: string } | null>();
  for (const { streamId, event, occurredOn: since } of recorded) {
    if (event.type === 'requested') tasks.set(streamId, { work: 'HAND_OVER', since });
    else if (event.type === 'rejected' || event.type === 'returned' || event.type === 'returned_again')
      tasks.set(streamId, { work: 'GIVE_BACK', since });
    else if (event.type !== 'postponed' && tasks.get(streamId)?.work !== 'GIVE_BACK')
      tasks.set(streamId, null);
  }
  const [left, over] = [[...tasks].filter(([, one]) => one), [...tasks].filter(([, one]) => !one)];
  if (left.length > 0)
    sql.write(ADD, [
      left.map(([id]) => id),
      left.map(([, one]) => one!.work),
      left.map(([, one]) => one!.since),
    ]);
  if (over.length > 0) sql.write(REMOVE, [over.map(([id]) => id)]);
};

type Task = 'HAND_OVER' | 'GIVE_BACK';

const ADD = `INSERT INTO bank_task (submission_id, work, due_on, since)
  SELECT id, work, since, since FROM unnest($1::text[], $2::text[], $3::text[]) AS task (id, work, since)
  ON CONFLICT (submission_id) DO UPDATE
  SET work = excluded.work, due_on = excluded.due_on, since = excluded.since, batch_id = NULL, attempts = 0, failure = NULL`;
const REMOVE = `DELETE FROM bank_task WHERE submission_id = ANY ($1) AND work = 'HAND_OVER'`;
