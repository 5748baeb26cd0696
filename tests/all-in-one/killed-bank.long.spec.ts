import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { type EmbeddedPostgres, startPostgres } from '@corridor/embedded-postgres';
import { decimalText } from '@corridor/kernel';
import { Chance } from '@corridor/testing';
import { placeIn, railSettingsOf } from '@corridor/tools/production-demo/place.mjs';
import type { Api, Reply } from '../support/api.js';
import { BankProgram, clockAhead } from '../support/bank-program.js';
import { becomes } from '../support/becomes.js';
import { linkFundingAccount } from '../support/funding-account.js';
import { paymentFor } from '../support/payment.js';
import { done } from '../support/production-staff.js';
import { productionSettings } from '../support/production.js';
import { Program } from '../support/program.js';
import { firstAdministrator, hired } from '../support/staff.js';
import { germanCompany, newClient } from '../support/system.js';

/**
 * PRODUCTION and its bank exchange files while Corridor is killed at each step of its work with them, and the bank at any moment. The bank
 * also doubles, reorders, garbles, holds and delays. After each round all who have counted agree for each currency: this test, the wallets,
 * the books and the bank.
 */

/** What Corridor has done when it is killed, in this order (`killed-at-step.mjs`). */
const STEPS = [
  ['before begin in prepared'], // the payments are recorded
  ['after write to prepared'], // their file is written
  ['after move to out'], // it has left
  ['after move to out', 'before make prepared'], // that is recorded
  ['before look in read'], // a file of the bank is read
  ['before move to read'], // what it says is stored
  ['after move to read'], // it is moved away
  ['after write to holding'], // debits are noted, and their file is not written
  ['after write to holding', 'after move to out'], // it has left
] as const;
type Step = readonly string[];
/** When no debit can come back any more. */
const LAST_STEP: Step = ['before remove from holding'];
/** What the bank does in a round. */
const RULES = [
  { effect: 'duplicate', after: '1s' },
  { effect: 'reorder', after: '2s' },
  { effect: 'garble', after: '2s', times: '2' },
  { effect: 'hold', after: '2s' },
  { effect: 'delay', after: '2s' },
] as const;

const ROUNDS = 30;
/** In each round, beside the one of the bank. */
const KILLS = 2;
/** At any moment of it the bank is killed: a payment takes as long to be executed. */
const PAUSE_MS = 2_500;
/** What the killed program had reserved for itself is free then. */
const LONGEST_LEASE_MS = 5 * 60_000;
/** What a killed program could not send is sent by a job with turns of five minutes. */
const COMES_WITHIN_MS = 6 * 60_000;
/** A Tuesday, with time for all rounds before the banks close. */
const FIRST_MOMENT = Date.parse('2027-03-02T01:00:00Z');
const NEXT_NOON = Date.parse('2027-03-03T12:00:00Z');
const CURRENCIES = ['EUR', 'GBP'] as const;
const CREDIT = 500;
/** German accounts: payments to one are executed, to the next rejected, and those to the last come back. */
const ACCOUNTS = {
  EXECUTED: 'DE02120300000000202051',
  REJECTED: 'DE02500105170137075030',
  RETURNED: 'DE02300209000106531065',
};
/** American accounts that are debited: one has the money, one has not. */
const LINKED = { CREDITED: '000111111111', RETURNED: '000222222222' };
type Fate = keyof typeof ACCOUNTS;
type Ccy = (typeof CURRENCIES)[number] | 'USD';

jest.setTimeout(3_600_000);

const chance = new Chance(Date.now());
const place = placeIn(mkdtempSync(join(tmpdir(), 'corridor-killed-bank-')));
const clock = join(place.folder, 'clock');
const killAt = join(place.folder, 'kill-at');
const killed = `--import=${pathToFileURL(join(__dirname, '../support/killed-at-step.mjs')).href}`;
const settings = productionSettings();

let postgres: EmbeddedPostgres;
let program: Program;
let bank: BankProgram;
let staff: Api;
let client: Api;
const ibans: Record<string, string> = {};
/** Ids, by what becomes of payments to it, or of its debits. */
const beneficiaries: Record<string, string> = {};
const linked: Record<string, string> = {};

/** What has to be in the end: of each credit its text, of each payment and debit its reference and fate. */
const credits: string[] = [];
const fates = new Map<string, Fate>();
const debits = new Map<string, keyof typeof LINKED>();
/** Texts of credits for nobody that wait, and payments that take them back to their senders. */
const strays: string[] = [];
const returns: string[] = [];
const owed: Record<Ccy, number> = { EUR: 0, GBP: 0, USD: 0 };

