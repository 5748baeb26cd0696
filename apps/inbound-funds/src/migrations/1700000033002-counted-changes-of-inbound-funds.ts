import { addCounters, valueIndexes, writtenColumns } from '@corridor/event-store';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Columns that are written with inbound funds, and counters that lock nothing. */
export class CountedChangesOfInboundFunds1700000033002 implements MigrationInterface {
  readonly name = 'CountedChangesOfInboundFunds1700000033002';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('searches need these columns and counters');
  }
}

const statements = [
  ...writtenColumns(
    'inbound_funds',
    { status: 'status', ccy_code: 'amount.ccyCode', credits_on: 'creditsOn', amount: 'amount.value' },
    ['amount'],
  ),
  ...valueIndexes('inbound_funds', 'id', ['amount']),
  ...addCounters('inbound_funds', [
    { table: 'inbound_funds_count', columns: ['status', 'ccy_code'] },
    { table: 'inbound_funds_count_by_time', columns: ['status'], span: { column: 'id', length: 9 } },
  ]),
];
