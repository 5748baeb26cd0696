import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { Api, CreatedWithOtherValues } from './api.js';
import type { Demo, DemoClient } from './demo.js';

const CURRENCIES = ['GBP', 'EUR', 'USD'];
const OPENING_AMOUNT = 1_000_000;
const beneficiaries = JSON.parse(
  readFileSync(new URL('./beneficiaries.json', import.meta.url), 'utf8'),
) as readonly object[];

/**
 * Creates the demo data of a sandbox through the public API (decisions §10). Each step has its own idempotency key: an
 * interrupted run continues where it stopped, and a repeated one creates nothing.
 *
 * @throws Error if the data has demo users with another login than this one
 */
export async function seed(url: string, { operatorKey, clients }: Demo): Promise<void> {
  await Promise.all(clients.map((client) => seedClient(url, operatorKey, client)));
}

async function seedClient(url: string, operatorKey: string, demo: DemoClient): Promise<void> {
  const api = new Api(url, { 'x-api-key': demo.apiKey }, `seed-${demo.code}`);
  try {
    if (!(await isSeeded(api))) await createDemo(api, url, operatorKey, demo);
  } catch (error) {
    throw error instanceof CreatedWithOtherValues ? otherLogin(demo) : error;
  }
  if (!(await api.logsIn(demo.email, demo.password))) throw otherLogin(demo);
}

const otherLogin = ({ email }: DemoClient): Error =>
  new Error(
    `DEMO_EMAIL, DEMO_PASSWORD: the existing data has another login than ${email} with this password. Set the login with which the data was created, or start with new data.`,
  );

async function createDemo(api: Api, url: string, operatorKey: string, demo: DemoClient): Promise<void> {
  await createIdentity(new Api(url, { 'x-operator-key': operatorKey }, `seed-${demo.code}`), demo);
  await Promise.all(CURRENCIES.map((ccyCode) => api.post('/v1/wallets', { ccyCode }, `wallet-${ccyCode}`)));
  for (const ccyCode of CURRENCIES) {
    await collectionAccountsOf(api, ccyCode);
    const credit = {
      ccyCode,
      amount: OPENING_AMOUNT,
      narrative: 'Opening balance',
      sender: { name: demo.name },
    };
    await api.post('/v1/simulators/inbound-funds/credit', credit, `credit-${ccyCode}`);
  }
  await Promise.all(
    beneficiaries.map((beneficiary, i) => api.post('/v1/beneficiaries', beneficiary, `beneficiary-${i}`)),
  );
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

/** The beneficiaries are the last step. */
async function isSeeded(api: Api): Promise<boolean> {
  const found = await api.get<{ meta: { totalCount: number } }>('/v1/beneficiaries?limit=1');
  return found !== null && found.meta.totalCount >= beneficiaries.length;
}

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
}