const aheadMs = () => Number(readFileSync(clock, 'utf8'));
const today = () => new Date(Date.now() + aheadMs()).toISOString().slice(0, 10);
function replace(file: string, text: string): void {
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}
const setClock = (ms: number) => replace(clock, String(ms));

const logIn = () => firstAdministrator(program.url, settings['OPERATOR_KEY'] ?? '');

beforeAll(async () => {
  setClock(FIRST_MOMENT - Date.now());
  postgres = await startPostgres({ dataDir: place.database, maxConnections: 200 });
  program = await Program.with({
    ...settings,
    ...railSettingsOf(place),
    ...{ DATABASE_URL: postgres.serviceUrl, DATABASE_OWNER_URL: postgres.url },
    ...{ SCREENING_LISTS: place.lists, FOUR_EYES: 'none' },
    ...{ NODE_OPTIONS: `${clockAhead} ${killed}`, CLOCK_AHEAD_FILE: clock, KILL_AT: killAt },
  });
  bank = await BankProgram.start(place.bank, clock);
  await program.start();
  staff = await logIn();
  const compliance = await hired(staff, 'carla@corridor.example', ['compliance']);
  done(await compliance.post('/operator/v1/screening/lists', { list: 'UN', files: ['un.xml'] }));
  await bank.told('rule', { effect: 'reject', account: ACCOUNTS.REJECTED });
  await bank.told('rule', { effect: 'return', account: ACCOUNTS.RETURNED, after: '0s' });
  await bank.told('rule', { effect: 'return', account: LINKED.RETURNED, code: 'R01', after: '0s' });
  ({ api: client } = await newClient(undefined, staff));
  for (const ccyCode of [...CURRENCIES, 'USD']) {
    const file = await bank.told('allocate', { currency: ccyCode, count: '1' });
    const csv = readFileSync(join(place.bank, file), 'utf8');
    done(await staff.post('/operator/v1/bank/collection-accounts/import', { csv }));
    ibans[ccyCode] = csv.trim().split('\n')[1]!.split(',')[2]!;
    done(await client.post('/v1/wallets', { ccyCode }));
  }
  for (const ccyCode of CURRENCIES)
    for (const [fate, iban] of Object.entries(ACCOUNTS)) {
      const bankAccount = { ...germanCompany.bankAccount, ccyCode, iban };
      const { id } = done(await client.post('/v1/beneficiaries', { ...germanCompany, bankAccount }));
      beneficiaries[`${ccyCode} ${fate}`] = id;
    }
  for (const [fate, accountNumber] of Object.entries(LINKED))
    linked[fate] = await linkFundingAccount(client, { accountNumber });
});
afterAll(async () => {
  await program?.remove();
  await bank?.stop();
  await postgres?.stop();
  rmSync(place.folder, { recursive: true, force: true });
});

// -- What is ordered

/** The same request with the same key, until there is somebody who responds. */
async function persistently(request: () => Promise<Reply>): Promise<any> {
  for (;;) {
    const reply = await request().catch(() => null);
    if (reply && reply.status < 500) return done(reply);
    await sleep(100);
  }
}

function posted(by: Api, path: string, body: object): Promise<any> {
  const key = crypto.randomUUID();
  return persistently(() => by.post(path, body, { key }));
}

const credited = (to: string, currency: string, reference: string) =>
  bank.told('credit', {
    ...{ to, currency, reference, amount: String(CREDIT) },
    ...{ from: 'Globex plc', fromCountry: 'GB', fromAccount: ACCOUNTS.EXECUTED, fromBic: 'COBADEFFXXX' },
  });

async function moneyComes(ccyCode: Ccy): Promise<void> {
  const reference = `Invoice ${credits.length + 1}`;
  credits.push(reference);
  owed[ccyCode] += CREDIT;
  await credited(ibans[ccyCode]!, ccyCode, reference);
}

/** To the account of the operator itself: nobody knows whose it is. */
async function strayComes(): Promise<void> {
  const reference = `For nobody ${strays.length + returns.length + 1}`;
  strays.push(reference);
  const { account } = [...bank.state.accounts.values()].find((one) => one.account.ccyCode === 'GBP')!;
  await credited(account.number, 'GBP', reference);
}

/** Those that have come in the rounds before. */
async function straysGoBack(): Promise<void> {
  for (const { id } of await creditsThatAre('UNMATCHED')) {
    const { returnSubmissionId } = await posted(staff, `/operator/v1/bank/credits/${id}/return`, {
      reason: 'Nobody knows it',
    });
    returns.push(returnSubmissionId.slice(-16));
  }
  strays.length = 0;
}

