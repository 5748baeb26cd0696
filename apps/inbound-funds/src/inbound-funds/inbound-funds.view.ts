import type { InboundFundsResource } from '@corridor/inbound-funds-contract';
import type { ReadModel, Recorded, View } from '@corridor/event-store';
import { entered, toResource } from '@corridor/kernel';
import { searchables } from '@corridor/search';
import { type InboundFundsEvent, lifecycle } from './inbound-funds.js';

/** interface-spec 2.6 */
export const inboundFundsView: View<InboundFundsResource, InboundFundsEvent> & ReadModel = {
  table: 'inbound_funds',
  searchable: searchables.inboundFunds,
  columns: {
    id: 'id',
    'client.id': 'client_id',
    status: 'status',
    'amount.ccyCode': 'ccy_code',
    creditsOn: 'credits_on',
    'amount.value': 'amount',
  },
  counters: [
    { table: 'inbound_funds_count', columns: ['status', 'ccy_code'] },
    { table: 'inbound_funds_count_by_time', columns: ['status'], span: { column: 'id', length: 9 } },
  ],
  texts: {
    table: 'inbound_funds_text',
    columns: { reference: 'reference', narrative: 'narrative', 'sender.name': 'sender_name' },
  },
  project(row, recorded) {
    const { event } = recorded;
    if (event.type === 'received') return pending(event, recorded);
    return row && moved(row, recorded);
  },
};

const pending = (
  event: Extract<InboundFundsEvent, { type: 'received' }>,
  { streamId, occurredOn, caller }: Recorded<InboundFundsEvent>,
): InboundFundsResource => ({
  id: streamId,
  reference: event.reference,
  client: caller.client,
  amount: toResource(event.amount),
  narrative: event.narrative,
  creditsOn: event.creditsOn,
  sender: event.sender,
  receivingAccountNumber: event.receivingAccountNumber,
  receivingAccountIban: event.receivingAccountIban,
  linkedFundingAccountId: event.pulledFrom?.id ?? null,
  ...entered([], { status: lifecycle.statusAfter(event), statusReason: null, occurredOn }),
});

function moved(
  row: InboundFundsResource,
  { event, occurredOn }: Recorded<InboundFundsEvent>,
): InboundFundsResource {
  if (!lifecycle.changesStatus(event)) return row;
  const statusReason = 'reason' in event ? event.reason : null;
  return {
    ...row,
    ...entered(row.statusHistory, { status: lifecycle.statusAfter(event), statusReason, occurredOn }),
  };
}
