/** What the benches of whole requests share. */
import { randomUUID } from 'node:crypto';

/**
 * The headers and the body of a request; a command has a key of its own.
 * @param {string} method @param {Record<string, string>} credential @param {object} [body]
 */
export const requestOf = (method, credential, body) => ({
  method,
  headers: {
    ...credential,
    ...(body && { 'content-type': 'application/json' }),
    ...(method !== 'GET' && { 'x-idempotency-key': randomUUID() }),
  },
  body: body && JSON.stringify(body),
});

/**
 * A new client with pounds and a beneficiary.
 * @param {(method: string, path: string, credential: Record<string, string>, body?: object) => Promise<any>} send
 */
export async function newClient(send) {
  const operator = { 'x-api-key': 'ok_sandbox_demo_administrator' };
  const tag = randomUUID().slice(0, 8);
  const login = { email: `${tag}@example.com`, password: `password-${tag}` };
  const address = { lines: ['1 Bench Street'], countryCode: 'GB' };
  const client = await send('POST', '/operator/v1/clients', operator, {
    name: tag,
    code: tag,
    address,
    clientType: 'Business',
    settings: { baseCcy: 'GBP' },
  });
  const user = await send('POST', `/operator/v1/clients/${client.id}/users`, operator, {
    firstName: 'B',
    lastName: tag,
    ...login,
  });
  const key = await send('POST', `/operator/v1/users/${user.id}/api-keys`, operator, { label: 'bench' });
  const credential = { 'x-api-key': key.secret };
  const api = (method, path, body) => send(method, path, credential, body);
  await api('POST', '/v1/wallets', { ccyCode: 'GBP' });
  await api('POST', '/v1/simulators/inbound-funds/credit', { ccyCode: 'GBP', amount: 100_000_000 });
  const beneficiary = await api('POST', '/v1/beneficiaries', {
    beneficiaryType: 'COMPANY',
    company: { name: 'Muster GmbH' },
    address: { lines: ['Hauptstrasse 1'], city: 'Berlin', postalCode: '10115', countryCode: 'DE' },
    bankAccount: {
      bankName: 'Commerzbank',
      bankCountryCode: 'DE',
      ccyCode: 'EUR',
      accountHolderName: 'Muster GmbH',
      bicSwiftCode: 'COBADEFFXXX',
      iban: 'DE89370400440532013000',
    },
  });
  return { id: client.id, login, api, credential, beneficiaryId: beneficiary.id };
}

/** The body of a payment instruction. */
export const instructionOf = ({ beneficiaryId }) => ({
  sellCcyCode: 'GBP',
  buyCcyCode: 'EUR',
  fixedSide: 'BUY',
  amount: 10,
  beneficiaryId,
  paymentDate: new Date().toISOString().slice(0, 10),
  paymentType: 'REGULAR',
  narrative: 'bench',
});

/** Creates a payment instruction. */
export const create = (client) => client.api('POST', '/v1/payment-instructions', instructionOf(client));

export const credit = ({ api }) =>
  api('POST', '/v1/simulators/inbound-funds/credit', { ccyCode: 'GBP', amount: 1 });

/** Creates a payment instruction and takes it to SENT. */
export async function life(client) {
  const { id } = await create(client);
  const step = (name, body) => client.api('POST', `/v1/simulators/payment-instructions/${id}/${name}`, body);
  await step('acknowledge');
  await step('fill', { useIndicativeRateForActualRate: true });
  await step('send');
}

/** Sends a request and returns the text of a response with this status. @param {import('undici').Pool} pool */
export const senderTo =
  (pool) =>
  async (
    /** @type {string} */ path,
    /** @type {ReturnType<typeof requestOf>} */ request,
    /** @type {number} */ status,
  ) => {
    const { statusCode, body } = await pool.request({ path, ...request });
    const text = await body.text();
    if (statusCode !== status) throw new Error(`${request.method} ${path}: ${statusCode} ${text}`);
    return text;
  };

/** Sends requests that succeed, for {@link newClient}. @param {import('undici').Pool} pool */
export function apiOf(pool) {
  const send = senderTo(pool);
  return async (method, path, credential, body) =>
    JSON.parse(await send(path, requestOf(method, credential, body), 200)).data;
}
