import type { Messages } from '@corridor/contracts';
import type { TransferRequest } from '@corridor/ledger-contract';
import { type Caller, money } from '@corridor/kernel';
import { everythingAllowed } from '@corridor/payments-contract';
import { delivered, fixture, issues, sized, TestClock, testCaller } from '@corridor/testing';
import { startTestService, statementsOf, type TestService } from '@corridor/testing/service';
import { LedgerModule } from './ledger.module.js';
import { Reactions } from './reactions.js';
import { ReconciliationJob } from './reconciliation/reconciliation-job.js';
import { service } from './service.js';
import { PolicyReactions } from './wallet/policy-reactions.js';

const permissions = ['wallets:read', 'wallets:write', 'transactions:read'];

let ledger: TestService;
let reactions: Reactions;
let number = 0;

beforeAll(async () => {
  ledger = await startTestService(service, LedgerModule, { clock: new TestClock() });
  await ledger.app.get(ReconciliationJob).onModuleDestroy(); // its statements are counted otherwise
  reactions = ledger.app.get(Reactions);
});
afterAll(() => ledger.close());

function newClient(): Caller {
  const name = `Client ${++number}`;
  return { ...testCaller, client: { id: `cli_${number}`, name }, permissions };
}

const get = (as: Caller, path: string) => ledger.get(path, { as });
const post = (as: Caller, path: string, body: object, key?: string) => ledger.post(path, body, { as, key });
const put = (as: Caller, path: string, body: object) => ledger.put(path, body, { as });
const published = ({ client }: Caller) => ledger.published(client.id);

const { collectionAccounts } = fixture('inbound_funds.collection_accounts_issued').data;

/** Takes the role of inbound-funds: issues the accounts of an opened wallet. */
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
      delivered<'inbound_funds.collection_accounts_issued'>(
        {
          walletId,
          ccyCode,
          collectionAccounts,
          revision: 1,
        },
        caller,
      ),
    );
  }
}

async function open(caller: Caller, ccyCode: string, key?: string) {
  const [response] = await Promise.all([
    post(caller, 'wallets', { ccyCode }, key),
    issueAccounts(caller, ccyCode),
  ]);
  return response;
}

const transfer = (caller: Caller, wallet: bigint, more: Partial<TransferRequest> = {}) => {
  const transferId = `if_${++number}`;
  return reactions.onTransferRequested(
    delivered<'ledger.transfer_requested'>(
      {
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
        holdFor: null,
        excludes: null,
        ...more,
      },
      caller,
    ),
  );
};

describe('a wallet', () => {
  test('is read with one statement, by its id and by its currency', async () => {
    const caller = newClient();
    const { data } = await open(caller, 'EUR');
    for (const name of [data.id, 'EUR'])
      expect(await statementsOf(() => get(caller, `/v1/wallets/${name}`))).toHaveLength(1);
    for (const name of ['USD', 'eur', 'wal_unknown'])
      expect((await get(caller, `/v1/wallets/${name}`)).status).toBe(404);
  });

  it('is opened with empty collection accounts, which are part of the next read', async () => {
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
    expect((await get(caller, `wallets/${data.id}`)).text).toBe((await get(caller, 'wallets/GBP')).text);
  });

  it('exists once per currency, and the same request opens it once', async () => {
    const caller = newClient();
    const first = await open(caller, 'GBP', 'the key');
    expect(await post(caller, 'wallets', { ccyCode: 'GBP' }, 'the key')).toMatchObject({
      text: first.text,
      replayed: true,
    });
    expect(await post(caller, 'wallets', { ccyCode: 'GBP' })).toMatchObject({
      status: 409,
      problem: { code: 'wallet_exists' },
    });
    expect((await get(caller, 'wallets')).meta.totalCount).toBe(1);
  });

  it('is returned as open even if its collection accounts are late', async () => {
    const caller = newClient();
    const { status, data } = await post(caller, 'wallets', { ccyCode: 'JPY' });
    expect([status, data.ccyCode]).toEqual([200, 'JPY']);
    expect((await get(caller, 'wallets/JPY')).data).toEqual(data);
  });

  it.each([
    [{}, '#/ccyCode'],
    [{ ccyCode: 'gbp' }, '#/ccyCode'],
    [{ ccyCode: 'XYZ' }, '#/ccyCode'],
    [{ ccyCode: 'GBP', name: 'mine' }, '#/name'],
  ])('is not opened by %j', async (body, pointer) => {
    const { status, problem } = await post(newClient(), 'wallets', body);
    expect(status).toBe(400);
    expect(problem?.errors).toMatchObject([{ pointer }]);
  });

  it('can be a favourite', async () => {
    const caller = newClient();
    const { id } = (await open(caller, 'GBP')).data;
    for (const isFavourite of [true, true, false]) {
      const response = await put(caller, `wallets/${id}/settings`, { isFavourite });
      expect(response.data).toMatchObject({ id, isFavourite, collectionAccounts });
      expect((await get(caller, 'wallets/GBP')).data).toEqual(response.data);
    }
    expect((await put(caller, `wallets/${id}/settings`, {})).status).toBe(400);
    expect((await put(caller, `wallets/GBP/settings`, { isFavourite: true })).status).toBe(404);
    expect((await put(newClient(), `wallets/${id}/settings`, { isFavourite: true })).status).toBe(404);
  });

  it('is not visible to other clients', async () => {
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
        collectionAccounts: collectionAccounts.map(({ id, ccyCode }) => ({ id, ccyCode })),
      },
    ]);
  });
});

