import { type PaymentInstructionResource, unfilledBecause } from '@corridor/payments-contract';
import type { ReadModel, Recorded, View } from '@corridor/event-store';
import { type Caller, type Timestamp, audited, entered, toResource } from '@corridor/kernel';
import { daysOf, searchables } from '@corridor/search';
import { authorisationAfter, awaited, reasonOf } from '../approval/approval.js';
import { followsBeneficiary } from '../beneficiary/current-beneficiary.js';
import { isAgreed, isAwaited, newPriceAfter, newPriceWith } from './new-price.js';
import { type Event, lifecycle } from './payment-instruction.js';
import { priceResource } from './price-resource.js';
import { uncoveredBecause } from '../covering.js';
import { unsentInstructionBecause, withReason } from '../unsent.js';

type Resource = PaymentInstructionResource;

/**
 * The public record (interface-spec 2.2). Steps in flight are not visible: they change nothing until they are complete.
 */
export const paymentInstructions: View<Resource, Event> & ReadModel = {
  table: 'payment_instruction',
  ...followsBeneficiary('payment_instruction', ['PENDING', 'ACKNOWLEDGED', 'FILLED']),
  searchable: searchables.paymentInstructions,
  columns: {
    id: 'id',
    'client.id': 'client_id',
    'auditHistory.created.on': 'created_on',
    status: 'status',
    sellCcyCode: 'sell_ccy_code',
    buyCcyCode: 'buy_ccy_code',
    paymentDate: 'payment_date',
    'beneficiary.id': 'beneficiary_id',
    linkedPaymentId: 'linked_payment_id',
    linkedConversionId: 'linked_conversion_id',
    amount: 'amount',
    'auditHistory.updated.on': 'updated_on',
  },
  counters: [
    { table: 'payment_instruction_count', columns: ['status', 'sell_ccy_code', 'buy_ccy_code'] },
    { table: 'payment_instruction_count_by_day', columns: ['status'], span: daysOf('created_on') },
    {
      table: 'payment_instruction_count_by_payment_date',
      columns: ['payment_date', 'status', 'sell_ccy_code', 'buy_ccy_code'],
      scattered: 'payment_date',
    },
    {
      table: 'payment_instruction_count_by_day_and_ccy',
      columns: ['status', 'sell_ccy_code', 'buy_ccy_code'],
      span: daysOf('created_on'),
    },
  ],
  texts: {
    table: 'payment_instruction_text',
    columns: {
      narrative: 'narrative',
      metadata: 'metadata',
      'beneficiary.displayName': 'beneficiary_display_name',
    },
  },
  project(row, recorded) {
    const { event, streamId } = recorded;
    if (event.type === 'created') return created(streamId, event, recorded);
    if (event.type === 'fill_declined') return row && waiting(row, event, recorded);
    if (event.type === 'send_declined') return row && unsent(row, event, recorded);
    return row && moved(row, recorded);
  },
};

/** The response to the creation: its status history is empty. */
export const asCreated = (row: Resource): Resource => ({ ...row, statusHistory: [] });

/** The response of a simulator (interface-spec 4.8). */
export const asMoved = ({ id, status, statusHistory }: Resource) => ({ id, status, statusHistory });

interface Moment {
  readonly caller: Caller;
  readonly occurredOn: Timestamp;
}

function created(id: string, terms: Event & { type: 'created' }, { caller, occurredOn }: Moment): Resource {
  const { order, beneficiary, paymentDate, paymentType, chargeType, narrative, metadata } = terms;
  const { sellCcyCode, buyCcyCode, fixedSide } = order;
  return {
    id,
    client: caller.client,
    beneficiary,
    sellCcyCode,
    buyCcyCode,
    fixedSide,
    amount: toResource(order.amount).value,
    paymentDate,
    paymentType,
    chargeType,
    narrative,
    metadata,
    indicativePrice: priceResource(terms.indicativePrice),
    actualPrice: null,
    newPrice: null,
    fee: null,
    linkedPaymentId: null,
    linkedConversionId: null,
    ...entered([], { status: lifecycle.statusAfter(terms), statusReason: null, occurredOn }),
    authorisation: terms.needsChecker ? awaited(occurredOn) : null,
    auditHistory: audited(null, 1, caller, occurredOn),
  };
}

function moved(row: Resource, { event, caller, occurredOn }: Recorded<Event>): Resource {
  const isStep = lifecycle.changesStatus(event);
  if (!isStep && event.type !== 'fee_set' && !isAgreed(event)) return row;
  return {
    ...row,
    ...changedBy(row, event),
    ...statusOf(row, event, occurredOn),
    newPrice: newPriceWith(row, event, { user: caller.user, on: occurredOn, changesStatus: isStep }),
    authorisation: authorisationAfter(row, event, occurredOn, isStep),
    auditHistory: audited(row.auditHistory, row.auditHistory.version + 1, caller, occurredOn),
  };
}

/** In PRODUCTION it is tried again, and the client sees why it waits. A simulator has told its caller, who sees the price to accept. */
function waiting(
  row: Resource,
  event: Event & { type: 'fill_declined' },
  { caller, occurredOn }: Moment,
): Resource {
  const isShown = caller.environment === 'PRODUCTION' || event.priced !== null || isAwaited(row);
  if (!isShown) return row;
  return {
    ...row,
    statusHistory: withReason(row.statusHistory, unfilledBecause(event.reason, row)),
    newPrice: newPriceAfter(row, event, occurredOn),
  };
}

/** The same of one that was filled. A simulator has told its caller. */
const unsent = (row: Resource, event: Event & { type: 'send_declined' }, { caller }: Moment): Resource =>
  caller.environment === 'PRODUCTION'
    ? {
        ...row,
        statusHistory: withReason(
          row.statusHistory,
          uncoveredBecause(event) ?? unsentInstructionBecause(event.reason, row),
        ),
      }
    : row;

/** It is entered once: PENDING it stays while it waits for a checker, and when it is approved. */
function statusOf({ status: before, statusHistory }: Resource, event: Event, occurredOn: Timestamp) {
  if (!lifecycle.changesStatus(event)) return null;
  const status = lifecycle.statusAfter(event);
  if (status === before) return null;
  return entered(statusHistory, { status, statusReason: reasonOf(event), occurredOn });
}

function changedBy(row: Resource, event: Event): Partial<Resource> {
  if (event.type === 'sent')
    return { linkedPaymentId: event.paymentId, beneficiary: event.beneficiary ?? row.beneficiary };
  if (event.type === 'fee_set') return { fee: event.fee && toResource(event.fee) };
  if (isAgreed(event)) {
    const { price } = event.priced;
    return { indicativePrice: priceResource(price), statusHistory: withReason(row.statusHistory, null) };
  }
  if (event.type !== 'filled') return {};
  return { actualPrice: priceResource(event.price), linkedConversionId: event.conversionId };
}
