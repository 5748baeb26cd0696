import { addCounters, valueIndexes } from '@corridor/event-store';
import { daysOf } from '@corridor/search';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A column of amounts, and counters that lock nothing, of transactions. */
export class CountedChangesOfTransactions1700000033001 implements MigrationInterface {
  readonly name = 'CountedChangesOfTransactions1700000033001';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('searches need this column and these counters');
  }
}

const statements = [
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
];
