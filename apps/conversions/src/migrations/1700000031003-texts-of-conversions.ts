import { addTexts } from '@corridor/event-store';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Searches for parts of the texts of conversions. */
export class TextsOfConversions1700000031003 implements MigrationInterface {
  readonly name = 'TextsOfConversions1700000031003';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('searches need these texts');
  }
}

const statements = addTexts('conversion', 'conversion_text', {
  reference: 'reference',
  metadata: 'metadata',
});
