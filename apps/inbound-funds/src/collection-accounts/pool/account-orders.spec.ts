import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CollectionAccountResource } from '@corridor/inbound-funds-contract';
import { OPERATOR } from '@corridor/http';
import type { Caller } from '@corridor/kernel';
import { Readiness } from '@corridor/platform';
import { TestClock, delivered, testCaller } from '@corridor/testing';
import { type TestService, startTestService } from '@corridor/testing/service';
import { startProvider } from '@corridor/tools/provider/provider.mjs';
import { InboundFundsModule } from '../../inbound-funds.module.js';
import { Reactions } from '../../reactions.js';
import { service } from '../../service.js';
import { collectionAccountSettings } from '../collection-account-settings.js';
import { AccountOrders } from './account-orders.js';
import { ClosedClients } from './closed-clients.js';
import { WaitingWallets } from './waiting-wallets.js';

/** Wallets whose accounts a provider issues. */

const BANK = '/operator/v1/bank';
const staff: Caller = {
  ...testCaller,
  client: OPERATOR,
  user: { id: 'stf_1', name: 'Ines Almeida' },
  apiKeyId: null,
  permissions: ['bank:read', 'bank:write'],
  approved: { id: 'apr_1', by: { id: 'stf_2', name: 'Leo Brandt' } },
};
const clock = new TestClock(new Date());

let folder: string;
let started: Awaited<ReturnType<typeof startProvider>>;
let variables: Record<string, string>;
let funds: TestService;
let orders: { readonly walletId: string; readonly key?: string }[];
let wallets = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'accounts-'));
  const key = join(folder, 'key');
  await writeFile(key, 'the key');
  started = await startProvider({ key: 'the key' });
  variables = {
    COLLECTION_ACCOUNTS: 'http',
    COLLECTION_ACCOUNTS_HTTP_URL: started.url,
    COLLECTION_ACCOUNTS_HTTP_KEY_FILE: key,
  };
  funds = await startService();
});
beforeEach(() => {
  orders = [];
  started.provider.meddle = ({ body }, reply) => (orders.push(body), reply());
});
afterAll(async () => {
  await funds.close();
  await started.close();
  await rm(folder, { recursive: true });
});

/** Its jobs have a turn only when the test says so. */
async function startService(more: object = {}): Promise<TestService> {
  const module = InboundFundsModule.in('SANDBOX');
  const one = await startTestService(service, module, { ...{ clock, caller: staff, variables }, ...more });
  for (const job of [AccountOrders, WaitingWallets]) await one.app.get(job).onModuleDestroy();
  return one;
}

/** A wallet of a client, by default of a new one. */
async function opened(ccyCode = 'EUR', clientId?: string) {
  const walletId = `wal_${++wallets}`;
  const client = { id: clientId ?? `cli_${wallets}`, name: `Client ${wallets}` };
  const message = delivered<'ledger.wallet_opened'>({ walletId, client, ccyCode });
  await funds.app
    .get(Reactions)
    .onWalletOpened({ ...message, caller: { ...message.caller, client } } as never);
  return { walletId, client };
}
const turn = (of = funds) => of.app.get(AccountOrders).turn();
const shown = async (walletId: string) => {
  const messages = await funds.published(walletId);
  const data = messages.at(-1)?.data as { collectionAccounts: CollectionAccountResource[] } | undefined;
  return data?.collectionAccounts.map(({ accountNumber }) => accountNumber) ?? [];
};
const poolAccounts = async (clientId: string) =>
  (await funds.get(`${BANK}/collection-accounts?q=${encodeURIComponent(`client.id == "${clientId}"`)}`))
    .data as unknown as { id: string; iban: string; walletId: string | null }[];
const given = (...accounts: object[]) => {
  started.provider.meddle = ({ body }) => (orders.push(body), { status: 200, body: { accounts } });
};

test('a wallet waits, the provider is asked once, and the account is the wallet’s', async () => {
  const { walletId, client } = await opened();
  expect(await shown(walletId)).toEqual([]);
  await turn();
  await turn();
  expect(orders).toEqual([{ walletId, client, currency: 'EUR' }]);
  const [account] = await poolAccounts(client.id);
  expect(account).toMatchObject({
    iban: 'DE89370400440532013001'.replace('89', account!.iban.slice(2, 4)),
    walletId,
  });
  expect(await shown(walletId)).toEqual([account!.iban]);
});

test('an account for every currency is for all wallets of the client, and for nobody else', async () => {
  const british = { currency: '*', country: 'GB', bic: 'NWBKGB2L', bankName: 'NatWest' };
  const { walletId, client } = await opened('CHF');
  given({ ...british, iban: 'GB29NWBK60161331926819' });
  await turn();
  const second = await opened('SEK', client.id);
  expect(await shown(second.walletId)).toEqual(await shown(walletId));
  const other = await opened('SEK');
  given({ ...british, iban: 'GB29NWBK60161331926819' });
  await turn();
  expect([await shown(other.walletId), await poolAccounts(other.client.id)]).toEqual([[], []]);
  await funds.app.get(ClosedClients).onClientClosed({ ...testCaller, client: other.client });
});

