import { type Caller } from '@corridor/kernel';
import { TestClock, delivered, testCaller } from '@corridor/testing';
import { type SendOptions, startTestService, type TestService } from '@corridor/testing/service';
import { InboundFundsModule } from '../inbound-funds.module.js';
import { Reactions } from '../reactions.js';
import { service } from '../service.js';
import { MAX_LINKED } from './linked-funding-account.js';

const permissions = ['inbound-funds:read', 'inbound-funds:write', 'simulators:execute'];
let number = 0;
const newCaller = (): Caller => ({
  ...testCaller,
  client: { id: `cli_${++number}`, name: 'Ada Trading Ltd' },
  permissions,
});

let app: TestService;
beforeAll(async () => {
  app = await startTestService(service, InboundFundsModule.in('SANDBOX'), { clock: new TestClock() });
  ledger = showAccounts();
});
afterAll(async () => {
  isOver = true;
  await ledger;
  await app.close();
});

let ledger: Promise<void>;
let isOver = false;

/** Takes the role of the ledger: shows accounts on wallets as they are. */
async function showAccounts(): Promise<void> {
  for (; !isOver; await new Promise((resolve) => setTimeout(resolve, 5))) {
    const changed = await app.db.database.query<{ id: string; isLinked: boolean }>(
      `SELECT stream_id AS id, state ->> 'status' = 'LINKED' AS "isLinked" FROM streams
       WHERE kind = 'linked_funding_account' AND state ->> 'isShown' IS DISTINCT FROM (state ->> 'status' = 'LINKED')::text`,
    );
    for (const { id, isLinked } of changed)
      await app.app
        .get(Reactions)
        .onFundingAccountShown(
          delivered<'ledger.funding_account_shown'>({ linkedFundingAccountId: id, isLinked }),
        );
  }
}

/** A client with a wallet in dollars. */
async function client(): Promise<Caller> {
  const caller = newCaller();
  const opened = { walletId: `wal_${number}`, client: caller.client, ccyCode: 'USD' };
  await app.app.get(Reactions).onWalletOpened(delivered<'ledger.wallet_opened'>(opened, caller));
  return caller;
}

const body = {
  ccyCode: 'USD',
  method: 'ACH_PULL',
  accountHolderName: 'Ada Trading Ltd',
  bankName: 'First Harbor Bank',
  accountNumber: '000123456789',
  routingCode: '021000021',
};
const link = (as: Caller, more: object = {}, sending: SendOptions = {}) =>
  app.post('linked-funding-accounts', { ...body, ...more }, { as, ...sending });
const unlink = (as: Caller, id: string) =>
  app.post(`linked-funding-accounts/${id}/unlink`, undefined, { as });
const pull = (as: Caller, id: string, more: object = {}, sending: SendOptions = {}) =>
  app.post(
    `simulators/linked-funding-accounts/${id}/pull`,
    { amount: 250.5, outcome: 'RETURN', ...more },
    { as, ...sending },
  );

describe('linking an account', () => {
  it('returns it with the last four digits of its number, as every later response and message', async () => {
    const caller = await client();
    const { status, data } = await link(caller);
    expect([status, data]).toEqual([
      200,
      {
        ...body,
        id: expect.stringMatching(/^lfa_[0-9A-Z]{26}$/),
        client: caller.client,
        accountNumber: '****6789',
        accountHolderType: null,
        routingCodeType: 'ABA',
        status: 'LINKED',
        statusHistory: [{ status: 'LINKED', statusReason: null, occurredOn: '2026-11-21T09:30:00.123' }],
        auditHistory: expect.objectContaining({ version: 1 }),
      },
    ]);
    const listed = await app.get('linked-funding-accounts', { as: caller });
    const read = await app.get(`linked-funding-accounts/${data.id}`, { as: caller });
    expect([listed.data, read.data]).toEqual([[data], data]);
    const { client: _, accountHolderType: _1, ...shown } = data;
    const { status: _2, statusHistory: _3, auditHistory: _4, ...fundingAccount } = shown;
    const messages = await app.published(data.id);
    expect(messages).toMatchObject([
      { type: 'inbound_funds.funding_account_linked', data: { fundingAccount } },
    ]);
    expect(JSON.stringify([listed, read, messages])).not.toContain('000123456789');
  });

  it('happens once for one key', async () => {
    const caller = await client();
    const first = await link(caller, {}, { key: 'once' });
    expect(await link(caller, {}, { key: 'once' })).toMatchObject({ text: first.text, replayed: true });
    expect((await app.get('linked-funding-accounts', { as: caller })).meta.totalCount).toBe(1);
  });

  it('needs a wallet in dollars', async () => {
    expect(await link(newCaller())).toMatchObject({ status: 404, problem: { code: 'not_found' } });
  });

  it('happens once for one account, also for requests at the same time, until it is unlinked', async () => {
    const caller = await client();
    const all = await Promise.all([1, 2, 3].map(() => link(caller)));
    const linked = all.find(({ status }) => status === 200);
    const refused = all.filter(({ status }) => status === 409);
    expect(refused.map(({ problem }) => problem?.errors)).toEqual(
      Array.from({ length: 2 }, () => [
        {
          pointer: '#/accountNumber',
          code: 'already_exists',
          detail: `This account is linked as ${linked?.data.id}.`,
        },
      ]),
    );
    expect((await link(caller, { routingCode: '011000015' })).status).toBe(200);
    await unlink(caller, linked?.data.id);
    expect((await link(caller)).status).toBe(200);
  });

  it('has a limit, also for requests at the same time, which unlinking makes room in', async () => {
    const caller = await client();
    const accountNumber = (n: number) => `10000${n}`;
    const all = await Promise.all(
      Array.from({ length: MAX_LINKED + 2 }, (_, n) => link(caller, { accountNumber: accountNumber(n) })),
    );
    const refused = all.filter(({ status }) => status === 422);
    expect(refused.map(({ problem }) => problem?.code)).toEqual(['limit_reached', 'limit_reached']);
    const linked = all.find(({ status }) => status === 200);
    await unlink(caller, linked?.data.id);
    expect((await link(caller)).status).toBe(200);
  });

  it.each([
    [{ ccyCode: 'EUR' }, '#/ccyCode'],
    [{ method: 'WIRE' }, '#/method'],
    [{ accountHolderName: '' }, '#/accountHolderName'],
    [{ bankName: 'x'.repeat(141) }, '#/bankName'],
    [{ accountNumber: '1234' }, '#/accountNumber'],
    [{ accountNumber: '1'.repeat(18) }, '#/accountNumber'],
    [{ accountNumber: '12 345' }, '#/accountNumber'],
    [{ accountNumber: 12_345 }, '#/accountNumber'],
    [{ routingCode: '021000022' }, '#/routingCode'],
    [{ routingCode: '000000000' }, '#/routingCode'],
    [{ routingCode: '02100002' }, '#/routingCode'],
    [{ iban: 'x' }, '#/iban'],
  ])('refuses %j', async (more, pointer) => {
    const { status, problem } = await link(await client(), more);
    expect([status, problem?.errors?.map((one) => one.pointer)]).toEqual([400, [pointer]]);
  });
});

