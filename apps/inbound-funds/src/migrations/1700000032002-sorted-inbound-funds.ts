import { fieldIndexes } from '@corridor/event-store';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Ranges and sorts of inbound funds by amount. */
export class SortedInboundFunds1700000032002 implements MigrationInterface {
  readonly name = 'SortedInboundFunds1700000032002';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX inbound_funds_by_amount');
  }
}

const statements = fieldIndexes('inbound_funds', { amount: ['amount.value', 'numbers'] });
