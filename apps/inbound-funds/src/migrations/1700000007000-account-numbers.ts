import { migrationOf } from '@corridor/event-store';

export const AccountNumbers1700000007000 = migrationOf(
  'AccountNumbers1700000007000',
  [
    // The owner of each number, for all currencies: a client (the international one) or a wallet (a local one).
    `CREATE TABLE account_number (
    routing_code   text NOT NULL,
    account_number text NOT NULL,
    owner          text NOT NULL,
    PRIMARY KEY (routing_code, account_number)
  )`,
    // Numbers issued before, oldest first. Accounts in pounds are part of the international IBAN with their number.
    `INSERT INTO account_number (routing_code, account_number, owner)
   SELECT account ->> 'routingCode', account ->> 'accountNumber',
     CASE account ->> 'paymentType' WHEN 'PRIORITY' THEN caller -> 'client' ->> 'id' ELSE data ->> 'walletId' END
   FROM events, json_array_elements(data -> 'collectionAccounts') AS account
   WHERE type = 'issued' AND account ->> 'routingCodeType' IS DISTINCT FROM 'SORT_CODE'
   ORDER BY position
   ON CONFLICT DO NOTHING`,
  ],
  'account numbers are never reassigned',
);
