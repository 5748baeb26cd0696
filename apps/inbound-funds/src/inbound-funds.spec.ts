import type { MessageType, Messages } from '@corridor/contracts';
import { Database, EventStore, ReadModels } from '@corridor/event-store';
import { configureHttp, Door, HttpAdapter } from '@corridor/http';
import { type Caller, Clock, decodeJson } from '@corridor/kernel';
import type { Delivered } from '@corridor/messaging';
import { Ids, type OpenDatabase } from '@corridor/platform';
import { openTestDatabase, TestClock, testCaller } from '@corridor/testing';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { InboundFundsController } from './inbound-funds/inbound-funds.controller.js';
import { Reactions } from './reactions.js';
import { service } from './service.js';
import { SimulatorsController, simulatorsIn } from './simulators.controller.js';

const clock = new TestClock();
const permissions = ['inbound-funds:read', 'simulators:execute'];
const caller: Caller = { ...testCaller, permissions };
const stranger: Caller = { ...caller, client: { id: 'cli_stranger', name: 'Stranger' } };

let db: OpenDatabase;
let app: NestFastifyApplication;
let reactions: Reactions;
let number = 0;

beforeAll(async () => {
  db = await openTestDatabase(service.migrations);
  const store = new EventStore(service.name, db.database, service.registrations, clock);
  const door: Door = { admit: async ({ headers }) => (headers['x-stranger'] ? stranger : caller) };
  @Module({
    controllers: [InboundFundsController, SimulatorsController, Reactions],
    providers: [
      { provide: Clock, useValue: clock },
      { provide: Ids, useValue: new Ids(clock) },
      { provide: Door, useValue: door },
      { provide: Database, useValue: db.database },
      { provide: EventStore, useValue: store },
      { provide: ReadModels, useValue: new ReadModels(db.database, clock) },
    ],
  })
  class TestModule {}
  app = await NestFactory.create<NestFastifyApplication>(TestModule, new HttpAdapter(), { logger: false });
  await configureHttp(app, { rateLimit: null }).init();
  reactions = app.get(Reactions);
  for (const ccyCode of ['GBP', 'USD', 'JPY']) await openWallet(`wal_${ccyCode}`, ccyCode);
});
afterAll(async () => {
  await app.close();
  await db.close();
});

const delivered = <Type extends MessageType>(data: Messages[Type]) =>
  ({ data, caller, occurredOn: '2026-11-21T09:30:00.000' }) as unknown as Delivered<Type>;

const openWallet = (walletId: string, ccyCode: string) =>
  reactions.onWalletOpened(delivered<'ledger.wallet_opened'>({ walletId, client: caller.client, ccyCode }));

async function send(
  method: 'GET' | 'POST',
  url: string,
  body?: object,
  headers: Record<string, string> = {},
) {
  const response = await app.inject({
    method,
    url: `/v1/${url}`,
    headers: { 'x-idempotency-key': `key ${++number}`, ...headers },
    ...(body && { payload: body }),
  });
  return {
    status: response.statusCode,
    replayed: response.headers['idempotent-replayed'],
    ...response.json(),
  };
}

const simulate = (body: object, headers?: Record<string, string>) =>
  send('POST', 'simulators/inbound-funds/credit', body, headers);

async function published(streamId: string) {
  const rows = await db.database.query<{ message: string }>(
    'SELECT message::text FROM events WHERE stream_id = $1 ORDER BY version',
    [streamId],
  );
  return rows.map(({ message }) => decodeJson<{ type: MessageType; data: never }>(message));
}

const relatedEntity = { id: '', type: 'INBOUND_FUNDS', reference: '', details: { description: '' } } as const;

/** Does what the ledger does with the next transfer that it is asked for. */
async function ledger(answer: 'posts' | 'declines') {
  const asked = async () =>
    db.database.query<{ id: string }>(
      `SELECT stream_id AS id FROM streams WHERE state ->> 'isCrediting' = 'true' LIMIT 1`,
    );
  let [found] = await asked();
  for (; !found; [found] = await asked()) await new Promise((resolve) => setTimeout(resolve, 5));
  const transferId = found.id;
  return answer === 'posts'
    ? reactions.onTransferPosted(delivered<'ledger.transfer_posted'>({ transferId, relatedEntity }))
    : reactions.onTransferDeclined(
        delivered<'ledger.transfer_declined'>({ transferId, relatedEntity, reason: 'insufficient_funds' }),
      );
}

const credited = async (body: object, headers?: Record<string, string>) =>
  (await Promise.all([simulate(body, headers), ledger('posts')]))[0];

describe('an opened wallet', () => {
  it('gets its collection accounts once', async () => {
    await openWallet('wal_GBP', 'GBP');
    const messages = await published('wal_GBP');
    expect(messages).toMatchObject([
      {
        type: 'inbound_funds.collection_accounts_issued',
        data: { walletId: 'wal_GBP', ccyCode: 'GBP', collectionAccounts: [{}, {}] },
      },
    ]);
  });
});

