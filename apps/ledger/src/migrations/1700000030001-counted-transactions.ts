import { addCounters, valueIndexes } from '@corridor/event-store';
import { daysOf } from '@corridor/search';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Exact totals, and pages from indexes alone, of searches of transactions. */
export class CountedTransactions1700000030001 implements MigrationInterface {
  readonly name = 'CountedTransactions1700000030001';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('searches need these counters and indexes');
  }
}

const statements = [
  ...valueIndexes(
    'transaction',
    'sort_date DESC, sort_priority DESC',
    ['wallet_id'],
    [],
    ['id', 'status', 'ccy_code', 'settles_on', 'completed_on'],
  ),
  ...addCounters(
    'transaction',
    [
      { table: 'transaction_count', columns: ['wallet_id', 'status', 'ccy_code'] },
      { table: 'transaction_count_by_day', columns: ['wallet_id', 'status'], span: daysOf('sort_date') },
    ],
    true,
  ),
];
