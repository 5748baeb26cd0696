import { searchColumns, searchIndexes } from '@corridor/event-store';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What conversions are searched by. */
export class SearchedConversions1700000010003 implements MigrationInterface {
  readonly name = 'SearchedConversions1700000010003';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('what searches rely on is not taken back');
  }
}

const statements = [
  searchColumns('conversion', {
    status: 'status',
    buy_ccy_code: 'buyAmount.ccyCode',
    sell_ccy_code: 'sellAmount.ccyCode',
    value_date: 'valueDate',
    linked_payment_instruction_id: 'linkedPaymentInstructionId',
  }),
  ...searchIndexes(
    'conversion',
    'created_on DESC, id DESC',
    ['status', 'buy_ccy_code', 'sell_ccy_code', 'value_date'],
    ['linked_payment_instruction_id'],
  ),
];