async function pay(ccyCode: Ccy, fate: Fate): Promise<void> {
  const value = 1 + chance.below(10);
  if (fate === 'EXECUTED') owed[ccyCode] -= value;
  const body = paymentFor(beneficiaries[`${ccyCode} ${fate}`]!, {
    paymentDate: today(),
    paymentType: 'PRIORITY',
    chargeType: 'SHARED',
    amount: { ccyCode, value },
  });
  const { id } = await posted(client, '/v1/payments', body);
  fates.set(id.slice(-16), fate);
}

async function pull(fate: keyof typeof LINKED): Promise<void> {
  if (fate === 'CREDITED') owed.USD += CREDIT;
  const { id } = await posted(client, `/v1/linked-funding-accounts/${linked[fate]}/pull`, { amount: CREDIT });
  debits.set(id.slice(-15), fate);
}

/** Something for each step to work with. */
const orders = (step: Step) => [
  ...CURRENCIES.map(moneyComes),
  ...CURRENCIES.flatMap((ccyCode) => (Object.keys(ACCOUNTS) as Fate[]).map((fate) => pay(ccyCode, fate))),
  ...(step.some((one) => one.includes('holding')) ? [pull('CREDITED'), pull('RETURNED')] : []),
];

// -- What fails

async function bankFails(): Promise<void> {
  await sleep(chance.below(PAUSE_MS));
  await bank.fails();
}

/** While the work is done. */
async function corridorFailsAt(step: Step, work: () => Promise<unknown>): Promise<void> {
  replace(killAt, JSON.stringify(step));
  const startsAgain = async () => {
    for (const latest = Date.now() + COMES_WITHIN_MS; !program.hasEnded; await sleep(50))
      if (Date.now() > latest) throw new Error(`it has not come to "${step.join(', ')}"`);
    setClock(aheadMs() + LONGEST_LEASE_MS);
    await program.start();
  };
  await Promise.all([work(), startsAgain()]);
}

// -- What all have counted

const books = async (path: string) => done(await staff.get(`/operator/v1/books/${path}`));
const creditsThatAre = (status: string): Promise<any[]> =>
  persistently(() =>
    staff.get(`/operator/v1/bank/credits?limit=500&q=${encodeURIComponent(`status == "${status}"`)}`),
  );

/** What the client sees: each credit once, and what became of each payment and debit. */
async function shown() {
  const funds: any[] = await persistently(() => client.get('/v1/inbound-funds?limit=500'));
  const payments: any[] = await persistently(() => client.get('/v1/payments?limit=500'));
  const texts = funds.map((one) => `${one.linkedFundingAccountId ? 'Debit' : one.narrative} ${one.status}`);
  return {
    funds: texts.sort(),
    payments: payments
      .map(({ id, statusHistory }) => `${id.slice(-16)} ${statusHistory.at(-1).subStatus}`)
      .sort(),
  };
}

/** @param statusOf a debit */
const expected = (statusOf: (fate: keyof typeof LINKED) => string = () => 'PENDING') => ({
  funds: [
    ...credits.map((one) => `${one} CREDITED`),
    ...[...debits.values()].map((fate) => `Debit ${statusOf(fate)}`),
  ].sort(),
  payments: [...fates].map(([id, fate]) => `${id} ${fate === 'EXECUTED' ? 'COMPLETED' : 'FAILED'}`).sort(),
});

/** By the bank, the books and the wallets, in one currency. */
async function countedIn(ccyCode: Ccy) {
  const { currencies } = await books(`trial-balance?asOf=${today()}`);
  const { lines = [] } = currencies.find((one: any) => one.ccyCode === ccyCode) ?? {};
  const balances: Record<string, number> = {};
  for (const { kind, credit, debit } of lines) balances[kind] = (balances[kind] ?? 0) + credit - debit;
  const { balance: atBank } = [...bank.state.accounts.values()].find(
    ({ account }) => account.ccyCode === ccyCode,
  )!;
  const { balance, pendingBalance } = done(await client.get(`/v1/wallets/${ccyCode}`));
  return {
    ...Object.fromEntries(Object.entries(balances).filter(([, one]) => one !== 0)),
    ...{ atBank: Number(decimalText(atBank)), wallets: balance.value, pending: pendingBalance.value },
  };
}

