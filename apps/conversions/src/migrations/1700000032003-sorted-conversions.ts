import { fieldIndexes } from '@corridor/event-store';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Ranges and sorts of conversions by amount and last update. */
export class SortedConversions1700000032003 implements MigrationInterface {
  readonly name = 'SortedConversions1700000032003';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'DROP INDEX conversion_by_buy_amount, conversion_by_sell_amount, conversion_by_updated_on',
    );
  }
}

const statements = fieldIndexes('conversion', {
  buy_amount: ['buyAmount.value', 'numbers'],
  sell_amount: ['sellAmount.value', 'numbers'],
  updated_on: ['auditHistory.updated.on', 'text'],
});
