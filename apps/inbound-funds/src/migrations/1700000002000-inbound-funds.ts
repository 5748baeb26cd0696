import { createReadModel } from '@corridor/event-store';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class InboundFunds1700000002000 implements MigrationInterface {
  readonly name = 'InboundFunds1700000002000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('inbound funds are never dropped');
  }
}

const statements = [
  ...createReadModel('inbound_funds'),
  // No two wallets of a currency share an account number: money never reaches another client's wallet.
  `CREATE TABLE receiving_account (
    wallet_id      text PRIMARY KEY,
    client_id      text NOT NULL,
    ccy_code       text NOT NULL,
    routing_code   text NOT NULL,
    account_number text NOT NULL,
    iban           text,
    UNIQUE (client_id, ccy_code),
    UNIQUE (ccy_code, routing_code, account_number)
  )`,
];
