/**
 * A large day of a bank, with the real services of payments and of the ledger, Postgres and folder: payments of one value date leave in
 * files (pain.001), a statement (camt.053) that has them and credits of others is read, told to the ledger, and compared with its books,
 * which know all of it. Each file is read and validated, each payment is in exactly one of them, each entry has had its effect once, the
 * books are proven and there is no break. On the next day some are planted in a second statement, and found. Otherwise the bench fails.
 * It prints times, memory and files.
 *
 *   npx node bench/banks.mjs [payments=100000] [entries=500000] [planted=30]
 */
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { EventStore } from '@corridor/event-store';
import { OPERATOR } from '@corridor/http';
import { bytesOf, readPain001 } from '@corridor/iso20022';
import { camt, entry, schemaErrors } from '@corridor/iso20022/testing';
import { money } from '@corridor/kernel';
import { service } from '@corridor/payments';
import { SystemClock, openDatabase } from '@corridor/platform';
import { messageRegistry } from '@corridor/services';
import { testCaller } from '@corridor/testing';
import { embeddedPostgres } from '@corridor/tools/embedded-postgres.mjs';
import { accountantOf, openBooks } from './banks/books.mjs';
import { mb, startService } from './banks/program.mjs';

const [PAYMENTS = 100_000, ENTRIES = 500_000, PLANTED = 30] = process.argv.slice(2).map(Number);
const ACCOUNT = 'DE89370400440532013000';
const dayAfter = (/** @type {number} */ days) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const [DAY, NEXT] = [dayAfter(0), dayAfter(1)];

const folder = mkdtempSync(join(tmpdir(), 'corridor-banks-'));
chmodSync(folder, 0o755); // Postgres may run as another user
const rail = join(folder, 'rail');
for (const name of ['out', 'in']) mkdirSync(join(rail, name), { recursive: true });
const { startPostgres } = await embeddedPostgres();
const postgres = await startPostgres({ dataDir: join(folder, 'postgres') });
const db = await openDatabase(postgres.url, service);
const count = async (/** @type {string} */ what) =>
  (await db.database.query(`SELECT count(*)::int AS n FROM ${what}`))[0].n;

console.log(`${PAYMENTS} payments, a statement of ${ENTRIES} entries, load ${loadavg()[0]?.toFixed(1)}`);
console.log(`requested:      ${shown(PAYMENTS, await timed(() => request()))}`);

const secret = randomBytes(32).toString('hex');
const variables = {
  DATABASE_URL: postgres.url,
  CALLER_SECRET: secret,
  PORT: '0',
  RAIL_ACCOUNTS: `EUR=${ACCOUNT}`,
};
const payments = await startService('payments', {
  ...variables,
  RAIL: 'iso20022',
  RAIL_FOLDER: rail,
  RAIL_HOLDER: 'Corridor Payments Ltd',
  BANK_BIC: 'CORRGB2LXXX',
});
const leaving = await timed(() => until(async () => (await count('bank_task')) === 0));
const files = readdirSync(join(rail, 'out'));
console.log(`in files:       ${shown(PAYMENTS, leaving)}, ${files.length} files, ${payments.memory()}`);
await check(files);

// -- By the evening, all of it is in the books
const books = await openBooks({ databaseUrl: postgres.url, account: ACCOUNT });
for (let from = 0; from < ENTRIES; from += 10_000)
  await books.post(entriesOf(from, Math.min(from + 10_000, ENTRIES)).map((one) => transferOf(one)));
const ledger = await startService('ledger', variables, ['payments']);
const ask = accountantOf({ url: ledger.url, secret });
console.log(
  `movements known: ${shown(ENTRIES, await timed(() => books.areCompared(0)))}, ${ledger.memory()}`,
);

