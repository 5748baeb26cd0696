import { valueIndexes } from '@corridor/event-store';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Pages from indexes alone, of searches of conversions. The counters that it also added have been replaced since. */
export class CountedConversions1700000030003 implements MigrationInterface {
  readonly name = 'CountedConversions1700000030003';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('searches need these indexes');
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
];
