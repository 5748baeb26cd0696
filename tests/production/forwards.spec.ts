import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '@corridor/testing';
import { Api } from '../support/api.js';
import { becomes } from '../support/becomes.js';
import { britishIban, fileOf } from '../support/collection-accounts.js';
import { Databases } from '../support/composition/databases.js';
import { violationsInBooks } from '../support/composition/invariants.js';
import { accepted, held, repeatable } from '../support/held-row.js';
import { type Person, type Staff, approved, done, hireStaff, logIn } from '../support/production-staff.js';
import { ProductionSystem } from '../support/production-system.js';
import { sanctions } from './parties.js';

/**
 * Forwards of a client in PRODUCTION, over HTTP alone: their deposit, a top-up after the market has moved, and their close-out when it is
 * missed, for which the wallet has too little. All processes are killed between the decision of each close-out and its posting. The rail
 * is the manual one: staff are the portal of the bank. `story.spec.ts` has the one of files.
 */

let system: ProductionSystem;
let databases: Databases;
let staff: Staff;
let client: Person;
let clientId: string;
let forward: string;

/** Sold for dollars: a deposit of 5,000, and 1,000 are left. */
const FUNDS = 6_000;
const SOLD = 50_000;
const SMALL = 3;

const view = async (path: string) => done(await client.api.get(`/v1/${path}`));
const q = (query: string) => `q=${encodeURIComponent(query)}`;
const balance = async () => (await view('wallets/GBP')).balance.value as number;
const cents = (amount: number) => Math.round(amount * 100);
const closeOutsOf = (id: string) =>
  view(`transactions?${q(`AND(relatedEntity.id == "${id}",triggeredByAction == "CONVERSION")`)}`);
const receivables = async () => done(await staff.Felix.api.get('/operator/v1/receivables'));

/** A credit on the statement of the bank, which two people record. */
async function receive(amount: number, bankReference: string): Promise<void> {
  const { collectionAccounts } = await view('wallets/GBP');
  const { accountNumber } = collectionAccounts.at(-1);
  const sender = { name: 'Harbour Customers plc', countryCode: 'GB' };
  const credit = { accountNumber, ccyCode: 'GBP', amount, valueDate: system.date(), bankReference, sender };
  const { Olga, Oscar } = staff;
  const { inboundFundsId } = await approved(Olga.api.post('/operator/v1/bank/credits', credit), Oscar);
  const status = async () =>
    (await client.api.get(`/v1/inbound-funds/${inboundFundsId}`)).body.data?.status as unknown;
  await becomes(status, 'CREDITED');
}

/** Kills everything once these conversions wait for the ledger, where the client's row is held from before `cause` on. */
async function killedWhile(ids: readonly string[], cause: () => Promise<void>): Promise<void> {
  const release = await held(system.databaseOf('ledger'), clientId);
  try {
    await cause();
    const all = ids.map((id) => `'${id}'`).join();
    const waiting = `SELECT FROM streams WHERE stream_id IN (${all}) AND state #>> '{step,command}' = 'cancel'`;
    await until(async () => (await databases.query('conversions', waiting)).length === ids.length);
    await system.kill();
  } finally {
    await release();
  }
  await system.startAgain();
}

