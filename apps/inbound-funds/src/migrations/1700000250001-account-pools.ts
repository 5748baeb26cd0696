import {
  createReadModel,
  migrationOf,
  orderIndex,
  searchColumns,
  valueIndexes,
  writtenColumns,
} from '@corridor/event-store';

const NEWEST_FIRST = 'created_on DESC, id DESC';

function model(table: string, fields: Record<string, string>, sparse: readonly string[]): string[] {
  const columns = Object.keys(fields).filter((column) => !sparse.includes(column));
  return [
    ...createReadModel(table),
    searchColumns(table, fields),
    ...orderIndex(table, `${table}_newest`, NEWEST_FIRST, ['status']),
    ...valueIndexes(table, NEWEST_FIRST, columns, sparse),
    ...writtenColumns(table, fields),
  ];
}

/** Pools of virtual accounts, and the wallets that wait for one. */
export const AccountPools1700000250001 = migrationOf(
  'AccountPools1700000250001',
  [
    ...model(
      'pool_account',
      {
        status: 'status',
        ccy_code: 'ccyCode',
        iban: 'iban',
        account_number: 'accountNumber',
        of_client: 'client.id',
        wallet_id: 'walletId',
      },
      ['iban', 'account_number', 'of_client', 'wallet_id'],
    ),
    ...model(
      'account_request',
      { status: 'status', ccy_code: 'ccyCode', of_client: 'client.id', wallet_id: 'walletId' },
      [],
    ),
    ...createReadModel('pool_import'),
    `CREATE TABLE pool_account_number (
      number     text PRIMARY KEY,
      account_id text NOT NULL
    )`,
    `CREATE TABLE free_account (
      account_id text PRIMARY KEY,
      pool       text NOT NULL,
      place      bigint GENERATED ALWAYS AS IDENTITY
    )`,
    `CREATE INDEX free_account_pool ON free_account (pool, place)`,
  ],
  'accounts of clients are never dropped',
);