describe('the credit simulator', () => {
  it('answers when the ledger has posted', async () => {
    const { status, data } = await credited({
      ccyCode: 'GBP',
      amount: 125.5,
      narrative: 'Invoice 7',
      sender: { name: 'Grace Ltd', countryCode: 'GB', accountNumber: '11112222', routingCode: '010004' },
    });
    expect(status).toBe(200);
    const on = '2026-11-21T09:30:00.123';
    expect(data).toEqual({
      id: expect.stringMatching(/^if_[0-9A-Z]{26}$/),
      reference: `IF-20261121-${data.id.slice(-6)}`,
      client: caller.client,
      amount: { ccyCode: 'GBP', value: 125.5 },
      narrative: 'Invoice 7',
      creditsOn: '2026-11-21',
      sender: {
        raw: null,
        name: 'Grace Ltd',
        address: null,
        countryCode: 'GB',
        accountNumber: '11112222',
        bicSwiftCode: null,
        routingCode: '010004',
      },
      receivingAccountNumber: expect.stringMatching(/^\d{8}$/),
      receivingAccountIban: expect.stringMatching(/^GB\d\dCRDR/),
      status: 'CREDITED',
      statusHistory: [
        { status: 'PENDING', statusReason: null, occurredOn: on },
        { status: 'CREDITED', statusReason: null, occurredOn: on },
      ],
    });
    expect((await send('GET', `inbound-funds/${data.id}`)).data).toEqual(data);
    expect((await published(data.id)).map(({ type }) => type)).toEqual([
      'inbound_funds.pending',
      'ledger.transfer_requested',
      'inbound_funds.credited',
    ]);
  });

  it('credits once for one key', async () => {
    const body = { ccyCode: 'JPY', amount: 500 };
    const first = await credited(body, { 'x-idempotency-key': 'once' });
    const again = await simulate(body, { 'x-idempotency-key': 'once' });
    expect(again).toEqual({ ...first, replayed: 'true' });
  });

  it('leaves unknown details null', async () => {
    const { data } = await credited({ ccyCode: 'USD', amount: 1 });
    expect(data).toMatchObject({ narrative: null, receivingAccountIban: null });
    expect(new Set(Object.values(data.sender))).toEqual(new Set([null]));
  });

  it('can leave the funds pending, to be credited or rejected later', async () => {
    for (const [step, status] of [
      ['credit', 'CREDITED'],
      ['reject', 'REJECTED'],
    ]) {
      const { data } = await simulate({ ccyCode: 'GBP', amount: 1, outcome: 'PENDING' });
      expect(data.status).toBe('PENDING');
      const url = `simulators/inbound-funds/${data.id}/${step}`;
      expect((await send('POST', url, undefined, { 'x-stranger': 'yes' })).status).toBe(404);
      const [answer] = await Promise.all([send('POST', url), step === 'credit' && ledger('posts')]);
      expect(answer.data).toMatchObject({ id: data.id, status });
      expect(await send('POST', url)).toMatchObject({ status: 409, code: 'illegal_transition' });
    }
  });

  it('can reject the funds, and so can the ledger', async () => {
    const rejected = await simulate({ ccyCode: 'GBP', amount: 1, outcome: 'REJECT' });
    expect(rejected.data).toMatchObject({
      status: 'REJECTED',
      statusHistory: [{ status: 'PENDING' }, { statusReason: 'Rejected by the simulator' }],
    });
    const [declined] = await Promise.all([simulate({ ccyCode: 'GBP', amount: 1 }), ledger('declines')]);
    expect(declined.data.status).toBe('REJECTED');
  });

  it('knows no wallet of another client, or in another currency', async () => {
    expect((await simulate({ ccyCode: 'EUR', amount: 1 })).status).toBe(404);
    expect((await simulate({ ccyCode: 'GBP', amount: 1 }, { 'x-stranger': 'yes' })).status).toBe(404);
  });

  it.each([
    [{ amount: 1 }, '#/ccyCode'],
    [{ ccyCode: 'GBP' }, '#/amount'],
    [{ ccyCode: 'GBP', amount: 0 }, '#/amount'],
    [{ ccyCode: 'GBP', amount: '1' }, '#/amount'],
    [{ ccyCode: 'GBP', amount: 1.001 }, '#/amount'],
    [{ ccyCode: 'JPY', amount: 0.5 }, '#/amount'],
    [{ ccyCode: 'GBP', amount: 1e12 }, '#/amount'],
    [{ ccyCode: 'GBP', amount: 1, outcome: 'LATER' }, '#/outcome'],
    [{ ccyCode: 'GBP', amount: 1, sender: 'Grace' }, '#/sender'],
    [{ ccyCode: 'GBP', amount: 1, sender: { countryCode: 'UK' } }, '#/sender/countryCode'],
    [{ ccyCode: 'GBP', amount: 1, sender: { raw: 'x' } }, '#/sender/raw'],
    [{ ccyCode: 'GBP', amount: 1, narrative: 'x'.repeat(513) }, '#/narrative'],
  ])('refuses %j', async (body, pointer) => {
    const { status, errors } = await simulate(body);
    expect(status).toBe(400);
    expect(errors).toMatchObject([{ pointer }]);
  });
});

it('has no simulators in PRODUCTION', () => {
  expect(simulatorsIn('PRODUCTION')).toEqual([]);
  expect(simulatorsIn('SANDBOX')).toEqual([SimulatorsController]);
});

describe('inbound funds', () => {
  it('are listed, newest first, for their client only', async () => {
    clock.advance(1);
    const { data } = await simulate({ ccyCode: 'GBP', amount: 3, outcome: 'PENDING' });
    expect((await send('GET', 'inbound-funds?limit=1')).data).toEqual([data]);
    expect((await send('GET', 'inbound-funds', undefined, { 'x-stranger': 'yes' })).data).toEqual([]);
    const foreign = await send('GET', `inbound-funds/${data.id}`, undefined, { 'x-stranger': 'yes' });
    expect(foreign.status).toBe(404);
  });

  it('are not touched by the transfers of others', async () => {
    for (const transferId of ['con_1', 'pmt_1']) {
      await reactions.onTransferPosted(delivered<'ledger.transfer_posted'>({ transferId, relatedEntity }));
      expect(await published(transferId)).toEqual([]);
    }
  });
});