describe('a linked funding account', () => {
  const { fundingAccount } = fixture('inbound_funds.funding_account_linked').data;
  const linked = (caller: Caller, account = fundingAccount) =>
    reactions.onFundingAccountLinked(
      delivered<'inbound_funds.funding_account_linked'>({ fundingAccount: account }, caller),
    );
  const unlinked = (caller: Caller, linkedFundingAccountId: string) =>
    reactions.onFundingAccountUnlinked(
      delivered<'inbound_funds.funding_account_unlinked'>({ linkedFundingAccountId, ccyCode: 'USD' }, caller),
    );
  const shown = async (caller: Caller, ccyCode = 'USD') =>
    (await get(caller, `wallets/${ccyCode}`)).data.linkedFundingAccounts;

  it('is shown on the wallet of its currency until it is unlinked, and in no list', async () => {
    const caller = newClient();
    for (const ccyCode of ['USD', 'GBP']) await open(caller, ccyCode);
    const other = { ...fundingAccount, id: 'lfa_01K00000000000000000000009' };
    for (const account of [fundingAccount, other]) await linked(caller, account);
    expect(await shown(caller)).toEqual([fundingAccount, other]);
    expect(await shown(caller, 'GBP')).toEqual([]);
    const listed: object[] = (await get(caller, 'wallets')).data;
    for (const wallet of listed) expect(wallet).not.toHaveProperty('linkedFundingAccounts');
    await unlinked(caller, fundingAccount.id);
    expect(await shown(caller)).toEqual([other]);
  });

  it('stays on the wallet when money moves, once if it is linked again', async () => {
    const caller = newClient();
    await open(caller, 'USD');
    await linked(caller);
    await linked(caller);
    await transfer(caller, 500n, {
      entries: [
        { account: 'settlement', amount: money('USD', -500n) },
        { account: 'wallet', amount: money('USD', 500n) },
      ],
    });
    expect(await shown(caller)).toEqual([fundingAccount]);
  });

  it('of a client without the wallet is ignored', async () => {
    const caller = newClient();
    await linked(caller);
    await unlinked(caller, fundingAccount.id);
    expect(await published(caller)).toEqual([]);
  });
});