async function allAgree(currencies: readonly Ccy[]): Promise<void> {
  const { state } = bank;
  const executed = [...state.orders.values()].map(({ order, status }) => [order.reference, status]);
  expect(executed.sort()).toEqual([...fates, ...returns.map((one) => [one, 'EXECUTED'])].sort());
  const booked = [...state.entries.values()].filter(({ virtualAccount }) => virtualAccount !== null);
  expect(booked.map(({ remittance }) => remittance).sort()).toEqual([...credits].sort());
  const unmatched = (await creditsThatAre('UNMATCHED')).map(({ reference }) => reference);
  expect(unmatched.sort()).toEqual([...strays].sort());
  expect(await creditsThatAre('RETURNED')).toHaveLength(returns.length);
  for (const ccyCode of currencies) {
    const suspense = ccyCode === 'GBP' ? CREDIT * strays.length : 0;
    const atBank = owed[ccyCode] + suspense;
    expect({ ccyCode, ...(await countedIn(ccyCode)) }).toEqual({
      ccyCode,
      ...{ wallet: owed[ccyCode], settlement: -atBank, ...(suspense > 0 && { suspense }) },
      ...{ atBank, wallets: owed[ccyCode], pending: 0 },
    });
  }
}

/** Of messages of the bank, as the names of their files begin. */
const garbled = () =>
  bank.journal
    .decisions()
    .flatMap(({ events }) => events)
    .flatMap((event) => (event.type === 'message' && event.message.isGarbled ? [event.message.id] : []));

test(`${ROUNDS * (KILLS + 1) + 2} kills of Corridor and its bank: each payment is executed once, each credit and debit booked once, and all add up`, async () => {
  await Promise.all(CURRENCIES.map(moneyComes));
  await becomes(shown, expected());
  const rules = chance.shuffled(RULES);
  for (let round = 0; round < ROUNDS; round++) {
    const rule = await bank.told('rule', rules[round % rules.length]);
    const steps = Array.from({ length: KILLS }, (_, kill) => STEPS[(KILLS * round + kill) % STEPS.length]!);
    const failing = bankFails();
    for (const [kill, step] of steps.entries())
      await corridorFailsAt(step, () =>
        Promise.all([...orders(step), ...(kill === 0 ? [straysGoBack().then(strayComes)] : [])]),
      );
    await failing;
    staff = await logIn();
    await becomes(shown, expected());
    await becomes(async () => (await creditsThatAre('RETURNED')).length, returns.length);
    await becomes(async () => (await creditsThatAre('UNMATCHED')).length, strays.length);
    await bank.told('remove-rule', { id: rule });
    await allAgree(CURRENCIES);
  }
  // On the next day the bank executes the debits, and one account has not enough; after days more nothing can come back.
  await corridorFailsAt(STEPS[5], async () => setClock(NEXT_NOON - Date.now()));
  await becomes(
    shown,
    expected((fate) => (fate === 'RETURNED' ? 'REJECTED' : 'PENDING')),
  );
  const funds: any[] = done(await client.get('/v1/inbound-funds?limit=500'));
  const last = funds
    .map(({ creditsOn }) => creditsOn)
    .sort()
    .at(-1);
  await corridorFailsAt(LAST_STEP, async () => setClock(Date.parse(`${last}T12:00:00Z`) - Date.now()));
  staff = await logIn();
  await straysGoBack();
  await becomes(
    shown,
    expected((fate) => (fate === 'RETURNED' ? 'REJECTED' : 'CREDITED')),
  );
  await becomes(async () => (await creditsThatAre('RETURNED')).length, returns.length);
  await allAgree([...CURRENCIES, 'USD']);
  const executed = [...bank.state.debits.values()].map(({ debit, status }) => [debit.reference, status]);
  expect(executed.sort()).toEqual([...debits].sort());

  expect((await books('proof')).isProven).toBe(true);
  await bank.told('end-of-day');
  const stated = [...bank.state.accounts.values()].reduce((sum, { statements }) => sum + statements, 0);
  const statuses = async () => (await books('bank-statements?limit=500')).map(({ status }: any) => status);
  await becomes(statuses, Array(stated).fill('RECONCILED'));
  expect(await books('breaks')).toEqual([]);
  const aside = `/operator/v1/bank/files?limit=500&q=${encodeURIComponent('status == "SET_ASIDE"')}`;
  const names: string[] = done(await staff.get(aside)).map(({ name }: any) => name);
  expect(names.map((name) => name.split('-', 2).join('-')).sort()).toEqual(garbled().sort());
  expect(names.length).toBeGreaterThan(0);
});
