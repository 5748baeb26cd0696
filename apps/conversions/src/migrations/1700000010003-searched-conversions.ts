import { orderIndex, searchColumns, valueIndexes } from '@corridor/event-store';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Columns and indexes for searches of conversions. */
export class SearchedConversions1700000010003 implements MigrationInterface {
  readonly name = 'SearchedConversions1700000010003';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('searches need these columns and indexes');
  }
}

const NEWEST_FIRST = 'created_on DESC, id DESC';

const statements = [
  searchColumns('conversion', {
    status: 'status',
    buy_ccy_code: 'buyAmount.ccyCode',
    sell_ccy_code: 'sellAmount.ccyCode',
    value_date: 'valueDate',
    linked_payment_instruction_id: 'linkedPaymentInstructionId',
  }),
  ...orderIndex('conversion', 'conversion_newest', NEWEST_FIRST, [
    'status',
    'buy_ccy_code',
    'sell_ccy_code',
    'value_date',
  ]),
  ...valueIndexes('conversion', NEWEST_FIRST, ['status', 'value_date'], ['linked_payment_instruction_id']),
];
