import { addCounters, valueIndexes } from '@corridor/event-store';
import { daysOf } from '@corridor/search';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Exact totals, and pages from indexes alone, of searches of instructions, payments and beneficiaries. */
export class CountedPayments1700000030004 implements MigrationInterface {
  readonly name = 'CountedPayments1700000030004';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('searches need these counters and indexes');
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
  ...addCounters('payment_instruction', [
    { table: 'payment_instruction_count', columns: ['status', 'sell_ccy_code', 'buy_ccy_code'] },
    { table: 'payment_instruction_count_by_day', columns: ['status'], span: daysOf('created_on') },
  ]),
  ...valueIndexes(
    'payment',
    NEWEST_FIRST,
    ['status', 'payment_date', 'beneficiary_id'],
    [],
    ['status', 'ccy_code', 'payment_date'],
  ),
  ...addCounters('payment', [
    { table: 'payment_count', columns: ['status', 'ccy_code'] },
    { table: 'payment_count_by_day', columns: ['status'], span: daysOf('created_on') },
  ]),
  ...addCounters('beneficiary', [
    { table: 'beneficiary_count', columns: ['status'] },
    { table: 'beneficiary_count_by_day', columns: [], span: daysOf('created_on') },
  ]),
];
