import type { CollectionAccountResource, MessageType, Messages, TransferRequest } from '@corridor/contracts';
import { EventStore, ReadModels } from '@corridor/event-store';
import { configureHttp, Door, HttpAdapter } from '@corridor/http';
import { type Caller, Clock, decodeJson, money } from '@corridor/kernel';
import type { Delivered } from '@corridor/messaging';
import { Ids, type OpenDatabase } from '@corridor/platform';
import { openTestDatabase, TestClock, testCaller } from '@corridor/testing';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Reactions } from './reactions.js';
import { service } from './service.js';
import { TransactionController } from './transaction/transaction.controller.js';
import { WalletController } from './wallet/wallet.controller.js';

const clock = new TestClock();
const permissions = ['wallets:read', 'wallets:write', 'transactions:read'];
const clients = new Map<string, Caller>();

let db: OpenDatabase;
let app: NestFastifyApplication;
let reactions: Reactions;
let number = 0;

beforeAll(async () => {
  db = await openTestDatabase(service.migrations);
  const store = new EventStore(service.name, db.database, service.registrations, clock);
  const door: Door = { admit: async ({ headers }) => clients.get(String(headers['x-client'])) as Caller };
  @Module({
    controllers: [WalletController, TransactionController, Reactions],
    providers: [
      { provide: Clock, useValue: clock },
      { provide: Ids, useValue: new Ids(clock) },
      { provide: Door, useValue: door },
      { provide: EventStore, useValue: store },
      { provide: ReadModels, useValue: new ReadModels(db.database, clock) },
    ],
  })
  class TestModule {}
  app = await NestFactory.create<NestFastifyApplication>(TestModule, new HttpAdapter(), { logger: false });
  await configureHttp(app, { rateLimit: null }).init();
  reactions = app.get(Reactions);
});
afterAll(async () => {
  await app.close();
  await db.close();
});

function newClient(): Caller {
  const id = `cli_${++number}`;
  const caller = { ...testCaller, client: { id, name: `Client ${number}` }, permissions };
  clients.set(id, caller);
  return caller;
}

async function send(
  caller: Caller,
  method: 'GET' | 'POST' | 'PUT',
  url: string,
  body?: object,
  key = `key ${++number}`,
) {
  const headers = { 'x-client': caller.client.id, 'x-idempotency-key': key };
  const response = await app.inject({ method, url: `/v1/${url}`, headers, ...(body && { payload: body }) });
  return {
    status: response.statusCode,
    replayed: response.headers['idempotent-replayed'],
    ...response.json(),
  };
}
const get = (caller: Caller, url: string) => send(caller, 'GET', url);

const delivered = <Type extends MessageType>(caller: Caller, data: Messages[Type]) =>
  ({ data, caller }) as unknown as Delivered<Type>;

async function published({ client }: Caller) {
  const rows = await db.database.query<{ message: string }>(
    'SELECT message::text FROM events WHERE stream_id = $1 AND message IS NOT NULL ORDER BY version',
    [client.id],
  );
  return rows.map(({ message }) => decodeJson<{ type: MessageType; data: never }>(message));
}

const collectionAccounts = [
  { id: 'ca_1', ccyCode: 'GBP', accountNumber: '12345678' } as CollectionAccountResource,
];

/** Does what inbound-funds does: answers the opened wallet with its accounts. */
async function issueAccounts(caller: Caller, ccyCode: string) {
  for (;;) {
    const opened = (await published(caller)).find(
      ({ type, data }) =>
        type === 'ledger.wallet_opened' && (data as { ccyCode: string }).ccyCode === ccyCode,
    );
    if (!opened) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      continue;
    }
    const { walletId } = opened.data as Messages['ledger.wallet_opened'];
    return reactions.onCollectionAccountsIssued(
      delivered<'inbound_funds.collection_accounts_issued'>(caller, {
        walletId,
        ccyCode,
        collectionAccounts,
      }),
    );
  }
}

