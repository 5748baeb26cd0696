import { indexesOfAllClients, migrationOf } from '@corridor/event-store';

/** Staff search the transactions and wallets of all clients. */
export const TransactionsOfAllClients1700000260001 = migrationOf(
  'TransactionsOfAllClients1700000260001',
  [
    ...indexesOfAllClients(
      'transaction',
      'sort_date DESC, sort_priority DESC, id DESC',
      [
        'status',
        'wallet_id',
        'ccy_code',
        'amount',
        'created_on',
        'settles_on',
        'completed_on',
        'related_entity_id',
      ],
      { values: ['related_entity_id'] },
    ),
    ...indexesOfAllClients('wallet', 'id DESC', ['ccy_code']),
  ],
  'searches need these indexes',
);