// -- The statement of the day
const [closing, size] = await write('S-1', DAY, 0n, ENTRIES, entriesOf);
payments.memory();
const begun = performance.now();
const reading = await timed(() => until(() => readdirSync(join(rail, 'in')).length === 0));
console.log(`statement read: ${shown(ENTRIES, reading)}, ${mb(size)}, ${payments.memory()}`);
await books.areCompared(1);
console.log(
  `reconciled:     ${shown(ENTRIES, performance.now() - begun)} from the file on, ${ledger.memory()}`,
);
console.log(`load ${loadavg()[0]?.toFixed(1)}`);
expect('settled', await count(`bank_submission WHERE status = 'SETTLED'`), Math.min(PAYMENTS, ENTRIES));
const credits = () => count(`events WHERE message_type = 'payments.credit_reported'`);
expect('reported credits', await credits(), Math.max(ENTRIES - PAYMENTS, 0));
await compared(0, ENTRIES);

// -- The next day: lines that nobody has booked, other amounts, and bookings that are in no statement
const planted = entriesOf(ENTRIES, ENTRIES + 2 * PLANTED, NEXT);
await books.post([...entriesOf(ENTRIES + PLANTED, ENTRIES + 3 * PLANTED)].map((one) => transferOf(one, 1n)));
await write('S-2', NEXT, closing, planted.length, () => planted);
await until(() => readdirSync(join(rail, 'in')).length === 0);
await books.areCompared(2);
await compared(3 * PLANTED, ENTRIES);
expect('files set aside', readdirSync(join(rail, 'set-aside')).length, 0);

for (const one of [payments, ledger]) one.stop();
await books.close();
await db.close();
await postgres.stop();
rmSync(folder, { recursive: true, force: true });

/** As `payments.submission_requested` asks for it. */
async function request() {
  const store = new EventStore(
    'payments',
    db.database,
    service.registrations,
    messageRegistry,
    new SystemClock(),
  );
  const { aggregate } = service.registrations.find((one) => one.aggregate.name === 'bank_submission') ?? {};
  const caller = { ...testCaller, client: OPERATOR };
  for (let from = 0; from < PAYMENTS; from += 5_000)
    await Promise.all(
      Array.from({ length: Math.min(5_000, PAYMENTS - from) }, (_, i) => {
        const id = idOf(from + i);
        return store.handle(aggregate, id.replace('pmt_', 'sub_'), () => [requestOf(id, from + i)], {
          caller,
        });
      }),
    );
  await db.pool.query('VACUUM ANALYZE'); // as Postgres itself does after a minute
}

function idOf(n) {
  return `pmt_01KAJNDRXV${String(n).padStart(16, '0')}`;
}

function requestOf(subjectId, n) {
  return {
    type: 'requested',
    kind: 'PAYMENT',
    subjectId,
    client: { id: 'cli_01K00000000000000000000000', name: 'Test Client Ltd' },
    amount: money('EUR', BigInt(100 + n)),
    instructed: money('EUR', BigInt(100 + n)),
    valueDate: DAY,
    paymentType: 'REGULAR',
    chargeType: 'SHARED',
    orderingParty: 'Test Client Ltd',
    creditor: {
      name: 'Muster Maschinenbau GmbH',
      countryCode: 'DE',
      addressLines: ['Hauptstraße 1', '60311 Frankfurt'],
      iban: 'DE02120300000000202051',
      accountNumber: null,
      bicSwiftCode: 'BYLADEM1001',
      bankName: 'Deutsche Kreditbank',
      bankCountryCode: 'DE',
      routing: [],
    },
    narrative: `Invoice ${n}`,
    purposeCode: null,
  };
}

/** Each payment is in one file, and each file is valid. */
async function check(names) {
  const references = new Set();
  let total = 0n;
  for (const name of names) {
    const text = readFileSync(join(rail, 'out', name), 'utf8');
    const errors = await schemaErrors(text);
    if (errors.length > 0) throw new Error(`${name}: ${errors[0]}`);
    for await (const { transfer } of readPain001(bytesOf(name, text))) {
      references.add(transfer.reference);
      total += transfer.amount.minor;
    }
  }
  expect('different payments in files', references.size, PAYMENTS);
  expect('total', total, (BigInt(PAYMENTS) * BigInt(PAYMENTS + 199)) / 2n);
}