beforeAll(async () => {
  system = await ProductionSystem.start('production-forwards', 'manual');
  databases = new Databases(system.databaseUrl);
  staff = await hireStaff(system.url, system.operatorKey);
  writeFileSync(join(system.lists, 'un.xml'), sanctions);
  const lists = '/operator/v1/screening/lists';
  done(await staff.Carla.api.post(lists, { list: 'UN', files: ['un.xml'] }));
  await becomes(async () => done(await staff.Carla.api.get(lists))[0]?.status, 'IMPORTED');
  const { Nora, Noah, Felix, Fiona, Olga, Oscar } = staff;
  const company = {
    ...{ name: 'Blue Harbour Ltd', code: 'BLUE', clientType: 'Business', settings: { baseCcy: 'GBP' } },
    address: { lines: ['1 High Street'], city: 'London', postalCode: 'E1 1AA', countryCode: 'GB' },
  };
  clientId = done(await Nora.api.post('/operator/v1/clients', company)).id;
  const login = { email: 'chloe@blue.example', password: 'what Corridor lets Chloe choose' };
  const user = { firstName: 'Chloe', lastName: 'Blue', ...login };
  const { id } = await approved(Nora.api.post(`/operator/v1/clients/${clientId}/users`, user), Noah);
  client = { id, name: 'Chloe Blue', ...login, api: new Api(system.url, {}) };
  await logIn(system.url, client, '/v1/auth/token');
  const deposits = { percent: 10, hours: 2, topUpPercent: 50 };
  const limits = { clientExposure: 1_000_000, maximumDeal: null, deposits };
  await approved(Felix.api.put(`/operator/v1/dealing/limits/${clientId}`, limits), Fiona);
  const csv = fileOf('*', britishIban(1), britishIban(2));
  await approved(Olga.api.post('/operator/v1/bank/collection-accounts/import', { csv }), Oscar);
  done(await client.api.post('/v1/wallets', { ccyCode: 'GBP' }));
  await until(async () => (await view('wallets/GBP')).collectionAccounts.length > 0);
  await receive(FUNDS, 'FT27061AAAA');
});
afterAll(async () => {
  await databases?.close();
  await system?.stop();
});

const sold = { sellCcyCode: 'GBP', buyCcyCode: 'USD', fixedSide: 'SELL' };

test('a forward waits for its deposit, and has it', async () => {
  const order = { ...sold, amount: SOLD, valueDate: system.date(60) };
  const { id, deposit } = done(await client.api.post('/v1/conversions', order));
  forward = id;
  expect(deposit).toMatchObject({ status: 'AWAITING_DEPOSIT', amount: { ccyCode: 'GBP', value: SOLD / 10 } });
  expect(done(await client.api.post(`/v1/conversions/${id}/pay-deposit`)).deposit.status).toBe(
    'DEPOSIT_RECEIVED',
  );
  expect(await balance()).toBe(FUNDS - SOLD / 10);
});

test('cancellations that are decided and not yet posted when everything is killed are charged once', async () => {
  const before = await balance();
  const book = async () =>
    done(await client.api.post('/v1/conversions', { ...sold, amount: 100, valueDate: system.date(1) }))
      .id as string;
  const ids = await Promise.all(Array.from({ length: SMALL }, book));
  const commands = ids.map((id) =>
    repeatable((key) => client.api.post(`/v1/conversions/${id}/cancel`, { reason: 'Not needed' }, { key })),
  );
  await killedWhile(ids, async () => {
    for (const send of commands) send().catch(() => null);
  });
  const responses = await Promise.all(commands.map(accepted));
  const again = await Promise.all(commands.map(async (send) => (await send()).text));
  expect(again).toEqual(responses.map(({ text }) => text));
  let charged = 0;
  for (const id of ids) {
    expect((await view(`conversions/${id}`)).status).toBe('CANCELLED');
    const moved = await closeOutsOf(id);
    expect(moved).toHaveLength(1);
    charged += cents(moved[0].amount.value);
  }
  expect(charged).toBeGreaterThan(0);
  expect(cents(before) - cents(await balance())).toBe(charged);
});

