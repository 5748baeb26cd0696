import { fieldIndexes } from '@corridor/event-store';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Ranges and sorts of instructions, payments and beneficiaries by amount and last update. */
export class SortedPayments1700000032004 implements MigrationInterface {
  readonly name = 'SortedPayments1700000032004';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'DROP INDEX payment_instruction_by_amount, payment_instruction_by_updated_on, payment_by_amount, payment_by_updated_on, beneficiary_by_updated_on',
    );
  }
}

const statements = [
  ...fieldIndexes('payment_instruction', {
    amount: ['amount', 'numbers'],
    updated_on: ['auditHistory.updated.on', 'text'],
  }),
  ...fieldIndexes('payment', {
    amount: ['amount.value', 'numbers'],
    updated_on: ['auditHistory.updated.on', 'text'],
  }),
  ...fieldIndexes('beneficiary', { updated_on: ['auditHistory.updated.on', 'text'] }),
];
