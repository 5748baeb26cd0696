import type { Api } from '../support/api.js';
import { fundingAccount, linkFundingAccount } from '../support/funding-account.js';
import { createSubscription } from '../support/subscription.js';
import { fundedClient, newClient } from '../support/system.js';
import * as resource from './02-resource-tables.js';

/** interface-spec 1, 2.3 and 8: accounts at other banks that fund the wallet in dollars by ACH pull. */

let api: Api;
beforeEach(async () => {
  ({ api } = await fundedClient({ USD: 0, GBP: 0 }));
});

const view = async (path: string) => (await api.get(`/v1/${path}`)).body.data;
const pull = (id: string, more: object = {}, as = api) =>
  as.post(`/v1/simulators/linked-funding-accounts/${id}/pull`, { amount: 250.5, ...more });
const unlink = (id: string, as = api) => as.post(`/v1/linked-funding-accounts/${id}/unlink`);

const shown = async (): Promise<any[]> => (await view('wallets/USD')).linkedFundingAccounts;

it('are shown on the wallet in dollars and nowhere else, from the link to the unlink', async () => {
  expect(await shown()).toEqual([]);
  const id = await linkFundingAccount(api);
  const [account] = await shown(); // when the response comes
  expect(account).toMatchObject({ ...fundingAccount, id, accountNumber: '****6789', routingCodeType: 'ABA' });
  expect(resource.wallet(await view('wallets/USD'), '#')).toEqual([]);
  expect(resource.linkedFundingAccount(await view(`linked-funding-accounts/${id}`), '#')).toEqual([]);
  expect((await view('wallets/GBP')).linkedFundingAccounts).toEqual([]);
  for (const wallet of await view('wallets')) expect(wallet).not.toHaveProperty('linkedFundingAccounts');
  expect((await unlink(id)).body.data.status).toBe('UNLINKED');
  expect(await shown()).toEqual([]);
});

it('are linked once, also by requests at the same time, until they are unlinked', async () => {
  const id = await linkFundingAccount(api);
  const again = await api.post('/v1/linked-funding-accounts', fundingAccount);
  expect([again.status, again.body.code, again.body.errors]).toEqual([
    409,
    'already_exists',
    [
      {
        pointer: '#/accountNumber',
        code: 'already_exists',
        detail: `This account is linked as ${id}.`,
      },
    ],
  ]);
  const other = { ...fundingAccount, accountNumber: '000987654321' };
  const both = await Promise.all([1, 2, 3].map(() => api.post('/v1/linked-funding-accounts', other)));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect(await shown()).toHaveLength(2);
  await unlink(id);
  await linkFundingAccount(api);
  const { api: another } = await fundedClient({ USD: 0 });
  await linkFundingAccount(another); // of two clients
});

it('are searched', async () => {
  const [first, second] = [
    await linkFundingAccount(api),
    await linkFundingAccount(api, { accountNumber: '000987654321' }),
  ];
  await unlink(first);
  const query = { field: 'status', operator: 'Equals', value: 'LINKED' };
  const found = await api.post('/v1/linked-funding-accounts/search', { query }, { key: null });
  expect([found.status, found.body.data.map(({ id }: any) => id)]).toEqual([200, [second]]);
});

it('fund the wallet', async () => {
  const { status, body } = await pull(await linkFundingAccount(api));
  const { id, narrative, sender } = body.data;
  expect([status, body.data.status, narrative]).toEqual([200, 'CREDITED', 'ACH pull']);
  expect(sender).toMatchObject({ name: fundingAccount.accountHolderName, accountNumber: '****6789' });
  expect((await view('wallets/USD')).balance.value).toBe(250.5);
  expect(await view('transactions')).toMatchObject([
    { triggeredByAction: 'FUNDING', status: 'COMPLETED', relatedEntity: { id, type: 'INBOUND_FUNDS' } },
  ]);
});

it('can leave the funds pending, and their bank can return them', async () => {
  const id = await linkFundingAccount(api);
  const pending = (await pull(id, { outcome: 'PENDING' })).body.data;
  expect(pending.status).toBe('PENDING');
  expect((await view('wallets/USD')).pendingBalance.value).toBe(250.5);
  const credited = await api.post(`/v1/simulators/inbound-funds/${pending.id}/credit`);
  expect(credited.body.data.status).toBe('CREDITED');
  expect((await pull(id, { outcome: 'RETURN' })).body.data.status).toBe('REJECTED');
  const { balance, pendingBalance } = await view('wallets/USD');
  expect([balance.value, pendingBalance.value]).toEqual([250.5, 0]);
});