test('after an adverse move of the market more is asked for', async () => {
  system.moveMarket('USD', '1.2999', '1.3001');
  const halts = `/operator/v1/dealing/halts?${q('AND(status == "OPEN",cause == "JUMP")')}`;
  const open = async () => done(await staff.Dana.api.get(halts));
  await until(async () => (await open()).length > 0);
  for (const { id } of await open())
    done(
      await staff.Dana.api.post(`/operator/v1/dealing/halts/${id}/lift`, { reason: 'The rate is confirmed' }),
    );
  await becomes(async () => (await view(`conversions/${forward}`)).deposit.status, 'AWAITING_DEPOSIT');
  const { deposit } = await view(`conversions/${forward}`);
  expect(deposit.amount.value).toBeGreaterThan(SOLD / 5);
  const refused = await client.api.post(`/v1/conversions/${forward}/pay-deposit`);
  expect([refused.status, refused.body.code]).toEqual([422, 'insufficient_funds']);
});

test('a missed top-up closes the forward out once, also if everything is killed meanwhile, and what is missing is owed', async () => {
  const before = await balance();
  await killedWhile([forward], async () => system.setClock(`${system.date()}T13:00:00Z`));
  await Promise.all(Object.values(staff).map((person) => logIn(system.url, person)));
  await logIn(system.url, client, '/v1/auth/token');
  await becomes(async () => (await view(`conversions/${forward}`)).status, 'CANCELLED');
  const { statusHistory } = await view(`conversions/${forward}`);
  expect(statusHistory.at(-1).statusReason).toBe('DEPOSIT_NOT_RECEIVED');
  // The deposit has come back, and has been used.
  expect(await balance()).toBe(before);
  expect(await closeOutsOf(forward)).toHaveLength(1);
  const owed = await receivables();
  expect(owed).toMatchObject([{ status: 'OPEN', client: { id: clientId }, conversion: { id: forward } }]);
  expect(owed[0].outstanding.value).toBeGreaterThan(2_000);
});

test('what comes in pays it, finance collects some, writes the rest off with a second person, and no client is closed before', async () => {
  const [{ id, amount }] = await receivables();
  const path = `/operator/v1/receivables/${id}`;
  const before = await balance();
  await receive(500, 'FT27061BBBB');
  // The oldest debt takes what the wallet has, not only what has come in.
  const paid = Math.min(cents(amount.value), cents(before) + 50_000);
  expect(cents((await receivables())[0].outstanding.value)).toBe(cents(amount.value) - paid);
  expect(await balance()).toBe(0);
  const nothing = await staff.Felix.api.post(`${path}/collect`);
  expect([nothing.status, nothing.body.code]).toEqual([422, 'insufficient_funds']);

  const ofClient = `/operator/v1/clients/${clientId}`;
  done(await staff.Carla.api.post(`${ofClient}/suspend`, { reason: 'It does not pay' }));
  const closing = await staff.Carla.api.post(`${ofClient}/close`, { reason: 'It does not pay' });
  const approval = closing.body.data.id as string;
  await staff.Cedric.api.post(`/operator/v1/approvals/${approval}/approve`);
  const { outcome } = done(await staff.Cedric.api.get(`/operator/v1/approvals/${approval}`));
  expect(JSON.stringify(outcome)).toContain('owes GBP');

  const reason = 'The client is insolvent';
  const written = await approved(staff.Felix.api.post(`${path}/write-off`, { reason }), staff.Fiona);
  expect(written).toMatchObject({ status: 'WRITTEN_OFF', writeOffReason: reason });
  const again = await staff.Felix.api.post(`${path}/collect`);
  expect([again.status, again.body.code]).toEqual([409, 'illegal_transition']);
});

test('the books balance, and the timeline tells the debt', async () => {
  await becomes(async () => JSON.stringify(await violationsInBooks(databases)), '{}');
  const [{ id }] = await receivables();
  const told = async () => {
    const { events } = done(await staff.Felix.api.get(`/operator/v1/timeline/${id}`));
    const changes = events.filter(({ type }: { type: string }) => type === 'ledger.receivable_changed');
    return changes.map(({ summary }: { summary: string }) => summary.split(' ').slice(0, 3).join(' '));
  };
  await becomes(told, ['The client owes', 'What the client', expect.stringMatching(/^GBP .* that$/)]);
});