describe('the pending balance of a wallet', () => {
  const funds = (id: string, value: number): Messages['inbound_funds.pending'] => {
    const { resource, ...data } = fixture('inbound_funds.pending').data;
    return { ...data, resource: { ...resource, id, amount: { ccyCode: 'GBP', value } } };
  };
  const balances = async (caller: Caller) => {
    const { balance, pendingBalance } = (await get(caller, 'wallets/GBP')).data;
    return [balance.value, pendingBalance.value];
  };
  const arrive = (caller: Caller, id: string, value: number) =>
    reactions.onInboundFundsPending(delivered<'inbound_funds.pending'>(funds(id, value), caller));

  it('is the sum of inbound funds that are neither credited nor rejected yet', async () => {
    const caller = newClient();
    await open(caller, 'GBP');
    await arrive(caller, 'if_a', 100.5);
    await arrive(caller, 'if_b', 20);
    expect(await balances(caller)).toEqual([0, 120.5]);
    await transfer(caller, 100_50n, { transferId: 'if_a' });
    expect(await balances(caller)).toEqual([100.5, 20]);
    await reactions.onInboundFundsRejected(delivered<'inbound_funds.rejected'>(funds('if_b', 20), caller));
    expect(await balances(caller)).toEqual([100.5, 0]);
    const messages = (await published(caller)).filter(({ type }) => type === 'ledger.pending_funds_changed');
    expect(messages.map(({ data }) => data)).toEqual([
      { inboundFundsId: 'if_a', isPending: true },
      { inboundFundsId: 'if_b', isPending: true },
      { inboundFundsId: 'if_a', isPending: false },
      { inboundFundsId: 'if_b', isPending: false },
    ]);
  });

  it('counts each of them once, whichever messages come again', async () => {
    const caller = newClient();
    await open(caller, 'GBP');
    for (const id of ['if_d', 'if_d', 'if_e']) await arrive(caller, id, 10);
    const rejected = () =>
      reactions.onInboundFundsRejected(delivered<'inbound_funds.rejected'>(funds('if_d', 10), caller));
    await rejected();
    await rejected();
    await transfer(caller, 7_00n, { transferId: 'if_f' }); // credited at once: never pending
    expect(await balances(caller)).toEqual([7, 10]);
    await transfer(caller, 10_00n, { transferId: 'if_e' });
    await transfer(caller, 10_00n, { transferId: 'if_e' });
    expect(await balances(caller)).toEqual([17, 0]);
  });

  it('makes the state of a client no larger, however many they are', async () => {
    const caller = newClient();
    await open(caller, 'GBP');
    const size = async () => {
      const [row] = await ledger.db.database.query<{ size: number }>(
        'SELECT length(state::text) AS size FROM streams WHERE stream_id = $1',
        [caller.client.id],
      );
      return row?.size ?? 0;
    };
    const arriveUpTo = async (from: number, to: number) => {
      for (let first = from; first < to; first += 50)
        await Promise.all(
          Array.from({ length: Math.min(50, to - first) }, (_, i) =>
            arrive(caller, `if_many_${first + i}`, 1),
          ),
        );
    };
    await arriveUpTo(0, 10);
    const sizeOfTen = await size();
    const many = sized({ small: 500, full: 5_000 });
    await arriveUpTo(10, many);
    expect((await size()) - sizeOfTen).toBeLessThanOrEqual(4); // digits of the sum
    expect(await balances(caller)).toEqual([0, many]);
    const { meta } = await get(caller, `transactions?q=${encodeURIComponent('status == "PENDING"')}`);
    expect(meta.totalCount).toBe(many);
    await transfer(caller, 1_00n, { transferId: 'if_many_3' });
    expect(await balances(caller)).toEqual([1, many - 1]);
  });

  it('is right in a state of an earlier version, which listed the inbound funds', async () => {
    const caller = newClient();
    await open(caller, 'GBP');
    await arrive(caller, 'if_g', 10);
    await arrive(caller, 'if_h', 5);
    await ledger.db.database.query(
      `UPDATE streams SET state_version = 3, state = jsonb_set(state::jsonb, '{pending}',
         '{"if_g": {"ccyCode": "GBP", "minor": {"$n": "1000"}}}')::json WHERE stream_id = $1`,
      [caller.client.id],
    );
    await transfer(caller, 10_00n, { transferId: 'if_g' });
    expect(await balances(caller)).toEqual([10, 5]);
    await arrive(caller, 'if_i', 1);
    expect(await balances(caller)).toEqual([10, 6]);
  });

  it('cannot be spent', async () => {
    const caller = newClient();
    await open(caller, 'GBP');
    await arrive(caller, 'if_c', 100);
    await transfer(caller, -1n, { transferId: 'pmt_2' });
    expect(await balances(caller)).toEqual([0, 100]);
    expect((await published(caller)).at(-1)?.type).toBe('ledger.transfer_declined');
  });
});

describe('a transfer', () => {
  it('updates the wallet, creates a transaction and publishes messages', async () => {
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
      expect.objectContaining({ type: 'transaction.completed', data: { resource: data[0], heldFor: null } }),
      expect.objectContaining({
        type: 'ledger.transfer_posted',
        data: { transferId: 'if_told', relatedEntity: data[0].relatedEntity },
      }),
    ]);
  });

  it('is declined without funds, and changes nothing', async () => {
    const caller = newClient();
    await open(caller, 'GBP');
    const before = await get(caller, 'wallets/GBP');
    await transfer(caller, -1n, { transferId: 'pmt_1' });
    expect((await get(caller, 'wallets/GBP')).data).toEqual(before.data);
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

test('a wallet is not opened in a currency that the policy refuses to hold', async () => {
  const policy = ledger.app.get(PolicyReactions);
  const set = (held: string[]) =>
    policy.onPolicySet(
      delivered<'payments.policy_set'>({
        refusedCountries: [],
        refusedCurrencies: { ...everythingAllowed.refusedCurrencies, held, bought: ['KWD'] },
      }),
    );
  const client = newClient();
  await set(['KPW']);
  expect(issues(await post(client, 'wallets', { ccyCode: 'KPW' }))).toEqual([
    400,
    '#/ccyCode currency_refused',
  ]);
  expect(await open(client, 'KWD')).toMatchObject({ status: 200 });
  await set([]);
  expect(await open(client, 'KPW')).toMatchObject({ status: 200 });
});
