import { randomBytes } from 'node:crypto';
import { collectionAccountsOf1, collectionAccountsOf2 } from '@corridor/inbound-funds-contract';
import { openDatabase } from '@corridor/event-store';
import { schemaVersionOf, upcast } from '@corridor/kernel';
import { type ClientLedgerEvent, clientLedger } from './client-ledger/client-ledger.js';
import { LocalRouting1700000070001 } from './migrations/1700000070001-local-routing.js';
import { RetiredAccounts1700000320002 } from './migrations/1700000320002-retired-accounts.js';
import { service } from './service.js';
import { projectWallet } from './wallet/wallet.view.js';

const isOfAccounts = (one: unknown): boolean =>
  one === LocalRouting1700000070001 || one === RetiredAccounts1700000320002;

/** `routingCodeType` had the types of local routing, which are in `localRoutingCodeType` since. */
const TYPES = [
  ['SORT_CODE', 'SORT_CODE', 'SORT_CODE'],
  ['BIC_SWIFT', 'BIC_SWIFT', null],
  ['ABA', null, 'ABA'],
  ['CA_ROUTING', null, 'CA_ROUTING'],
] as const;

const ABA = 'he wrote "routingCodeType":"ABA"';
const account = { id: 'ca_1', accountHolderName: ABA, accountNumber: '1' };
const before = TYPES.map(([routingCodeType]) => ({ ...account, routingCodeType }));
const today = TYPES.map(([, routingCodeType, localRoutingCodeType]) => ({
  ...account,
  routingCodeType,
  localRoutingCodeType,
}));
const now = today.map((one) => ({ ...one, retiredOn: null }));
const amount = { ccyCode: 'USD', value: 1.5 };
const wallet = { id: 'wal_1', client: { id: 'cli_1', name: ABA }, ccyCode: 'USD', balance: amount };

test('stored events of the version before are read as those of today', () => {
  const stored = { type: 'collection_accounts_attached', walletId: 'wal_1', ccyCode: 'USD' };
  const read = upcast(clientLedger, { ...stored, collectionAccounts: before } as typeof stored, 1);
  expect(read).toEqual({ ...stored, collectionAccounts: now, revision: 1 });
  expect(schemaVersionOf(clientLedger, stored.type)).toBe(3);
});

test('accounts of today stay as they are', () => {
  expect(collectionAccountsOf1({ collectionAccounts: today })).toEqual({ collectionAccounts: today });
  expect(collectionAccountsOf2({ collectionAccounts: now })).toEqual({ collectionAccounts: now });
});

test('the migrations change the records of wallets, byte by byte nothing else', async () => {
  const name = `test-${randomBytes(6).toString('hex')}`;
  const open = (migrations: typeof service.migrations) =>
    openDatabase(process.env['DATABASE_URL'] as string, { name, migrations });
  const old = await open(service.migrations.filter((one) => !isOfAccounts(one)));
  const written = (id: string, collectionAccounts: readonly object[]) =>
    JSON.stringify({ ...wallet, id, collectionAccounts });
  const accounts = { wal_1: before, wal_2: [] };
  for (const [id, its] of Object.entries(accounts))
    await old.database.query(
      `INSERT INTO wallet (id, client_id, created_on, data, ccy_code, balance_minor) VALUES ($1, 'cli_1', '', $2, $1, 150)`,
      [id, written(id, its)],
    );
  await old.close();

  const { database, close } = await open(service.migrations);
  const rows = await database.query(`SELECT data::text FROM wallet ORDER BY id`);
  await close();
  expect(rows).toEqual([{ data: written('wal_1', now) }, { data: written('wal_2', []) }]);
});

test('a wallet that a replica of the version before has written is corrected by its next event', async () => {
  const writes: unknown[][] = [];
  const sql = { write: (_: string, values: unknown[]) => void writes.push(values) };
  const event: ClientLedgerEvent = {
    type: 'favourite_set',
    walletId: 'wal_1',
    ccyCode: 'USD',
    isFavourite: true,
  };
  const rows = new Map([['wal_1', { ...wallet, collectionAccounts: before }]]);
  await projectWallet(sql as never, [{ event, occurredOn: '' }] as never, rows as never);
  const [[, , , [data]]] = writes as [[unknown, unknown, unknown, [string]]];
  expect(JSON.parse(data)).toEqual({ ...wallet, isFavourite: true, collectionAccounts: now });
});
