import { type HedgeResource, operatorCollections } from '@corridor/conversions-contract';
import type { ReadModel, Recorded, View } from '@corridor/event-store';
import { toResource } from '@corridor/kernel';
import { searchable } from '@corridor/search';
import type { Event } from './hedge.js';

export const hedgeView: View<HedgeResource, Event> & ReadModel = {
  table: 'hedge',
  searchable: searchable(operatorCollections.hedges),
  columns: {
    id: 'id',
    status: 'status',
    externalReference: 'external_reference',
    counterparty: 'counterparty',
    'buyAmount.ccyCode': 'buy_ccy_code',
    'sellAmount.ccyCode': 'sell_ccy_code',
    valueDate: 'value_date',
    recordedOn: 'created_on',
  },
  project(row, recorded) {
    const { event, caller, occurredOn } = recorded;
    if (event.type === 'recorded') return recordedAs(event, recorded);
    const { reason: cancelReason } = event;
    return (
      row && { ...row, status: 'CANCELLED', cancelledOn: occurredOn, cancelledBy: caller.user, cancelReason }
    );
  },
};

const recordedAs = (
  trade: Event & { type: 'recorded' },
  { streamId: id, caller, occurredOn }: Recorded<Event>,
): HedgeResource => ({
  id,
  status: 'RECORDED',
  externalReference: trade.externalReference,
  counterparty: trade.counterparty,
  buyAmount: toResource(trade.buyAmount),
  sellAmount: toResource(trade.sellAmount),
  ccyPair: trade.ccyPair,
  rate: Number(trade.rate),
  valueDate: trade.valueDate,
  recordedOn: occurredOn,
  recordedBy: caller.user,
  cancelledOn: null,
  cancelledBy: null,
  cancelReason: null,
});
