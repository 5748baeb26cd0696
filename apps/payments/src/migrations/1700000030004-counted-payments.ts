import { valueIndexes } from '@corridor/event-store';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Pages from indexes alone, of searches of instructions and payments. The counters that it also added have been replaced since. */
export class CountedPayments1700000030004 implements MigrationInterface {
  readonly name = 'CountedPayments1700000030004';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('searches need these indexes');
  }
}

const NEWEST_FIRST = 'created_on DESC, id DESC';

const statements = [
  ...valueIndexes(
    'payment_instruction',
    NEWEST_FIRST,
    ['status', 'payment_date', 'beneficiary_id'],
    [],
    ['status', 'sell_ccy_code', 'buy_ccy_code', 'payment_date'],
  ),
  ...valueIndexes(
    'payment',
    NEWEST_FIRST,
    ['status', 'payment_date', 'beneficiary_id'],
    [],
    ['status', 'ccy_code', 'payment_date'],
  ),
];
