import { bankCreditIdOf } from '@corridor/inbound-funds-contract';
import type { BankFileLevelsResource } from '@corridor/payments-contract';
import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { roleNames } from '@corridor/gateway';
import { Api, CreatedWithOtherValues, NotAuthenticated, TooLate } from './api.js';
import type { Demo, DemoClient, DemoStaff } from './demo.js';
import {
  ASKED,
  CREDITS,
  HALTS,
  ADJUSTMENT,
  FEE_PLAN,
  FILES,
  fileContent,
  HEDGES,
  MARGIN_PLAN,
  RECEIVABLES,
  RESCREENINGS,
  RETURNS,
  bankCredit,
  ASKER,
  CLIENT_TO_CLOSE,
  COLLEAGUES,
  EXAMPLE_CLIENT,
  FIRST_ADMINISTRATOR,
  LAST,
  MAKER_EMAIL,
  PAYEE,
  PULLED,
  SPENT,
  STAFF_KEYS,
  STAFF_KEY_TO_REVOKE,
  type Story,
  halt,
  adjustment,
  feePlan,
  hedge,
  poolFile,
  marginPlan,
  keyPrefixOf,
  lastStory,
  stories,
  waitingStories,
} from './demo-records.js';
import { discard, receivable } from './example-ids.js';

const CURRENCIES = ['GBP', 'EUR', 'USD'];
/** Of all demo clients. */
const DETAILS = {
  address: { lines: ['1 Market Street'], city: 'London', postalCode: 'EC2N 1HQ', countryCode: 'GB' },
  clientType: 'Business',
  settings: { baseCcy: 'GBP' },
};
const OPENING_AMOUNT = 1_000_000;
const beneficiaries = JSON.parse(
  readFileSync(new URL('./beneficiaries.json', import.meta.url), 'utf8'),
) as readonly object[];

export interface Seeded {
  /** Null if neither the key nor the login of the settings is that of an administrator. */
  readonly staff: DemoStaff | null;
  readonly clients: readonly SeededClient[];
}

/** What works for a demo client: staff, or its user, may have changed or revoked what the first start created. */
export interface SeededClient {
  readonly client: DemoClient;
  readonly hasKey: boolean;
  readonly hasLogin: boolean;
}

/**
 * Creates the demo data of a sandbox through the public API (decisions §10). Each step has its own idempotency key: an
 * interrupted run continues where it stopped, and a repeated one creates nothing and leaves alone what was changed.
 */
export async function seed(url: string, demo: Demo): Promise<Seeded> {
  const credential = await administrator(url, demo);
  const clients = await Promise.all(demo.clients.map((client) => seedClient(url, credential, client)));
  if (credential) await recordReceivables(new Api(url, credential, STAFF_KEYS));
  return { staff: credential && demo.staff, clients };
}

type Credential = Readonly<Record<string, string>>;

/** The demo administrator, created as the first one. @returns null if others administer this sandbox */
async function administrator(url: string, { operatorKey, staff }: Demo): Promise<Credential | null> {
  const { email, password, apiKey } = staff;
  const byKey = { 'x-api-key': apiKey };
  if (await new Api(url, byKey, STAFF_KEYS).get('/operator/v1/auth/who-am-i')) return byKey;
  const first = new Api(url, { 'x-operator-key': operatorKey }, STAFF_KEYS);
  const logIn = () => first.token('/operator/v1/auth/token', email, password);
  const person = { firstName: 'Demo', lastName: 'Administrator', email, password, roles: roleNames };
  const create = () =>
    first.post('/operator/v1/staff', person, FIRST_ADMINISTRATOR).catch((error: unknown) => {
      if (!(error instanceof NotAuthenticated)) throw error; // somebody else was created first
    });
  const token = (await logIn()) ?? (await create().then(logIn));
  if (token === null) return null;
  const bearer = { authorization: `Bearer ${token}` };
  // A key that was revoked stays so; one that is configured anew is created beside it.
  const staffApi = new Api(url, bearer, STAFF_KEYS);
  const created = await staffApi
    .post('/operator/v1/staff-keys', { label: 'Demo', secret: apiKey }, `key-${digestOf(apiKey)}`)
    .catch(unlessCreated);
  await createColleagues(staffApi);
  await recordCredits(staffApi);
  await uploadFiles(staffApi);
  await importAccounts(staffApi);
  await deal(staffApi);
  await rescreen(staffApi);
  await askForApprovals(staffApi, url, password);
  return created === undefined ? bearer : byKey;
}

