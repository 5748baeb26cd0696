import { addCounters, migrationOf, valueIndexes } from '@corridor/event-store';
import { daysOf } from '@corridor/search';

/** A column of amounts, and counters that lock nothing, of transactions. */
export const CountedChangesOfTransactions1700000033001 = migrationOf(
  'CountedChangesOfTransactions1700000033001',
  [
    `ALTER TABLE transaction ADD amount numeric GENERATED ALWAYS AS ((data #>> '{amount,value}')::numeric) STORED`,
    ...valueIndexes('transaction', 'id', ['amount'], [], ['sort_date', 'sort_priority']),
    ...addCounters(
      'transaction',
      [
        { table: 'transaction_count', columns: ['wallet_id', 'status', 'ccy_code'] },
        { table: 'transaction_count_by_day', columns: ['wallet_id', 'status'], span: daysOf('sort_date') },
      ],
      true,
    ),
  ],
  'searches need this column and these counters',
);
