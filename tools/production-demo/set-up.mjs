/**
 * What a company does before its first client: two people who approve what the other one does, a sanctions list, and virtual accounts of the
 * bank. All of it can be repeated, so a start goes on where one before was ended.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { currencies } from './place.mjs';

/** Virtual accounts for each currency. */
const COUNT = 40;
const ROLES = ['administrator', 'onboarding', 'compliance', 'dealer', 'operations', 'finance'];
const PATIENCE_MS = 120_000;
export const STAFF = { ines: 'Ines', omar: 'Omar' };
/** @param {string} name */
export const emailOf = (name) => `${name.toLowerCase()}@corridor.example`;

/** @typedef {(method: string, path: string, body?: object) => Promise<{ status: number, data: any }>} Call */

/**
 * @param {string} url
 * @param {import('./place.mjs').Place} place
 * @param {(...command: string[]) => Promise<string>} askBank runs a command of the bank
 */
export async function setUp(url, { password, operatorKey, bank }, askBank) {
  const person = (/** @type {string} */ firstName) => ({
    ...{ firstName, lastName: 'Demo', email: emailOf(firstName), roles: ROLES },
  });
  // Who is created by a colleague replaces the first password with the first login.
  const first = `${password}-1`;
  const logIn = async (/** @type {string} */ name) => {
    for (const login of [{ password }, { password: first, newPassword: password }]) {
      const { status, data } = await callerOf(url)('POST', '/auth/token', { email: emailOf(name), ...login });
      if (status === 200) return callerOf(url, { authorization: `Bearer ${data.accessToken}` });
    }
    return null;
  };
  const hired = async (/** @type {string} */ name, /** @type {Call | null} */ by) =>
    (await logIn(name)) ?? (await created(name, by ?? callerOf(url, { 'x-operator-key': operatorKey })));
  const created = async (/** @type {string} */ name, /** @type {Call} */ by) => {
    const given = name === STAFF.ines ? password : first;
    demand(await by('POST', '/staff', { ...person(name), password: given }), 200);
    return /** @type {Call} */ (await logIn(name));
  };
  const ines = await hired(STAFF.ines, null);
  const omar = await hired(STAFF.omar, ines);
  await importList(ines);
  await importAccounts(ines, omar, bank, askBank);
}

/** @param {Call} by */
async function importList(by) {
  const statuses = async () =>
    demand(await by('GET', '/screening/lists'), 200).map(
      (/** @type {{ status: string }} */ { status }) => status,
    );
  if ((await statuses()).length === 0)
    demand(await by('POST', '/screening/lists', { list: 'UN', files: ['un.xml'] }), 200);
  for (const deadline = Date.now() + PATIENCE_MS; !(await statuses()).includes('IMPORTED'); await sleep(100))
    if (Date.now() > deadline) throw new Error('the sanctions list was not imported in time');
}

/** @param {Call} by @param {Call} second @param {string} bank @param {(...command: string[]) => Promise<string>} askBank */
async function importAccounts(by, second, bank, askBank) {
  const levels = demand(await by('GET', '/bank/collection-accounts/levels'), 200);
  const known = new Set(levels.map((/** @type {{ ccyCode: string }} */ { ccyCode }) => ccyCode));
  for (const currency of currencies.filter((one) => !known.has(one))) {
    const file = (await askBank('allocate', '--currency', currency, '--count', String(COUNT))).trim();
    const csv = readFileSync(join(bank, file), 'utf8');
    const { id } = demand(await by('POST', '/bank/collection-accounts/import', { csv }), 202);
    demand(await second('POST', `/approvals/${id}/approve`), 200);
  }
}

/** @param {string} url @param {Record<string, string>} [headers] @returns {Call} */
function callerOf(url, headers = {}) {
  return async (method, path, body) => {
    const response = await fetch(`${url}/operator/v1${path}`, {
      method,
      headers: {
        ...headers,
        ...(method === 'POST' && !path.startsWith('/auth') && { 'x-idempotency-key': crypto.randomUUID() }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const content = JSON.parse(text);
    return { status: response.status, data: content.data ?? content };
  };
}

/** @param {{ status: number, data: any }} response @param {number} expected */
function demand({ status, data }, expected) {
  if (status !== expected) throw new Error(`the set-up failed: ${status} ${JSON.stringify(data)}`);
  return data;
}
