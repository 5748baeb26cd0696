import { migrationOf, valueIndexes } from '@corridor/event-store';

/** Pages from indexes alone, of searches of transactions. The counters that it also added have been replaced since. */
export const CountedTransactions1700000030001 = migrationOf(
  'CountedTransactions1700000030001',
  [
    ...valueIndexes(
      'transaction',
      'sort_date DESC, sort_priority DESC',
      ['wallet_id'],
      [],
      ['id', 'status', 'ccy_code', 'settles_on', 'completed_on'],
    ),
  ],
  'searches need these indexes',
);