/** Whom, and what, the examples change. */
async function createColleagues(administrator: Api): Promise<void> {
  for (const [i, key] of COLLEAGUES.entries()) {
    const login = { email: `${key}@corridor.example`, password: randomUUID() };
    const person = { ...login, firstName: 'Demo', lastName: `Colleague ${i + 1}`, roles: ['support'] };
    await administrator.post('/operator/v1/staff', person, key).catch(unlessCreated);
  }
  await administrator.post('/operator/v1/staff-keys', { label: 'To revoke' }, STAFF_KEY_TO_REVOKE);
  const client = await administrator.post(
    '/operator/v1/clients',
    { ...DETAILS, name: 'Leaving Ltd', code: 'LEAVING' },
    CLIENT_TO_CLOSE,
  );
  const leaves = { reason: 'Leaves' };
  await administrator.post(`/operator/v1/clients/${client}/suspend`, leaves, `${CLIENT_TO_CLOSE}-suspend`);
}

/** What the bank has credited, and what goes back. */
async function recordCredits(staff: Api): Promise<void> {
  const path = '/operator/v1/bank/credits';
  for (const reference of [...CREDITS, ...RETURNS])
    await staff.post(path, bankCredit(reference), `credit-${reference}`).catch(unlessCreated);
  for (const reference of RETURNS) {
    const body = { reason: 'Nobody knows it.' };
    const id = bankCreditIdOf(bankCredit(reference));
    await staff.post(`${path}/${id}/return`, body, `return-${reference}`).catch(unlessCreated);
  }
}

/** Files of the bank, if nobody waits for what they say. */
async function uploadFiles(staff: Api): Promise<void> {
  const path = '/operator/v1/bank/files';
  const levels = await staff.get<{ data: BankFileLevelsResource }>(`${path}/levels`);
  if (levels?.data.areAwaited !== false) return;
  for (const name of FILES) {
    const content = Buffer.from(fileContent(name)).toString('base64');
    await staff.post(path, { name: `${name}.txt`, content }, `file-${name}`).catch(unlessCreated);
  }
}

/** Virtual accounts of the bank. */
async function importAccounts(staff: Api): Promise<void> {
  const path = '/operator/v1/bank/collection-accounts/import';
  await staff.post(path, { csv: poolFile }, 'pool').catch(unlessCreated);
}

/** What dealers have done. */
async function deal(staff: Api): Promise<void> {
  for (const key of HALTS) await staff.post('/operator/v1/dealing/halts', halt, key).catch(unlessCreated);
  for (const key of HEDGES)
    await staff.post('/operator/v1/dealing/hedges', hedge(key), key).catch(unlessCreated);
  await staff.post('/operator/v1/dealing/margin-plans', marginPlan, MARGIN_PLAN).catch(unlessCreated);
  await staff.post('/operator/v1/fees/plans', feePlan, FEE_PLAN).catch(unlessCreated);
  await staff.post('/operator/v1/books/adjustments', adjustment, ADJUSTMENT).catch(unlessCreated);
}

/** Once the client has its wallets. */
async function recordReceivables(staff: Api): Promise<void> {
  for (const key of RECEIVABLES)
    await staff.post('/operator/v1/receivables', receivable(), key).catch(unlessCreated);
}

/** One, and another one that is paused before it begins. */
async function rescreen(staff: Api): Promise<void> {
  const path = '/operator/v1/screening/rescreenings';
  let id: string | undefined;
  for (const key of RESCREENINGS) id = await staff.post(path, {}, key);
  await staff.post(`${path}/${id}/pause`, {}, 'rescreening-pause').catch((error: unknown) => {
    if (!(error instanceof TooLate)) throw error; // it has begun since an earlier run started it
  });
}

/** By another member of staff than the administrator, who can then approve. */
async function askForApprovals(administrator: Api, url: string, password: string): Promise<void> {
  const email = `${ASKER}@corridor.example`;
  const person = { firstName: 'Demo', lastName: 'Operations', email, password, roles: ['operations'] };
  await administrator.post('/operator/v1/staff', person, ASKER).catch(unlessCreated);
  const token = await administrator.token('/operator/v1/auth/token', email, password);
  if (token === null) return; // an earlier run created it with another password
  const asker = new Api(url, { authorization: `Bearer ${token}` }, STAFF_KEYS);
  for (const key of ASKED)
    await asker.post('/operator/v1/parked-messages/discard', discard, key).catch(unlessCreated);
}

