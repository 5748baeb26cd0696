import type { InboundFundsResource } from '@corridor/inbound-funds-contract';
import type { Collection, Recorded, View } from '@corridor/event-store';
import { toResource } from '@corridor/kernel';
import { searchables } from '@corridor/search';
import type { InboundFundsEvent } from './inbound-funds.js';

/** interface-spec 2.6 */
export const inboundFundsView: View<InboundFundsResource, InboundFundsEvent> & Collection = {
  table: 'inbound_funds',
  searchable: searchables.inboundFunds,
  columns: {
    id: 'id',
    'client.id': 'client_id',
    status: 'status',
    'amount.ccyCode': 'ccy_code',
    creditsOn: 'credits_on',
  },
  project(row, recorded) {
    const { event } = recorded;
    if (event.type === 'received') return pending(event, recorded);
    if (row && event.type === 'credited') return reached(row, recorded, 'CREDITED', null);
    if (row && event.type === 'rejected') return reached(row, recorded, 'REJECTED', event.reason);
    return row;
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
  status: 'PENDING',
  statusHistory: [{ status: 'PENDING', statusReason: null, occurredOn }],
});

const reached = (
  row: InboundFundsResource,
  { occurredOn }: Recorded<InboundFundsEvent>,
  status: InboundFundsResource['status'],
  statusReason: string | null,
): InboundFundsResource => ({
  ...row,
  status,
  statusHistory: [...row.statusHistory, { status, statusReason, occurredOn }],
});