/**
 * Compared with the books there are so many breaks, and the books are proven.
 * @param {number} breaks @param {number} matched
 */
async function compared(breaks, matched) {
  let levels, statements, proof;
  const asked = await timed(async () => (levels = (await ask('breaks/levels')).data));
  const listed = await timed(async () => expect('listed', (await ask('breaks')).meta?.totalCount, breaks));
  const shownIn = await timed(async () => (statements = (await ask('bank-statements')).data));
  const proving = await timed(async () => (proof = (await ask('proof')).data));
  expect('open breaks', levels.open, breaks);
  expect(
    'matched lines',
    statements.reduce((sum, one) => sum + one.matched, 0),
    matched,
  );
  expect('faults', JSON.stringify(proof.checks.filter(({ isFine }) => !isFine)), '[]');
  const took = [asked, listed, shownIn, proving].map((ms) => `${Math.round(ms)} ms`);
  console.log(
    `breaks: ${breaks}, asked in ${took[0]}, listed in ${took[1]}, statements in ${took[2]}, proof in ${took[3]}`,
  );
}

/**
 * A statement into the folder.
 * @param {string} id @param {string} day @param {bigint} opening @param {number} length
 * @param {(from: number, to: number) => object[]} entries
 * @returns {Promise<[bigint, number]>} its closing balance and size
 */
async function write(id, day, opening, length, entries) {
  const part = (text) => [text.indexOf('<Ntry>'), text.lastIndexOf('</Ntry>') + '</Ntry>'.length];
  let closing = opening;
  for (let from = 0; from < length; from += 1_000)
    for (const one of entries(from, Math.min(from + 1_000, length))) closing += signed(one);
  const common = { statementId: id, account: ACCOUNT };
  const balance = (type, minor) => ({
    kind: 'balance',
    ...common,
    type,
    amount: money('EUR', minor),
    date: day,
  });
  const of = (some) =>
    camt('camt.053', id, [
      balance('OPBD', opening),
      balance('CLBD', closing),
      ...some.map((one) => ({ ...one, ...common })),
    ]);
  async function* content() {
    const whole = of(entries(0, 1));
    const [begin, end] = part(whole);
    yield whole.slice(0, begin);
    for (let from = 0; from < length; from += 1_000) {
      const text = of(entries(from, Math.min(from + 1_000, length)));
      yield text.slice(...part(text));
    }
    yield whole.slice(end);
  }
  const path = join(rail, `.${id}.xml`);
  await pipeline(content(), createWriteStream(path));
  const { size } = statSync(path);
  renameSync(path, join(rail, 'in', `${id}.xml`));
  return [closing, size];
}

function entriesOf(from, to, day = DAY) {
  return Array.from({ length: Math.max(0, to - from) }, (_, i) => entryOf(from + i, day));
}

function entryOf(n, day) {
  const common = { ...entry, bankReference: `B${n}`, bookedOn: day, valueDate: day };
  const amount = money('EUR', BigInt(100 + n));
  if (n >= PAYMENTS) return { ...common, amount, reference: null, remittance: `Invoice ${n}` };
  return { ...common, amount, direction: 'DEBIT', reference: idOf(n).slice(-16) };
}

function signed({ amount, direction }) {
  return direction === 'DEBIT' ? -amount.minor : amount.minor;
}

/** In the books, where a payment does not have the reference of the bank. */
function transferOf(one, more = 0n) {
  const { reference, bankReference, bookedOn: day } = one;
  return {
    id: reference === null ? `bc_${bankReference}` : `pmt_01KAJNDRXV${reference}`,
    day,
    minor: signed(one) + more,
    bankReference: reference === null ? bankReference : null,
  };
}

async function timed(work) {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

async function until(isSo) {
  while (!(await isSo())) await sleep(250);
}

function shown(n, ms) {
  return `${(ms / 1000).toFixed(1)} s, ${Math.round((n * 1000) / ms)} a second`;
}

function expect(what, is, should) {
  if (is !== should) throw new Error(`${what}: ${is} instead of ${should}`);
}
