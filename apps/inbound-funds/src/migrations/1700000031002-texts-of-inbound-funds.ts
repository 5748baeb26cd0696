import { addTexts } from '@corridor/event-store';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Searches for parts of the texts of inbound funds. */
export class TextsOfInboundFunds1700000031002 implements MigrationInterface {
  readonly name = 'TextsOfInboundFunds1700000031002';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('searches need these texts');
  }
}

const statements = addTexts('inbound_funds', 'inbound_funds_text', {
  reference: 'reference',
  narrative: 'narrative',
  sender_name: 'sender.name',
});
