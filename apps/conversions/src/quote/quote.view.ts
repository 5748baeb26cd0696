import type { QuoteResource } from '@corridor/conversions-contract';
import type { ReadModel, Recorded, View } from '@corridor/event-store';
import { audited, entered, toResource } from '@corridor/kernel';
import { daysOf, searchables } from '@corridor/search';
import { type Event, lifecycle } from './quote.js';

/** The public record of a quote (an extension). */
export const quoteView: View<QuoteResource, Event> & ReadModel = {
  table: 'quote',
  searchable: searchables.quotes,
  columns: {
    id: 'id',
    'client.id': 'client_id',
    'auditHistory.created.on': 'created_on',
    status: 'status',
    sellCcyCode: 'sell_ccy_code',
    buyCcyCode: 'buy_ccy_code',
  },
  counters: [
    { table: 'quote_count', columns: ['status', 'sell_ccy_code', 'buy_ccy_code'] },
    { table: 'quote_count_by_day', columns: ['status'], span: daysOf('created_on') },
  ],
  project(row, recorded) {
    const { event } = recorded;
    if (event.type === 'given') return given(event, recorded);
    return row && moved(row, event, recorded);
  },
};

function given(
  event: Event & { type: 'given' },
  { streamId, occurredOn, caller }: Recorded<Event>,
): QuoteResource {
  const { order, price } = event;
  return {
    id: streamId,
    client: caller.client,
    sellCcyCode: order.sellCcyCode,
    buyCcyCode: order.buyCcyCode,
    fixedSide: order.fixedSide,
    amount: toResource(order.amount).value,
    valueDate: event.valueDate,
    ccyPair: price.ccyPair,
    rate: Number(price.rate),
    buyAmount: toResource(price.buyAmount),
    sellAmount: toResource(price.sellAmount),
    expiresOn: event.expiresOn,
    ...entered([], { status: lifecycle.statusAfter(event), statusReason: null, occurredOn }),
    linkedConversionId: null,
    linkedPaymentInstructionId: null,
    auditHistory: audited(null, 1, caller, occurredOn),
  };
}

function moved(
  row: QuoteResource,
  event: Event & { type: 'used' | 'expired' },
  { caller, occurredOn }: Recorded<Event>,
): QuoteResource {
  return {
    ...row,
    ...(event.type === 'used' && linkedTo(event.by)),
    ...entered(row.statusHistory, { status: lifecycle.statusAfter(event), statusReason: null, occurredOn }),
    auditHistory: audited(row.auditHistory, row.auditHistory.version + 1, caller, occurredOn),
  };
}

const linkedTo = ({ type, id }: Extract<Event, { type: 'used' }>['by']) =>
  type === 'CONVERSION' ? { linkedConversionId: id } : { linkedPaymentInstructionId: id };
