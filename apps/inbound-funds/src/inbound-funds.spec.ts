import { type Caller } from '@corridor/kernel';
import { delivered, TestClock, testCaller } from '@corridor/testing';
import { type SendOptions, startTestService, type TestService } from '@corridor/testing/service';
import { InboundFundsModule } from './inbound-funds.module.js';
import { LinkedFundingAccountSimulatorController } from './linked-funding-accounts/linked-funding-account-simulator.controller.js';
import { Reactions } from './reactions.js';
import { service } from './service.js';
import { SimulatorsController, simulatorsIn } from './simulators.controller.js';

const clock = new TestClock();
const permissions = ['inbound-funds:read', 'simulators:execute'];
const caller: Caller = { ...testCaller, permissions };
const stranger: Caller = { ...caller, client: { id: 'cli_stranger', name: 'Stranger' } };

let funds: TestService;
let reactions: Reactions;

beforeAll(async () => {
  funds = await startTestService(service, InboundFundsModule.in('SANDBOX'), { clock, caller });
  reactions = funds.app.get(Reactions);
  for (const ccyCode of ['GBP', 'USD', 'JPY']) await openWallet(`wal_${ccyCode}`, ccyCode);
});
afterAll(() => funds.close());

const openWallet = (walletId: string, ccyCode: string) =>
  reactions.onWalletOpened(delivered<'ledger.wallet_opened'>({ walletId, client: caller.client, ccyCode }));

const simulate = (body: object, sending?: SendOptions) =>
  funds.post('simulators/inbound-funds/credit', body, sending);

const relatedEntity = { id: '', type: 'INBOUND_FUNDS', reference: '', details: { description: '' } } as const;

/** Takes the role of the ledger for the next requested transfer. */
async function ledger(reaction: 'posts' | 'declines') {
  const requested = async () =>
    funds.db.database.query<{ id: string }>(
      `SELECT stream_id AS id FROM streams WHERE state -> 'step' ->> 'command' = 'credit' LIMIT 1`,
    );
  let [found] = await requested();
  for (; !found; [found] = await requested()) await new Promise((resolve) => setTimeout(resolve, 5));
  const transferId = found.id;
  return reaction === 'posts'
    ? reactions.onTransferPosted(delivered<'ledger.transfer_posted'>({ transferId, relatedEntity }))
    : reactions.onTransferDeclined(
        delivered<'ledger.transfer_declined'>({ transferId, relatedEntity, reason: 'insufficient_funds' }),
      );
}

/** Publishes the ledger's message about a changed pending balance. */
const counted = (inboundFundsId: string, isPending: boolean) =>
  reactions.onPendingFundsChanged(delivered<'ledger.pending_funds_changed'>({ inboundFundsId, isPending }));

/** Takes the role of the ledger for the next funds without a credit. */
async function counts(...changes: boolean[]) {
  const next = () =>
    funds.db.database.query<{ id: string }>(
      `SELECT stream_id AS id FROM streams WHERE kind = 'inbound_funds' AND state ->> 'isCounted' IS NULL
       AND state ->> 'step' IS NULL AND state ->> 'status' <> 'CREDITED' LIMIT 1`,
    );
  let [found] = await next();
  for (; !found; [found] = await next()) await new Promise((resolve) => setTimeout(resolve, 5));
  for (const isPending of changes) await counted(found.id, isPending);
}
const leftPending = async (body: object) =>
  (await Promise.all([simulate({ ...body, outcome: 'PENDING' }), counts(true)]))[0];

const credited = async (body: object, sending?: SendOptions) =>
  (await Promise.all([simulate(body, sending), ledger('posts')]))[0];

describe('an opened wallet', () => {
  it('gets its collection accounts once', async () => {
    await openWallet('wal_GBP', 'GBP');
    const messages = await funds.published('wal_GBP');
    expect(messages).toMatchObject([
      {
        type: 'inbound_funds.collection_accounts_issued',
        data: { walletId: 'wal_GBP', ccyCode: 'GBP', collectionAccounts: [{}, {}] },
      },
    ]);
  });
});

