import { fieldIndexes } from '@corridor/event-store';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Ranges and sorts of transactions by amount. */
export class SortedTransactions1700000032001 implements MigrationInterface {
  readonly name = 'SortedTransactions1700000032001';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX transaction_by_amount');
  }
}

const statements = fieldIndexes('transaction', { amount: ['amount.value', 'numbers'] });
