import { randomUUID } from 'node:crypto';
import { Api } from './api.js';

/**
 * The system under test, started by the test command in the composition that COMPOSITION names
 * (`all-in-one`, `processes` or `distributed`): the same tests pass in all.
 */
export const url = required('CORRIDOR_URL');
const operatorKey = process.env.OPERATOR_KEY ?? 'corridor-operator-key';

export const operator = new Api(url, { 'x-operator-key': operatorKey });

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
  const client = await by.post('/operator/v1/clients', {
    name,
    code: tag,
    address: { lines: ['1 Test Street'], countryCode: 'GB' },
    clientType: 'Business',
    settings: { baseCcy: 'GBP' },
  });
  const login = { email: `${tag}@example.com`, password: `password-${tag}` };
  const user = await by.post(`/operator/v1/clients/${client.body.data.id}/users`, {
    firstName: 'Ada',
    lastName: tag,
    ...login,
  });
  const key = await by.post(`/operator/v1/users/${user.body.data.id}/api-keys`, {
    label: 'test',
    permissions,
  });
  return {
    api: new Api(by.url, { 'x-api-key': key.body.data.secret as string }),
    clientId: client.body.data.id as string,
    userId: user.body.data.id as string,
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
    await client.api.post('/v1/wallets', { ccyCode });
    if (amount > 0) await fund(client.api, { ccyCode, amount });
  }
  const beneficiary = await client.api.post('/v1/beneficiaries', germanCompany);
  return { ...client, beneficiaryId: beneficiary.body.data.id as string };
}

/** Also if the accounts of the new wallet are issued late. */
async function fund(api: Api, credit: { readonly ccyCode: string; readonly amount: number }): Promise<void> {
  for (;;) {
    const { status, text } = await api.post('/v1/simulators/inbound-funds/credit', credit);
    if (status === 200) return;
    if (status !== 404) throw new Error(text);
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