describe('the credit simulator', () => {
  it('responds when the ledger has posted', async () => {
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
        raw: 'Grace Ltd;;GB;11112222;;010004',
        name: 'Grace Ltd',
        ultimateDebtor: null,
        address: null,
        countryCode: 'GB',
        accountNumber: '11112222',
        bicSwiftCode: null,
        routingCode: '010004',
      },
      receivingAccountNumber: expect.stringMatching(/^\d{8}$/),
      receivingAccountIban: expect.stringMatching(/^GB\d\dCRDR/),
      linkedFundingAccountId: null,
      status: 'CREDITED',
      statusHistory: [
        { status: 'PENDING', statusReason: null, occurredOn: on },
        { status: 'CREDITED', statusReason: null, occurredOn: on },
      ],
    });
    expect((await funds.get(`inbound-funds/${data.id}`)).data).toEqual(data);
    expect((await funds.published(data.id)).map(({ type }) => type)).toEqual([
      'inbound_funds.pending',
      'ledger.transfer_requested',
      'inbound_funds.credited',
    ]);
  });

  it('credits once for one key', async () => {
    const body = { ccyCode: 'JPY', amount: 500 };
    const first = await credited(body, { key: 'once' });
    const again = await simulate(body, { key: 'once' });
    expect(again).toMatchObject({ text: first.text, replayed: true });
  });

  it.each([
    ['GBP', /^GB\d\dCRDR\d{14}$/],
    ['USD', /^GB\d\dCRDR\d{14}$/],
    ['JPY', /^GB\d\dCRDR\d{14}$/],
  ])('credits %s on the international account, from a sender with a BIC', async (ccyCode, iban) => {
    const sender = { name: 'Muster GmbH', countryCode: 'DE', bicSwiftCode: 'COBADEFFXXX' };
    const { data } = await credited({ ccyCode, amount: 3, sender, receivingAccount: 'INTERNATIONAL' });
    expect(data).toMatchObject({
      status: 'CREDITED',
      sender: { ...sender, raw: 'Muster GmbH;;DE;;COBADEFFXXX;' },
      receivingAccountIban: expect.stringMatching(iban),
    });
    expect(data.receivingAccountNumber).toBe(data.receivingAccountIban);
    expect((await funds.get(`inbound-funds/${data.id}`)).data).toEqual(data);
  });

  it('names the same IBAN for all wallets of a client on the international account', async () => {
    const ibans: string[] = [];
    for (const ccyCode of ['GBP', 'USD', 'JPY'])
      ibans.push(
        (await credited({ ccyCode, amount: 3, receivingAccount: 'INTERNATIONAL' })).data.receivingAccountIban,
      );
    expect(new Set(ibans).size).toBe(1);
  });

  it('credits the local account by default and on request', async () => {
    const { data: first } = await credited({ ccyCode: 'USD', amount: 3 });
    const { data } = await credited({ ccyCode: 'USD', amount: 3, receivingAccount: 'LOCAL' });
    expect(data).toMatchObject({
      receivingAccountNumber: expect.stringMatching(/^\d{12}$/),
      receivingAccountIban: null,
    });
    expect(data.receivingAccountNumber).toBe(first.receivingAccountNumber);
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
      const { data } = await leftPending({ ccyCode: 'GBP', amount: 1 });
      expect(data.status).toBe('PENDING');
      const url = `simulators/inbound-funds/${data.id}/${step}`;
      expect((await funds.post(url, undefined, { as: stranger })).status).toBe(404);
      const [response] = await Promise.all([
        funds.post(url),
        step === 'credit' ? ledger('posts') : counted(data.id, false),
      ]);
      expect(response.data).toMatchObject({ id: data.id, status });
      expect(await funds.post(url)).toMatchObject({ status: 409, problem: { code: 'illegal_transition' } });
    }
  });

  it('can reject the funds, and so can the ledger', async () => {
    const [rejected] = await Promise.all([
      simulate({ ccyCode: 'GBP', amount: 1, outcome: 'REJECT' }),
      counts(true, false),
    ]);
    expect(rejected.data).toMatchObject({
      status: 'REJECTED',
      statusHistory: [{ status: 'PENDING' }, { statusReason: 'Rejected by the simulator' }],
    });
    const [declined] = await Promise.all([simulate({ ccyCode: 'GBP', amount: 1 }), ledger('declines')]);
    expect(declined.data.status).toBe('REJECTED');
  });

  it('responds even without a message about the pending balance', async () => {
    const { status, data } = await simulate({ ccyCode: 'GBP', amount: 1, outcome: 'PENDING' });
    expect([status, data.status]).toEqual([200, 'PENDING']);
    await counted(data.id, true);
  });

  it('does not find a wallet of another client or in another currency', async () => {
    const abroad = { amount: 1, receivingAccount: 'INTERNATIONAL' };
    expect((await simulate({ ccyCode: 'EUR', ...abroad })).status).toBe(404);
    expect((await simulate({ ccyCode: 'GBP', ...abroad }, { as: stranger })).status).toBe(404);
    expect((await simulate({ ccyCode: 'EUR', amount: 1 })).status).toBe(404);
    expect((await simulate({ ccyCode: 'GBP', amount: 1 }, { as: stranger })).status).toBe(404);
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
    [{ ccyCode: 'GBP', amount: 1, receivingAccount: 'ABROAD' }, '#/receivingAccount'],
    [{ ccyCode: 'JPY', amount: 1, receivingAccount: 'LOCAL' }, '#/receivingAccount'],
    [{ ccyCode: 'GBP', amount: 1, sender: { bicSwiftCode: 'COBADE' } }, '#/sender/bicSwiftCode'],
    [{ ccyCode: 'GBP', amount: 1, sender: { bicSwiftCode: 'cobadeff' } }, '#/sender/bicSwiftCode'],
    [{ ccyCode: 'GBP', amount: 1, sender: { bicSwiftCode: 7 } }, '#/sender/bicSwiftCode'],
    [{ ccyCode: 'GBP', amount: 1, sender: 'Grace' }, '#/sender'],
    [{ ccyCode: 'GBP', amount: 1, sender: { countryCode: 'UK' } }, '#/sender/countryCode'],
    [{ ccyCode: 'GBP', amount: 1, sender: { raw: 'x' } }, '#/sender/raw'],
    [{ ccyCode: 'GBP', amount: 1, narrative: 'x'.repeat(513) }, '#/narrative'],
  ])('refuses %j', async (body, pointer) => {
    const { status, problem } = await simulate(body);
    expect(status).toBe(400);
    expect(problem?.errors).toMatchObject([{ pointer }]);
  });
});

it('has no simulators in PRODUCTION', () => {
  expect(simulatorsIn('PRODUCTION')).toEqual([]);
  expect(simulatorsIn('SANDBOX')).toEqual([SimulatorsController, LinkedFundingAccountSimulatorController]);
});

describe('inbound funds', () => {
  it('are listed, newest first, for their client only', async () => {
    clock.advance(1);
    const { data } = await leftPending({ ccyCode: 'GBP', amount: 3 });
    expect((await funds.get('inbound-funds?limit=1')).data).toEqual([data]);
    expect((await funds.get('inbound-funds', { as: stranger })).data).toEqual([]);
    const foreign = await funds.get(`inbound-funds/${data.id}`, { as: stranger });
    expect(foreign.status).toBe(404);
  });

  it('are not affected by transfers of other records', async () => {
    for (const transferId of ['con_1', 'pmt_1']) {
      await reactions.onTransferPosted(delivered<'ledger.transfer_posted'>({ transferId, relatedEntity }));
      expect(await funds.published(transferId)).toEqual([]);
    }
  });
});
