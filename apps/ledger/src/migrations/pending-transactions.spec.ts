import { randomBytes } from 'node:crypto';
import { EventStore, openDatabase } from '@corridor/event-store';
import { type Timestamp, encodeJson, money } from '@corridor/kernel';
import { messageRegistry } from '@corridor/services';
import { TestClock, testCaller } from '@corridor/testing';
import { type ClientLedger, clientLedger } from '../client-ledger/client-ledger.js';
import { CountedFunds } from '../client-ledger/counted-funds.js';
import { transfer } from '../client-ledger/transfer.js';
import { registration, service } from '../service.js';
import { PendingTransactions1700000080001 } from './1700000080001-pending-transactions.js';

const CLIENT = testCaller.client.id;
const NAME = `test-${randomBytes(6).toString('hex')}`;
const open = (migrations: typeof service.migrations) =>
  openDatabase(process.env['DATABASE_URL'] as string, { name: NAME, migrations });

const on = (second: number): Timestamp => `2026-05-05T12:00:0${second}.000`;
const idOf = (prefix: string, n: number) => `${prefix}_01K0000000000000000000000${n}`;
const yen = (minor: bigint) => money('JPY', minor);
const wallet = { walletId: idOf('wal', 1), ccyCode: 'JPY' };
const funds = (n: number) => ({ ...wallet, inboundFundsId: idOf('if', n) });

/** As the version before stored them: a credit, and three inbound funds of which one is rejected. */
const events = [
  { type: 'wallet_opened', ...wallet },
  {
    type: 'wallet_moved',
    transactionId: idOf('txn', 9),
    transferId: idOf('if', 9),
    walletId: wallet.walletId,
    amount: yen(7n),
    balance: yen(7n),
    sortDate: on(2),
    sortPriority: 1,
  },
  { type: 'funds_announced', ...funds(1), amount: yen(100n), pending: yen(100n) },
  { type: 'funds_announced', ...funds(2), amount: yen(20n), pending: yen(120n) },
  { type: 'funds_announced', ...funds(3), amount: yen(5n), pending: yen(125n) },
  { type: 'funds_cleared', ...funds(2), pending: yen(105n) },
];

test('funds that are pending before the upgrade are transactions after it, and completed when they are credited', async () => {
  const old = await open(service.migrations.filter((one) => one !== PendingTransactions1700000080001));
  for (const [n, { type, ...data }] of events.entries())
    await old.database.query(
      `INSERT INTO events (stream_id, version, type, schema_version, data, caller, occurred_on)
       VALUES ($1, $2, $3, 1, $4, $5, $6)`,
      [CLIENT, n + 1, type, encodeJson({ type, ...data }), encodeJson(testCaller), `${on(n + 1)}Z`],
    );
  await old.database.query(
    `INSERT INTO streams (stream_id, kind, version, state, state_version) VALUES ($1, 'books', $2, '{}', 5)`,
    [CLIENT, events.length],
  );
  await old.database.query(
    `INSERT INTO account (id, kind, ccy_code, client_id) VALUES ($1, 'wallet', 'JPY', $2)`,
    [wallet.walletId, CLIENT],
  );
  await old.database.query(
    `INSERT INTO wallet (id, client_id, created_on, data, ccy_code, balance_minor) VALUES ($1, $2, $3, $4, 'JPY', 7)`,
    [
      wallet.walletId,
      CLIENT,
      on(1),
      {
        ...{
          id: wallet.walletId,
          client: testCaller.client,
          ccyCode: 'JPY',
          balance: { ccyCode: 'JPY', value: 7 },
        },
        ...{ linkedFundingAccounts: [], collectionAccounts: [] },
      },
    ],
  );
  await old.database.query(
    `INSERT INTO transaction (id, client_id, created_on, data, sort_date, sort_priority) VALUES ($1, $2, $3, $4, $3, 1)`,
    [
      idOf('txn', 9),
      CLIENT,
      on(2),
      {
        ...{ id: idOf('txn', 9), status: 'COMPLETED', wallet: { id: wallet.walletId, ccyCode: 'JPY' } },
        ...{ amount: { ccyCode: 'JPY', value: 7 }, balance: { ccyCode: 'JPY', value: 7 } },
      },
    ],
  );
  await old.close();

  const { database, close } = await open(service.migrations);
  const rows = () =>
    database.query<{ data: Record<string, unknown> }>(
      `SELECT data FROM transaction ORDER BY sort_date, sort_priority`,
    );
  const pending = (n: number, value: number, second: number) => ({
    id: idOf('txn', n),
    client: testCaller.client,
    wallet: { id: wallet.walletId, ccyCode: 'JPY' },
    amount: { ccyCode: 'JPY', value },
    balance: { ccyCode: 'JPY', value: 7 },
    status: 'PENDING',
    createdOn: on(second),
    completedOn: null,
    relatedEntity: { id: idOf('if', n), type: 'INBOUND_FUNDS', reference: `IF-20260505-00000${n}` },
  });
  expect((await rows()).map(({ data }) => data)).toMatchObject([
    { id: idOf('txn', 9) },
    { ...pending(1, 100, 3), sortPriority: -2 },
    { ...pending(3, 5, 5), sortPriority: -1 },
  ]);

  const store = new EventStore('ledger', database, [registration], messageRegistry, new TestClock());
  const { counted } = await new CountedFunds(database).find(CLIENT, idOf('if', 1));
  const credit = {
    transferId: idOf('if', 1),
    action: 'FUNDING',
    reason: 'Invoice 7',
    relatedEntity: {
      ...{ id: idOf('if', 1), type: 'INBOUND_FUNDS', reference: 'IF-20260505-000001' },
      details: { description: 'Funds from Grace Ltd' },
    },
    entries: [
      { account: 'settlement', amount: yen(-100n) },
      { account: 'wallet', amount: yen(100n) },
    ],
    holdFor: null,
  } as const;
  await store.handle(
    clientLedger,
    CLIENT,
    (state: ClientLedger) =>
      transfer(state, { request: credit as never, counted, now: on(9), newId: (prefix) => `${prefix}_new` }),
    { caller: testCaller },
  );
  expect((await rows()).map(({ data }) => data)).toMatchObject([
    { id: idOf('txn', 9) },
    { id: idOf('txn', 3), status: 'PENDING' },
    { id: idOf('txn', 1), status: 'COMPLETED', balance: { value: 107 }, createdOn: on(3), sortPriority: 2 },
  ]);
  const counts = await database.query(
    `SELECT status, sum(records)::int AS records FROM transaction_count GROUP BY 1 ORDER BY 1`,
  );
  expect(counts).toEqual([
    { status: 'COMPLETED', records: 2 },
    { status: 'PENDING', records: 1 },
  ]);
  const texts = await database.query(`SELECT reason FROM transaction_text WHERE id = $1`, [idOf('txn', 1)]);
  expect(texts).toEqual([{ reason: 'INVOICE 7' }]);
  await close();
});