async function open(caller: Caller, ccyCode: string, key?: string) {
  const [answer] = await Promise.all([
    send(caller, 'POST', 'wallets', { ccyCode }, key),
    issueAccounts(caller, ccyCode),
  ]);
  return answer;
}

const transfer = (caller: Caller, wallet: bigint, more: Partial<TransferRequest> = {}) => {
  const transferId = `if_${++number}`;
  return reactions.onTransferRequested(
    delivered<'ledger.transfer_requested'>(caller, {
      transferId,
      action: 'FUNDING',
      reason: 'Invoice 7',
      relatedEntity: {
        id: transferId,
        type: 'INBOUND_FUNDS',
        reference: 'IF-1',
        details: { description: 'in' },
      },
      entries: [
        { account: 'settlement', amount: money('GBP', -wallet) },
        { account: 'wallet', amount: money('GBP', wallet) },
      ],
      ...more,
    }),
  );
};

describe('a wallet', () => {
  it('is opened with empty collection accounts, which stand in the next view', async () => {
    const caller = newClient();
    const { status, data } = await open(caller, 'GBP');
    expect(status).toBe(200);
    expect(data).toEqual({
      id: expect.stringMatching(/^wal_[0-9A-Z]{26}$/),
      client: caller.client,
      ccyCode: 'GBP',
      balance: { ccyCode: 'GBP', value: 0 },
      pendingBalance: { ccyCode: 'GBP', value: 0 },
      isFavourite: false,
      collectionAccounts: [],
      linkedFundingAccounts: [],
    });
    expect((await get(caller, 'wallets/GBP')).data).toEqual({ ...data, collectionAccounts });
    expect(await get(caller, `wallets/${data.id}`)).toEqual(await get(caller, 'wallets/GBP'));
  });

  it('exists once per currency, and the same request opens it once', async () => {
    const caller = newClient();
    const first = await open(caller, 'GBP', 'the key');
    expect(await send(caller, 'POST', 'wallets', { ccyCode: 'GBP' }, 'the key')).toEqual({
      ...first,
      replayed: 'true',
    });
    expect(await send(caller, 'POST', 'wallets', { ccyCode: 'GBP' })).toMatchObject({
      status: 409,
      code: 'wallet_exists',
    });
    expect((await get(caller, 'wallets')).meta.totalCount).toBe(1);
  });

  it('is told as open when its collection accounts are late', async () => {
    const caller = newClient();
    const { status, data } = await send(caller, 'POST', 'wallets', { ccyCode: 'JPY' });
    expect([status, data.ccyCode]).toEqual([200, 'JPY']);
    expect((await get(caller, 'wallets/JPY')).data).toEqual(data);
  });

  it.each([
    [{}, '#/ccyCode'],
    [{ ccyCode: 'gbp' }, '#/ccyCode'],
    [{ ccyCode: 'XYZ' }, '#/ccyCode'],
    [{ ccyCode: 'GBP', name: 'mine' }, '#/name'],
  ])('is not opened by %j', async (body, pointer) => {
    const { status, errors } = await send(newClient(), 'POST', 'wallets', body);
    expect(status).toBe(400);
    expect(errors).toMatchObject([{ pointer }]);
  });

  it('can be a favourite', async () => {
    const caller = newClient();
    const { id } = (await open(caller, 'GBP')).data;
    for (const isFavourite of [true, true, false]) {
      const answer = await send(caller, 'PUT', `wallets/${id}/settings`, { isFavourite });
      expect(answer.data).toMatchObject({ id, isFavourite, collectionAccounts });
      expect((await get(caller, 'wallets/GBP')).data).toEqual(answer.data);
    }
    expect((await send(caller, 'PUT', `wallets/${id}/settings`, {})).status).toBe(400);
    expect((await send(caller, 'PUT', `wallets/GBP/settings`, { isFavourite: true })).status).toBe(404);
    expect((await send(newClient(), 'PUT', `wallets/${id}/settings`, { isFavourite: true })).status).toBe(
      404,
    );
  });

  it("is nobody else's", async () => {
    const [caller, stranger] = [newClient(), newClient()];
    const { id } = (await open(caller, 'GBP')).data;
    for (const url of [`wallets/${id}`, 'wallets/GBP', `wallets/${id}/transactions`, 'wallets/EUR'])
      expect((await get(stranger, url)).status).toBe(404);
    expect((await get(stranger, 'wallets')).data).toEqual([]);
  });

  it('is a summary in a list', async () => {
    const caller = newClient();
    const { id } = (await open(caller, 'GBP')).data;
    expect((await get(caller, 'wallets')).data).toEqual([
      {
        id,
        ccyCode: 'GBP',
        balance: { ccyCode: 'GBP', value: 0 },
        pendingBalance: { ccyCode: 'GBP', value: 0 },
        isFavourite: false,
        collectionAccounts: [{ id: 'ca_1', ccyCode: 'GBP' }],
      },
    ]);
  });
});

