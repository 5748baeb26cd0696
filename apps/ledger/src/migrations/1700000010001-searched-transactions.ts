import { migrationOf, orderIndex, searchColumns, valueIndexes } from '@corridor/event-store';

const CHAIN = 'sort_date DESC, sort_priority DESC';

/** Columns and indexes for searches of wallets and transactions. A client has few wallets, so they need no indexes. */
export const SearchedTransactions1700000010001 = migrationOf(
  'SearchedTransactions1700000010001',
  [
    searchColumns('wallet', {}),
    'ALTER TABLE wallet ALTER ccy_code TYPE text COLLATE "C"',

    searchColumns('transaction', {
      status: 'status',
      wallet_id: 'wallet.id',
      ccy_code: 'wallet.ccyCode',
      settles_on: 'settlesOn',
      completed_on: 'completedOn',
      related_entity_id: 'relatedEntity.id',
    }),
    'ALTER TABLE transaction ALTER sort_date TYPE text COLLATE "C"',
    ...orderIndex(
      'transaction',
      'transaction_chain',
      CHAIN,
      ['id', 'status', 'wallet_id', 'ccy_code', 'settles_on', 'completed_on'],
      true,
    ),
    ...valueIndexes('transaction', CHAIN, ['wallet_id', 'related_entity_id']),
    'DROP INDEX transaction_of_wallet',
  ],
  'searches need these columns and indexes',
);
