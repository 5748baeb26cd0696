import { valueIndexes } from '@corridor/event-store';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Pages from indexes alone, of searches of inbound funds. The counters that it also added have been replaced since. */
export class CountedInboundFunds1700000030002 implements MigrationInterface {
  readonly name = 'CountedInboundFunds1700000030002';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('searches need these indexes');
  }
}

const statements = [
  ...valueIndexes(
    'inbound_funds',
    'id DESC',
    ['status', 'credits_on'],
    [],
    ['status', 'ccy_code', 'credits_on'],
  ),
];