describe('a transfer', () => {
  it('moves the wallet, shows a transaction and tells the others', async () => {
    const caller = newClient();
    const { id } = (await open(caller, 'GBP')).data;
    await transfer(caller, 100_00n, { transferId: 'if_told' });
    expect((await get(caller, 'wallets/GBP')).data.balance).toEqual({ ccyCode: 'GBP', value: 100 });
    const { data } = await get(caller, 'transactions');
    expect(data).toMatchObject([
      {
        wallet: { id, ccyCode: 'GBP' },
        signedAmount: { value: 100 },
        direction: 'CREDIT',
        reason: 'Invoice 7',
        sortPriority: 1,
      },
    ]);
    expect((await published(caller)).slice(1)).toEqual([
      expect.objectContaining({ type: 'transaction.completed', data: { resource: data[0] } }),
      expect.objectContaining({
        type: 'ledger.transfer_posted',
        data: { transferId: 'if_told', relatedEntity: data[0].relatedEntity },
      }),
    ]);
  });

  it('without funds is declined, and changes nothing', async () => {
    const caller = newClient();
    await open(caller, 'GBP');
    const before = await get(caller, 'wallets/GBP');
    await transfer(caller, -1n, { transferId: 'pmt_1' });
    expect(await get(caller, 'wallets/GBP')).toEqual(before);
    expect((await get(caller, 'transactions')).data).toEqual([]);
    expect((await published(caller)).at(-1)).toMatchObject({
      type: 'ledger.transfer_declined',
      data: { transferId: 'pmt_1', reason: 'insufficient_funds' },
    });
  });

  it('of two wallets shows each its own rows, newest first', async () => {
    const caller = newClient();
    await transfer(caller, 500n);
    await transfer(caller, 200n, {
      entries: [
        { account: 'wallet', amount: money('GBP', -200n) },
        { account: 'fx_position', amount: money('GBP', 200n) },
        { account: 'fx_position', amount: money('JPY', -400n) },
        { account: 'wallet', amount: money('JPY', 400n) },
      ],
    });
    const seen = async (url: string) =>
      (await get(caller, url)).data.map(
        (row: { signedAmount: { ccyCode: string; value: number }; balance: { value: number } }) =>
          `${row.signedAmount.ccyCode} ${row.signedAmount.value} ${row.balance.value}`,
      );
    expect(await seen('wallets/GBP/transactions')).toEqual(['GBP -2 3', 'GBP 5 5']);
    expect(await seen('wallets/JPY/transactions')).toEqual(['JPY 400 400']);
    expect(await seen('transactions')).toEqual(['JPY 400 400', 'GBP -2 3', 'GBP 5 5']);
    expect(await seen('transactions?offset=1&limit=1')).toEqual(['GBP -2 3']);
    expect((await get(caller, 'transactions')).meta.sortBy).toEqual(['sortDate:DESC', 'sortPriority:DESC']);
  });
});
