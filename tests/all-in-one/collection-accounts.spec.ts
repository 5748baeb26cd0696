import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type EmbeddedPostgres, startPostgres } from '@corridor/embedded-postgres';
import { Chance, sized, until } from '@corridor/testing';
import type { Api } from '../support/api.js';
import { britishIban, importAccounts } from '../support/collection-accounts.js';
import { productionSettings } from '../support/production.js';
import { Program } from '../support/program.js';
import { firstAdministrator, hired } from '../support/staff.js';
import { newClient } from '../support/system.js';

/**
 * Wallets of PRODUCTION that are opened in a program which is killed meanwhile, with pools that are empty at times: each account
 * goes to one client, and none is lost.
 */

const LIVES = sized({ small: 1, full: 40 });
const CLIENTS = 4;

const settings = productionSettings();
const folder = mkdtempSync(join(tmpdir(), 'corridor-pools-'));
let postgres: EmbeddedPostgres;
let program: Program;
let staff: Api;

beforeAll(async () => {
  chmodSync(folder, 0o755); // Postgres may run as another user
  postgres = await startPostgres({ dataDir: folder, maxConnections: 200 });
  program = await Program.with({ ...settings, DATABASE_URL: postgres.url, FOUR_EYES: 'none' });
  await program.start();
  staff = await firstAdministrator(program.url, settings['OPERATOR_KEY'] ?? '');
});
afterAll(async () => {
  await program.remove();
  await postgres.stop();
  rmSync(folder, { recursive: true });
});

const chance = new Chance(Date.now());

async function pool(): Promise<
  { iban: string; status: string; walletId: string | null; client: { id: string } | null }[]
> {
  const { body } = await staff.get('/operator/v1/bank/collection-accounts?limit=500');
  return body.data;
}

async function retire(iban: string): Promise<void> {
  const of = `/operator/v1/bank/collection-accounts?q=${encodeURIComponent(`iban == "${iban}"`)}`;
  const [{ id }] = (await staff.get(of)).body.data;
  await staff.post(`/operator/v1/bank/collection-accounts/${id}/retire`, {
    reason: 'The bank has closed it.',
  });
}

test(`each wallet has one account, and each account one wallet, although the program is killed (${LIVES})`, async () => {
  const wallets: { api: Api; clientId: string }[] = [];
  let imported = 0;
  const fill = () => {
    const ibans = Array.from({ length: CLIENTS }, () => britishIban(++imported));
    return importAccounts(staff, 'GBP', ...ibans);
  };
  for (let life = 0; life < LIVES; life++) {
    const clients = await Promise.all(Array.from({ length: CLIENTS }, () => newClient(undefined, staff)));
    wallets.push(...clients);
    const isFilledBefore = chance.happens(0.5);
    if (isFilledBefore) await fill();
    const opened = clients.map(({ api, clientId }) =>
      api.post('/v1/wallets', { ccyCode: 'GBP' }, { key: clientId }).catch(() => null),
    );
    await sleep(chance.below(300));
    await program.end('SIGKILL');
    await Promise.all(opened);
    await program.start();
    for (const { api, clientId } of clients)
      expect((await api.post('/v1/wallets', { ccyCode: 'GBP' }, { key: clientId })).status).toBe(200);
    if (!isFilledBefore) await fill();
  }
  const shown = async () =>
    Promise.all(
      wallets.map(async ({ api, clientId }) => {
        const { collectionAccounts } = (await api.get('/v1/wallets/GBP')).body.data;
        return [
          clientId,
          collectionAccounts.map((one: { accountNumber: string }) => one.accountNumber),
        ] as const;
      }),
    );
  await until(async () => (await shown()).every(([, numbers]) => numbers.length === 1));
  const given = new Map((await shown()).map(([clientId, [iban]]) => [clientId, iban as string]));
  expect(new Set(given.values()).size).toBe(wallets.length);
  const accounts = await pool();
  expect(accounts).toHaveLength(imported);
  for (const { iban, status, client } of accounts)
    expect([iban, status, given.get(client?.id ?? '')]).toEqual([iban, 'ALLOCATED', iban]);
});

/** How long a request waits for a service that does not respond. */
const NO_ANSWER_MS = 5_000;

test('a wallet is opened at once while no account is free, gets one later, and another one for it when it is retired', async () => {
  const { api } = await newClient(undefined, staff);
  const start = Date.now();
  const currencies = ['CHF', 'SEK', 'NOK', 'DKK'];
  for (const ccyCode of currencies)
    expect((await api.post('/v1/wallets', { ccyCode })).body.data.collectionAccounts).toEqual([]);
  expect(Date.now() - start).toBeLessThan(currencies.length * NO_ANSWER_MS);
  const [first, second] = [britishIban(2_000_000), britishIban(2_000_001)];
  const shows = async () =>
    (await api.get('/v1/wallets/CHF')).body.data.collectionAccounts.map(
      ({ accountNumber, retiredOn }: { accountNumber: string; retiredOn: string | null }) =>
        `${accountNumber}${retiredOn === null ? '' : ' retired'}`,
    );
  await importAccounts(staff, 'CHF', first);
  await until(async () => (await shows()).length === 1);
  await retire(first);
  await until(async () => (await shows()).includes(`${first} retired`));
  await program.end('SIGKILL');
  await program.start();
  await importAccounts(staff, 'CHF', second);
  await until(async () => (await shows()).length === 2);
  expect(await shows()).toEqual([second, `${first} retired`]);
});

test('a wallet of a closed client does not wait any more', async () => {
  const { api, clientId } = await newClient(undefined, staff);
  const compliance = await hired(staff, 'carla@corridor.example', ['compliance']);
  await api.post('/v1/wallets', { ccyCode: 'PLN' });
  const status = async () => {
    const q = encodeURIComponent(`client.id == "${clientId}"`);
    return (await staff.get(`/operator/v1/bank/collection-account-requests?q=${q}`)).body.data[0]?.status;
  };
  await until(async () => (await status()) === 'WAITING');
  for (const [step, body] of [
    ['suspend', { reason: 'The contract has ended.' }],
    ['close', { reason: 'The contract has ended.' }],
  ] as const) {
    const { status: code, text } = await compliance.post(`/operator/v1/clients/${clientId}/${step}`, body);
    expect([code, text]).toEqual([200, expect.anything()]);
  }
  await until(async () => (await status()) === 'WITHDRAWN');
  const iban = britishIban(3_000_000);
  await importAccounts(staff, 'PLN', iban);
  expect((await pool()).find((account) => account.iban === iban)).toMatchObject({ status: 'FREE' });
});

test('what the bank credits to an account is for its client, and for nobody once it is retired', async () => {
  const iban = britishIban(1_000_000);
  await importAccounts(staff, 'EUR', iban);
  const { api, clientId } = await newClient(undefined, staff);
  await api.post('/v1/wallets', { ccyCode: 'EUR' });
  await until(async () => (await api.get('/v1/wallets/EUR')).body.data.collectionAccounts.length === 1);
  const credit = async (bankReference: string) => {
    const line = {
      accountNumber: iban,
      ccyCode: 'EUR',
      amount: 12.5,
      valueDate: '2026-11-20',
      bankReference,
    };
    return (await staff.post('/operator/v1/bank/credits', line)).body.data;
  };
  expect(await credit('FT1')).toMatchObject({ status: 'MATCHED', client: { id: clientId } });
  await until(async () => (await api.get('/v1/inbound-funds')).body.data.length === 1);
  await retire(iban);
  expect((await credit('FT2')).status).toBe('UNMATCHED');
});