async function seedClient(
  url: string,
  credential: Credential | null,
  client: DemoClient,
): Promise<SeededClient> {
  const keyPrefix = keyPrefixOf(client.code);
  const api = new Api(url, { 'x-api-key': client.apiKey }, keyPrefix);
  if (credential && !(await isKnown(api)))
    await createIdentity(new Api(url, credential, keyPrefix), client).catch(unlessCreated);
  const hasKey = await isKnown(api);
  if (hasKey && !(await isSeeded(api, client))) {
    const operator = credential && new Api(url, credential, keyPrefix);
    const secret = operator && client.code === EXAMPLE_CLIENT ? await createMaker(operator, api) : undefined;
    const maker = secret === undefined ? null : new Api(url, { 'x-api-key': secret }, keyPrefix);
    await createDemo(api, client, maker);
  }
  const token = await api.token('/v1/auth/token', client.email, client.password);
  return { client, hasKey, hasLogin: token !== null };
}

/** A second user of the client, whose payments wait for the first one. @returns the secret of an API key */
async function createMaker(operator: Api, api: Api): Promise<string | undefined> {
  const me = await api.get<{ data: { client: { id: string }; user: { id: string } } }>('/v1/auth/who-am-i');
  if (!me) return undefined;
  const { client, user } = me.data;
  const checker = { makerLimit: null, isChecker: true, checkerLimit: null };
  await operator.put(`/operator/v1/users/${user.id}/approval`, checker, 'checker').catch(unlessCreated);
  const login = { email: MAKER_EMAIL, password: randomUUID() };
  const person = { ...login, firstName: 'Demo', lastName: 'Maker' };
  const maker = await operator.post(`/operator/v1/clients/${client.id}/users`, person, 'maker');
  const limit = { makerLimit: { ccyCode: 'GBP', value: 0 }, isChecker: false, checkerLimit: null };
  await operator.put(`/operator/v1/users/${maker}/approval`, limit, 'maker-limit').catch(unlessCreated);
  const key = await operator.send(
    'POST',
    `/operator/v1/users/${maker}/api-keys`,
    { label: 'Maker' },
    'key-of-maker',
  );
  return key.secret;
}

async function createDemo(api: Api, demo: DemoClient, maker: Api | null): Promise<void> {
  const credit = (key: string, ccyCode: string, amount: number, narrative: string) => {
    const funds = { ccyCode, amount, narrative, sender: { name: demo.name } };
    return api.post('/v1/simulators/inbound-funds/credit', funds, key);
  };
  await Promise.all(CURRENCIES.map((ccyCode) => api.post('/v1/wallets', { ccyCode }, `wallet-${ccyCode}`)));
  for (const ccyCode of CURRENCIES) {
    await collectionAccountsOf(api, ccyCode);
    const pulled = demo.code === EXAMPLE_CLIENT ? (PULLED[ccyCode] ?? 0) : 0;
    await credit(`credit-${ccyCode}`, ccyCode, OPENING_AMOUNT - pulled, 'Opening balance');
  }
  const created = await Promise.all(
    beneficiaries.map((beneficiary, i) => api.post('/v1/beneficiaries', beneficiary, `beneficiary-${i}`)),
  );
  const payee = created[PAYEE];
  if (demo.code !== EXAMPLE_CLIENT || payee === undefined) return;
  for (const [ccyCode, amount] of Object.entries(SPENT))
    await credit(`spent-${ccyCode}`, ccyCode, amount, 'For the examples');
  const today = new Date().toISOString().slice(0, 10);
  const makers = maker ? waitingStories(payee, today) : [];
  await Promise.all([
    ...stories(payee, today).map((story) => tell(api, story).catch(unlessCreated)),
    ...makers.map((story) => tell(maker as Api, story).catch(unlessCreated)),
  ]);
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

const digestOf = (apiKey: string): string => createHash('sha256').update(apiKey).digest('hex').slice(0, 16);

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
  const client = await operator.post('/operator/v1/clients', { ...DETAILS, name, code }, 'client');
  const user = await operator.post(
    `/operator/v1/clients/${client}/users`,
    { firstName: 'Demo', lastName: code, email, password },
    'user',
  );
  // A demo key that is configured anew is created beside the old one.
  await operator.post(
    `/operator/v1/users/${user}/api-keys`,
    { label: 'Demo', secret: apiKey },
    `key-${digestOf(apiKey)}`,
  );
  for (const key of code === EXAMPLE_CLIENT ? ['key-to-revoke', 'key-of-operator-to-revoke'] : [])
    await operator.post(`/operator/v1/users/${user}/api-keys`, { label: 'To revoke' }, key);
}