describe('unlinking an account', () => {
  it('is permanent, and tells the wallet', async () => {
    const caller = await client();
    const { id } = (await link(caller)).data;
    expect((await unlink(caller, id)).data).toMatchObject({ id, status: 'UNLINKED' });
    expect(await unlink(caller, id)).toMatchObject({ status: 409, problem: { code: 'illegal_transition' } });
    expect((await app.published(id)).at(-1)).toMatchObject({
      type: 'inbound_funds.funding_account_unlinked',
      data: { linkedFundingAccountId: id, ccyCode: 'USD' },
    });
  });
});

describe('pulling from an account', () => {
  const returned = {
    amount: { ccyCode: 'USD', value: 250.5 },
    narrative: 'ACH pull',
    sender: {
      name: body.accountHolderName,
      address: null,
      countryCode: 'US',
      accountNumber: '****6789',
      bicSwiftCode: null,
      routingCode: body.routingCode,
      raw: 'Ada Trading Ltd;;US;****6789;;021000021',
    },
    receivingAccountNumber: expect.stringMatching(/^\d{12}$/),
    status: 'REJECTED',
    statusHistory: [
      { status: 'PENDING' },
      { statusReason: 'Returned by the bank of the linked funding account' },
    ],
  };

  it('can be returned by its bank: the funds are rejected', async () => {
    const caller = await client();
    const { id } = (await link(caller)).data;
    const { status, data } = await pull(caller, id);
    expect([status, data]).toMatchObject([200, returned]);
    expect((await app.get(`inbound-funds/${data.id}`, { as: caller })).data).toEqual(data);
  });

  it('can be pending', async () => {
    const caller = await client();
    const { id } = (await link(caller)).data;
    expect((await pull(caller, id, { outcome: 'PENDING' })).data.status).toBe('PENDING');
  });

  it('is impossible once it is unlinked; a repeated request has the response of the first', async () => {
    const caller = await client();
    const { id } = (await link(caller)).data;
    const first = await pull(caller, id, {}, { key: 'before' });
    await unlink(caller, id);
    expect(await pull(caller, id)).toMatchObject({ status: 409, problem: { code: 'illegal_transition' } });
    expect(await pull(caller, id, {}, { key: 'before' })).toMatchObject({ text: first.text, replayed: true });
  });

  it.each([
    [{ amount: 0 }, '#/amount'],
    [{ amount: 1.001 }, '#/amount'],
    [{ amount: '1' }, '#/amount'],
    [{ outcome: 'REJECT' }, '#/outcome'],
    [{ ccyCode: 'USD' }, '#/ccyCode'],
  ])('refuses %j', async (more, pointer) => {
    const caller = await client();
    const { id } = (await link(caller)).data;
    const { status, problem } = await pull(caller, id, more);
    expect([status, problem?.errors?.map((one) => one.pointer)]).toEqual([400, [pointer]]);
  });
});

it('belongs to its client', async () => {
  const { id } = (await link(await client())).data;
  const stranger = await client();
  const read = await app.get(`linked-funding-accounts/${id}`, { as: stranger });
  const replies = [read, await unlink(stranger, id), await pull(stranger, id)];
  expect(replies.map(({ status }) => status)).toEqual([404, 404, 404]);
  expect((await app.get('linked-funding-accounts', { as: stranger })).data).toEqual([]);
});
