import { migrationOf, orderIndex, searchColumns, valueIndexes } from '@corridor/event-store';

/** Columns and indexes for searches of inbound funds; ids increase with time. */
export const SearchedInboundFunds1700000010002 = migrationOf(
  'SearchedInboundFunds1700000010002',
  [
    searchColumns('inbound_funds', {
      status: 'status',
      ccy_code: 'amount.ccyCode',
      credits_on: 'creditsOn',
    }),
    'DROP INDEX inbound_funds_newest',
    ...orderIndex('inbound_funds', 'inbound_funds_in_order', 'id DESC', ['status', 'ccy_code', 'credits_on']),
    ...valueIndexes('inbound_funds', 'id DESC', ['status', 'credits_on']),
  ],
  'searches need these columns and indexes',
);
