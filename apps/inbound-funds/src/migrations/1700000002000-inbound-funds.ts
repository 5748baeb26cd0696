import { createReadModel, migrationOf } from '@corridor/event-store';

export const InboundFunds1700000002000 = migrationOf(
  'InboundFunds1700000002000',
  [
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
  ],
  'inbound funds are never dropped',
);
