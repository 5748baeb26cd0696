import { addTexts } from '@corridor/event-store';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Searches for parts of the texts of transactions. */
export class TextsOfTransactions1700000031001 implements MigrationInterface {
  readonly name = 'TextsOfTransactions1700000031001';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('searches need these texts');
  }
}

const statements = addTexts(
  'transaction',
  'transaction_text',
  {
    reason: 'reason',
    reference: 'relatedEntity.reference',
    details_description: 'relatedEntity.details.description',
  },
  true,
);
