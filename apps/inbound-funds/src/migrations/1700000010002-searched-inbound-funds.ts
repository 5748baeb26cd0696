import { orderIndex, searchColumns, valueIndexes } from '@corridor/event-store';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Columns and indexes for searches of inbound funds; ids increase with time. */
export class SearchedInboundFunds1700000010002 implements MigrationInterface {
  readonly name = 'SearchedInboundFunds1700000010002';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('searches need these columns and indexes');
  }
}

const statements = [
  searchColumns('inbound_funds', {
    status: 'status',
    ccy_code: 'amount.ccyCode',
    credits_on: 'creditsOn',
  }),
  'DROP INDEX inbound_funds_newest',
  ...orderIndex('inbound_funds', 'inbound_funds_in_order', 'id DESC', ['status', 'ccy_code', 'credits_on']),
  ...valueIndexes('inbound_funds', 'id DESC', ['status', 'credits_on']),
];
