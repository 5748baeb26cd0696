import { indexesOfAllClients, migrationOf } from '@corridor/event-store';

/** Staff search the inbound funds and linked funding accounts of all clients. */
export const InboundFundsOfAllClients1700000260002 = migrationOf(
  'InboundFundsOfAllClients1700000260002',
  [
    ...indexesOfAllClients('inbound_funds', 'id DESC', ['status', 'ccy_code', 'amount', 'credits_on'], {
      values: ['status'],
      numbers: ['amount'],
    }),
    ...indexesOfAllClients('linked_funding_account', 'created_on DESC, id DESC', ['status']),
  ],
  'searches need these indexes',
);
