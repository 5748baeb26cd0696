import { valueIndexes } from '@corridor/event-store';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Pages from indexes alone, of searches of transactions. The counters that it also added have been replaced since. */
export class CountedTransactions1700000030001 implements MigrationInterface {
  readonly name = 'CountedTransactions1700000030001';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('searches need these indexes');
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
];