const pullByClient = (id: string, more: object = {}, key?: string) =>
  api.post(`/v1/linked-funding-accounts/${id}/pull`, { amount: 250.5, ...more }, key ? { key } : {});
const simulate = (id: string, what: string) => api.post(`/v1/simulators/inbound-funds/${id}/${what}`);

it('are pulled from by their client: the funds are pending until they are credited', async () => {
  const linkedFundingAccountId = await linkFundingAccount(api);
  const { status, body } = await pullByClient(linkedFundingAccountId, {}, 'once');
  expect([status, body.data.status]).toEqual([200, 'PENDING']);
  expect(body.data).toMatchObject({ linkedFundingAccountId, sender: { accountNumber: '****6789' } });
  expect((await pullByClient(linkedFundingAccountId, {}, 'once')).body.data.id).toBe(body.data.id);
  expect((await view('wallets/USD')).pendingBalance.value).toBe(250.5);
  expect((await simulate(body.data.id, 'credit')).body.data.status).toBe('CREDITED');
  const { balance, pendingBalance } = await view('wallets/USD');
  expect([balance.value, pendingBalance.value]).toEqual([250.5, 0]);
});

it('are returned after the credit: the wallet gives back what it has, and money that comes in pays the rest', async () => {
  const id = await linkFundingAccount(api);
  const subscription = await createSubscription(api, { events: ['inbound_funds.rejected'] });
  const funds = (await pull(id)).body.data;
  await api.post('/v1/conversions', {
    ...{ sellCcyCode: 'USD', buyCcyCode: 'GBP', fixedSide: 'SELL', amount: 200 },
  });
  const { status, body } = await simulate(funds.id, 'return');
  expect([status, body.data.status]).toEqual([200, 'REJECTED']);
  expect(body.data.statusHistory.at(-1).statusReason).toMatch(
    /^R01: Insufficient funds\. USD 250\.50 was taken/,
  );
  const [last] = await view('wallets/USD/transactions');
  expect(last).toMatchObject({
    ...{ triggeredByAction: 'FUNDING', direction: 'DEBIT' },
    relatedEntity: { id: funds.id, type: 'INBOUND_FUNDS' },
  });
  expect((await simulate(funds.id, 'return')).body.code).toBe('illegal_transition');
  const others = await api.post('/v1/simulators/inbound-funds/credit', { ccyCode: 'USD', amount: 1000 });
  expect((await simulate(others.body.data.id, 'return')).body.code).toBe('illegal_transition');
  const path = `/v1/webhook-subscriptions/${subscription}/notifications`;
  while ((await api.get(path)).body.data.length === 0)
    await new Promise((resolve) => setTimeout(resolve, 50));
});

it('are not pulled from once they are unlinked', async () => {
  const id = await linkFundingAccount(api);
  await unlink(id);
  for (const refused of [await pull(id), await pullByClient(id), await unlink(id)])
    expect([refused.status, refused.body.code]).toEqual([409, 'illegal_transition']);
});

it('need a wallet in dollars, and belong to their client', async () => {
  const { api: other } = await newClient();
  const refused = await other.post('/v1/linked-funding-accounts', fundingAccount);
  expect([refused.status, refused.body.code]).toEqual([404, 'not_found']);
  const id = await linkFundingAccount(api);
  const foreign = [
    await other.get(`/v1/linked-funding-accounts/${id}`),
    await unlink(id, other),
    await pull(id, {}, other),
  ];
  expect(foreign.map(({ status }) => status)).toEqual([404, 404, 404]);
});

it('are named in no webhook by their number', async () => {
  const subscription = await createSubscription(api, { events: ['inbound_funds.credited'] });
  await pull(await linkFundingAccount(api));
  for (;;) {
    const { body, text } = await api.get(`/v1/webhook-subscriptions/${subscription}/notifications`);
    if (body.data.length > 0) {
      expect(text).not.toContain('6789');
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
});
