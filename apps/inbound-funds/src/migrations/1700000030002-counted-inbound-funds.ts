import { addCounters, valueIndexes } from '@corridor/event-store';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Exact totals, and pages from indexes alone, of searches of inbound funds; ids begin with the time. */
export class CountedInboundFunds1700000030002 implements MigrationInterface {
  readonly name = 'CountedInboundFunds1700000030002';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('searches need these counters and indexes');
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
  ...addCounters('inbound_funds', [
    { table: 'inbound_funds_count', columns: ['status', 'ccy_code'] },
    { table: 'inbound_funds_count_by_time', columns: ['status'], span: { column: 'id', length: 9 } },
  ]),
];
