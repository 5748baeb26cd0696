import {
  createReadModel,
  migrationOf,
  orderIndex,
  searchColumns,
  valueIndexes,
  writtenColumns,
} from '@corridor/event-store';

const NEWEST_FIRST = 'created_on DESC, id DESC';
const fields = {
  status: 'status',
  bank_reference: 'bankReference',
  account_number: 'accountNumber',
  of_client: 'client.id',
  ccy_code: 'amount.ccyCode',
  value_date: 'valueDate',
};

/** Credits of the bank, and the wallets of all account numbers. */
export const BankCredits1700000180002 = migrationOf(
  'BankCredits1700000180002',
  [
    ...createReadModel('bank_credit'),
    searchColumns('bank_credit', fields),
    ...orderIndex('bank_credit', 'bank_credit_newest', NEWEST_FIRST, ['status']),
    ...valueIndexes(
      'bank_credit',
      NEWEST_FIRST,
      ['status', 'bank_reference', 'account_number', 'ccy_code', 'value_date'],
      ['of_client'],
    ),
    ...writtenColumns('bank_credit', fields),
    `CREATE TABLE account_owner (
      account_number text NOT NULL,
      ccy_code       text NOT NULL,
      wallet_id      text NOT NULL,
      client_id      text NOT NULL,
      client_name    text NOT NULL,
      PRIMARY KEY (account_number, ccy_code, wallet_id)
    )`,
    `CREATE INDEX account_owner_wallet ON account_owner (wallet_id)`,
    `CREATE INDEX account_owner_client ON account_owner (client_id, ccy_code)`,
    // The accounts that were issued before.
    `INSERT INTO account_owner (account_number, ccy_code, wallet_id, client_id, client_name)
     SELECT account ->> 'accountNumber', data ->> 'ccyCode', data ->> 'walletId',
       caller -> 'client' ->> 'id', caller -> 'client' ->> 'name'
     FROM events, json_array_elements(data -> 'collectionAccounts') AS account
     WHERE type = 'issued'
     ON CONFLICT DO NOTHING`,
  ],
  'credits are never dropped',
);