test('two processes that ask at the same time give one account', async () => {
  const { walletId, client } = await opened();
  const other = await startService({ database: funds.db });
  await Promise.all([turn(), turn(other)]);
  await other.close();
  expect([(await poolAccounts(client.id)).length, (await shown(walletId)).length]).toEqual([1, 1]);
});

test('a process that ends after the provider has responded: the next one asks with the same key, and gets the same account', async () => {
  const { walletId, client } = await opened();
  const accounts = started.provider.accounts.size;
  started.provider.meddle = (_, reply) => (reply(), { status: 500 });
  await turn();
  expect([await shown(walletId), started.provider.accounts.size]).toEqual([[], accounts + 1]);
  started.provider.meddle = (_, reply) => reply();
  clock.advance(60_000);
  await turn();
  expect([(await poolAccounts(client.id)).length, started.provider.accounts.size]).toEqual([1, accounts + 1]);
});

test('a wallet whose account is retired gets another one', async () => {
  const { walletId, client } = await opened();
  await turn();
  const [first] = await poolAccounts(client.id);
  clock.advance(60_000);
  await funds.post(`${BANK}/collection-accounts/${first!.id}/retire`, { reason: 'Closed by the provider.' });
  await turn();
  const issued = (await poolAccounts(client.id)).map(({ iban }) => iban);
  const now = await shown(walletId);
  expect([issued.length, new Set(now), now.at(-1)]).toEqual([2, new Set(issued), first!.iban]);
});

test.each<[string, object | object[]]>([
  ['no list', {}],
  ['an empty list', []],
  [
    'a wrong IBAN',
    [{ currency: 'EUR', country: 'DE', iban: 'DE00370400440532013000', bic: 'COBADEFFXXX', bankName: 'C' }],
  ],
  [
    'a number instead of a text',
    [{ currency: 'EUR', country: 'DE', iban: 1, bic: 'COBADEFFXXX', bankName: 'C' }],
  ],
  [
    'an account in another currency',
    [{ currency: 'USD', country: 'DE', iban: 'DE02120300000000202051', bic: 'BYLADEM1001', bankName: 'DKB' }],
  ],
  ['nothing', [null]],
])('%s is no account: the wallet waits, others do not wait for it', async (_, accounts) => {
  const { walletId, client } = await opened();
  started.provider.meddle = ({ body }, reply) =>
    body.walletId === walletId ? { status: 200, body: { accounts } } : reply();
  const other = await opened();
  clock.advance(1_000);
  await turn();
  expect([await shown(walletId), await poolAccounts(client.id)]).toEqual([[], []]);
  expect(await shown(other.walletId)).toHaveLength(1);
  await funds.app.get(ClosedClients).onClientClosed({ ...testCaller, client });
});

test('a client that is closed meanwhile gets none', async () => {
  const { walletId, client } = await opened();
  started.provider.meddle = async (_, reply) => {
    await funds.app.get(ClosedClients).onClientClosed({ ...testCaller, client });
    return reply();
  };
  await turn();
  expect([await shown(walletId), await poolAccounts(client.id)]).toEqual([[], []]);
});

test('health says that the provider does not deliver', async () => {
  const health = async () => {
    const one = await startService({ database: funds.db });
    started.provider.meddle = (_, reply) => reply();
    const checks = one.app.get(Readiness).indicators as (() => Promise<Record<string, unknown>>)[];
    const results = Object.assign({}, ...(await Promise.all(checks.map((check) => check())))) as object;
    await one.close();
    return results;
  };
  expect(await health()).toMatchObject({ 'account provider': { status: 'up' } });
  expect(await health()).not.toHaveProperty('collection accounts'); // no pool has to be filled by hand
  const { client } = await opened();
  clock.advance(16 * 60_000);
  expect(await health()).toMatchObject({
    'account provider': {
      status: 'degraded',
      message: '1 wallets wait for an account for more than 15 minutes',
    },
  });
  await funds.app.get(ClosedClients).onClientClosed({ ...testCaller, client });
});

test('a start names what is missing', () =>
  expect(
    collectionAccountSettings.errors({ ENVIRONMENT: 'PRODUCTION', COLLECTION_ACCOUNTS: 'http' }),
  ).toEqual([
    'COLLECTION_ACCOUNTS_HTTP_URL must be set with COLLECTION_ACCOUNTS=http',
    'COLLECTION_ACCOUNTS_HTTP_KEY_FILE must be set with COLLECTION_ACCOUNTS=http',
  ]));
