import { migrationOf } from '@corridor/event-store';

/** What payments may take from wallets although there are booked conversions, until it has left; and what waits for the end of a decline. */
export const GrantedCover1700000530071 = migrationOf(
  'GrantedCover1700000530071',
  [
    `CREATE TABLE granted_cover (
      payment_id text NOT NULL,
      action     text NOT NULL,
      cover_id   text,
      client_id  text NOT NULL,
      ccy_code   text NOT NULL,
      minor      numeric NOT NULL,
      PRIMARY KEY (payment_id, action)
    )`,
    `CREATE INDEX granted_cover_of_client ON granted_cover (client_id) INCLUDE (ccy_code, minor)`,
    `CREATE TABLE declined_cover (
      payment_id             text PRIMARY KEY,
      cover_id               text NOT NULL,
      payment_instruction_id text,
      client                 json NOT NULL,
      payouts                json NOT NULL
    )`,
  ],
  'payments are counted by it against booked conversions',
);
