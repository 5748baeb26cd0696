import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { Api, CreatedWithOtherValues } from './api.js';
import type { Demo, DemoClient } from './demo.js';
import {
  EXAMPLE_CLIENT,
  LAST,
  PAYEE,
  SPENT,
  type Story,
  keyPrefixOf,
  lastStory,
  stories,
} from './demo-records.js';

const CURRENCIES = ['GBP', 'EUR', 'USD'];
const OPENING_AMOUNT = 1_000_000;
const beneficiaries = JSON.parse(
  readFileSync(new URL('./beneficiaries.json', import.meta.url), 'utf8'),
) as readonly object[];

/** What works for a demo client: an operator, or its user, may have changed or revoked what the first start created. */
export interface Seeded {
  readonly client: DemoClient;
  readonly hasKey: boolean;
  readonly hasLogin: boolean;
}

/**
 * Creates the demo data of a sandbox through the public API (decisions §10). Each step has its own idempotency key: an
 * interrupted run continues where it stopped, and a repeated one creates nothing and leaves alone what was changed.
 */
export function seed(url: string, { operatorKey, clients }: Demo): Promise<readonly Seeded[]> {
  return Promise.all(clients.map((client) => seedClient(url, operatorKey, client)));
}

async function seedClient(url: string, operatorKey: string, client: DemoClient): Promise<Seeded> {
  const keyPrefix = keyPrefixOf(client.code);
  const api = new Api(url, { 'x-api-key': client.apiKey }, keyPrefix);
  const operator = new Api(url, { 'x-operator-key': operatorKey }, keyPrefix);
  if (!(await isKnown(api))) await createIdentity(operator, client).catch(unlessCreated);
  const hasKey = await isKnown(api);
  if (hasKey && !(await isSeeded(api, client))) await createDemo(api, client);
  return { client, hasKey, hasLogin: await api.logsIn(client.email, client.password) };
}

async function createDemo(api: Api, demo: DemoClient): Promise<void> {
  const credit = (key: string, ccyCode: string, amount: number, narrative: string) => {
    const funds = { ccyCode, amount, narrative, sender: { name: demo.name } };
    return api.post('/v1/simulators/inbound-funds/credit', funds, key);
  };
  await Promise.all(CURRENCIES.map((ccyCode) => api.post('/v1/wallets', { ccyCode }, `wallet-${ccyCode}`)));
  for (const ccyCode of CURRENCIES) {
    await collectionAccountsOf(api, ccyCode);
    await credit(`credit-${ccyCode}`, ccyCode, OPENING_AMOUNT, 'Opening balance');
  }
  const created = await Promise.all(
    beneficiaries.map((beneficiary, i) => api.post('/v1/beneficiaries', beneficiary, `beneficiary-${i}`)),
  );
  const payee = created[PAYEE];
  if (demo.code !== EXAMPLE_CLIENT || payee === undefined) return;
  for (const [ccyCode, amount] of Object.entries(SPENT))
    await credit(`spent-${ccyCode}`, ccyCode, amount, 'For the examples');
  const today = new Date().toISOString().slice(0, 10);
  await Promise.all(stories(payee, today).map((story) => tell(api, story).catch(unlessCreated)));
  await tell(api, lastStory(payee, today)).catch(unlessCreated);
}

async function tell(api: Api, [first, ...moves]: Story): Promise<void> {
  const id = await api.post(first.path, first.body, first.key);
  for (const { path, body, key } of moves) await api.post(path.replace('{id}', id), body, key);
}

/** A wallet is open before it has collection accounts, on which it can be credited. */
async function collectionAccountsOf(api: Api, ccyCode: string): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const wallet = await api.get<{ data: { collectionAccounts: readonly object[] } }>(
      `/v1/wallets/${ccyCode}`,
    );
    if (wallet?.data.collectionAccounts.length) return;
    await setTimeout(100);
  }
  throw new Error(`The ${ccyCode} wallet of the demo client has had no collection accounts for a minute`);
}

const isKnown = async (api: Api): Promise<boolean> => (await api.get('/v1/auth/who-am-i')) !== null;

async function isSeeded(api: Api, { code }: DemoClient): Promise<boolean> {
  const last = encodeURIComponent(`AND(metadata == "${LAST}",status == "SENT")`);
  if (code === EXAMPLE_CLIENT) return (await countOf(api, `payment-instructions?q=${last}`)) > 0;
  return (await countOf(api, 'beneficiaries?limit=1')) >= beneficiaries.length;
}

async function countOf(api: Api, search: string): Promise<number> {
  const found = await api.get<{ meta: { totalCount: number } }>(`/v1/${search}`);
  return found?.meta.totalCount ?? 0;
}

/** What an earlier run has created with another login, or on another day, is left as it is. */
function unlessCreated(error: unknown): void {
  if (!(error instanceof CreatedWithOtherValues)) throw error;
}

/** @throws CreatedWithOtherValues if an earlier run has created the user with another login */
async function createIdentity(
  operator: Api,
  { name, code, email, password, apiKey }: DemoClient,
): Promise<void> {
  const client = await operator.post(
    '/operator/v1/clients',
    {
      name,
      code,
      address: { lines: ['1 Market Street'], city: 'London', postalCode: 'EC2N 1HQ', countryCode: 'GB' },
      clientType: 'Business',
      settings: { baseCcy: 'GBP' },
    },
    'client',
  );
  const user = await operator.post(
    `/operator/v1/clients/${client}/users`,
    { firstName: 'Demo', lastName: code, email, password },
    'user',
  );
  // A demo key that is configured anew is created beside the old one.
  const digest = createHash('sha256').update(apiKey).digest('hex').slice(0, 16);
  await operator.post(
    `/operator/v1/users/${user}/api-keys`,
    { label: 'Demo', secret: apiKey },
    `key-${digest}`,
  );
  for (const key of code === EXAMPLE_CLIENT ? ['key-to-revoke', 'key-of-operator-to-revoke'] : [])
    await operator.post(`/operator/v1/users/${user}/api-keys`, { label: 'To revoke' }, key);
}
