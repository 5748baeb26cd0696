import { randomUUID } from 'node:crypto';
import { Api } from './api.js';
import { DEMO_STAFF } from './staff.js';

/**
 * The system under test, started by the test command in the composition that COMPOSITION names
 * (`all-in-one`, `processes` or `distributed`): the same tests pass in all.
 */
export const url = required('CORRIDOR_URL');

export const operator = new Api(url, DEMO_STAFF);

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run the system tests by \`npm test\``);
  return value;
}

export interface TestClient {
  readonly api: Api;
  readonly clientId: string;
  readonly userId: string;
  readonly name: string;
  readonly login: { readonly email: string; readonly password: string };
}

/** A new client for the test, with one user and one API key, created by the operator. */
export async function newClient(permissions?: readonly string[], by: Api = operator): Promise<TestClient> {
  const tag = randomUUID().slice(0, 8);
  const name = `Test ${tag}`;
  const client = await created(by, '/operator/v1/clients', {
    name,
    code: tag,
    address: { lines: ['1 Test Street'], countryCode: 'GB' },
    clientType: 'Business',
    settings: { baseCcy: 'GBP' },
  });
  const login = { email: `${tag}@example.com`, password: `tulip canyon ledger ${tag}` };
  const user = await created(by, `/operator/v1/clients/${client.id}/users`, {
    firstName: 'Ada',
    lastName: tag,
    ...login,
  });
  const key = await created(by, `/operator/v1/users/${user.id}/api-keys`, {
    label: 'test',
    permissions,
  });
  return {
    api: new Api(by.url, { 'x-api-key': key.secret as string }),
    clientId: client.id as string,
    userId: user.id as string,
    name,
    login,
  };
}

/** A client with funded wallets and one beneficiary in Germany. */
export async function fundedClient(
  amounts: Readonly<Record<string, number>>,
  by: Api = operator,
): Promise<TestClient & { beneficiaryId: string }> {
  const client = await newClient(undefined, by);
  for (const [ccyCode, amount] of Object.entries(amounts)) {
    await created(client.api, '/v1/wallets', { ccyCode });
    if (amount > 0) await fund(client.api, { ccyCode, amount });
  }
  const beneficiary = await created(client.api, '/v1/beneficiaries', germanCompany);
  return { ...client, beneficiaryId: beneficiary.id as string };
}

/** Repeats the request, with its key, while a part of the system does not respond: a busy machine starts slowly. */
async function created(by: Api, path: string, body: object): Promise<any> {
  const key = randomUUID();
  for (;;) {
    const { status, text, body: response } = await by.post(path, body, { key });
    if (status === 200) return response.data;
    if (status !== 503) throw new Error(`${path}: ${text}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Also if the accounts of the new wallet are issued late: there is no effect then, and another key. */
async function fund(api: Api, credit: { readonly ccyCode: string; readonly amount: number }): Promise<void> {
  let key = randomUUID();
  for (;;) {
    const { status, text } = await api.post('/v1/simulators/inbound-funds/credit', credit, { key });
    if (status === 200) return;
    if (status === 404) key = randomUUID();
    else if (status !== 503) throw new Error(text);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

export const germanCompany = {
  beneficiaryType: 'COMPANY',
  company: { name: 'Muster Maschinenbau GmbH' },
  address: { lines: ['Hauptstrasse 1'], city: 'Berlin', postalCode: '10115', countryCode: 'DE' },
  bankAccount: {
    bankName: 'Commerzbank',
    bankCountryCode: 'DE',
    ccyCode: 'EUR',
    accountHolderName: 'Muster Maschinenbau GmbH',
    bicSwiftCode: 'COBADEFFXXX',
    iban: 'DE89370400440532013000',
  },
};
