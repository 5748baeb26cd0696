import { addCounters, valueIndexes } from '@corridor/event-store';
import { daysOf } from '@corridor/search';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Exact totals, and pages from indexes alone, of searches of conversions. */
export class CountedConversions1700000030003 implements MigrationInterface {
  readonly name = 'CountedConversions1700000030003';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('searches need these counters and indexes');
  }
}

const statements = [
  ...valueIndexes(
    'conversion',
    'created_on DESC, id DESC',
    ['status', 'value_date'],
    [],
    ['status', 'buy_ccy_code', 'sell_ccy_code', 'value_date'],
  ),
  ...addCounters('conversion', [
    { table: 'conversion_count', columns: ['status', 'buy_ccy_code', 'sell_ccy_code'] },
    { table: 'conversion_count_by_day', columns: ['status'], span: daysOf('created_on') },
  ]),
];
