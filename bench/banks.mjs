/**
 * A large day of a bank, with the real service of payments, Postgres and folder: payments of one value date leave in files
 * (pain.001), and a statement (camt.053) that has them and credits of others is read. Prints times, memory and files. Each file is read and
 * validated, each payment is in exactly one of them, and each entry has had its effect once, or the bench fails.
 *
 *   npx node bench/banks.mjs [payments=100000] [entries=500000]
 */
import { fork } from 'node:child_process';
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

const [PAYMENTS = 100_000, ENTRIES = 500_000] = process.argv.slice(2).map(Number);
const ACCOUNT = 'DE89370400440532013000';
const DAY = new Date().toISOString().slice(0, 10);

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
const asking = await timed(() => ask());
console.log(`requested:      ${shown(PAYMENTS, asking)}`);

/** @type {{ rss: number, heap: number }[]} */
let samples = [];
let isReady = () => {};
const ready = new Promise((resolve) => (isReady = () => resolve(undefined)));
const variables = {
  RAIL: 'iso20022',
  RAIL_FOLDER: rail,
  RAIL_HOLDER: 'Corridor Payments Ltd',
  RAIL_ACCOUNTS: `EUR=${ACCOUNT}`,
  BANK_BIC: 'CORRGB2LXXX',
};
const child = fork(join(import.meta.dirname, 'banks', 'service.mjs'), [
  postgres.url,
  JSON.stringify(variables),
]);
let isStopping = false;
child.once(
  'exit',
  (code) => isStopping || (console.error(`the service has ended with ${code}`), process.exit(1)),
);
child.on('message', (told) => ('isReady' in told ? isReady() : samples.push(told)));
await ready;

const leaving = await timed(() => until(async () => (await count('bank_task')) === 0));
const files = readdirSync(join(rail, 'out'));
console.log(`in files:       ${shown(PAYMENTS, leaving)}, ${files.length} files, ${memory()}`);
await check(files);

const size = await writeStatement();
samples = [];
const reading = await timed(() => until(() => readdirSync(join(rail, 'in')).length === 0));
console.log(`statement read: ${shown(ENTRIES, reading)}, ${mb(size)}, ${memory()}`);
expect(
  'settled payments',
  await count(`bank_submission WHERE status = 'SETTLED'`),
  Math.min(PAYMENTS, ENTRIES),
);
expect(
  'reported credits',
  await count(`events WHERE message_type = 'payments.credit_reported'`),
  Math.max(ENTRIES - PAYMENTS, 0),
);
expect('files set aside', readdirSync(join(rail, 'set-aside')).length, 0);
console.log(`load ${loadavg()[0]?.toFixed(1)}`);

isStopping = true;
child.kill();
await db.close();
await postgres.stop();
rmSync(folder, { recursive: true, force: true });

/** As `payments.submission_requested` asks for it. */
async function ask() {
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

/** @returns its size */
async function writeStatement() {
  const of = (from, to) =>
    camt(
      'camt.053',
      'STATEMENT',
      Array.from({ length: to - from }, (_, i) => entryOf(from + i)),
    );
  const part = (text) => [text.indexOf('<Ntry>'), text.lastIndexOf('</Ntry>') + '</Ntry>'.length];
  async function* content() {
    const whole = of(0, 1);
    const [begin, end] = part(whole);
    yield whole.slice(0, begin);
    for (let from = 0; from < ENTRIES; from += 1_000) {
      const text = of(from, Math.min(from + 1_000, ENTRIES));
      yield text.slice(...part(text));
    }
    yield whole.slice(end);
  }
  const path = join(rail, '.statement.xml');
  await pipeline(content(), createWriteStream(path));
  const { size } = statSync(path);
  renameSync(path, join(rail, 'in', 'statement.xml'));
  return size;
}

function entryOf(n) {
  const common = {
    ...entry,
    account: ACCOUNT,
    statementId: 'S-1',
    bankReference: `B${n}`,
    bookedOn: DAY,
    valueDate: DAY,
  };
  const amount = money('EUR', BigInt(100 + n));
  if (n >= PAYMENTS) return { ...common, amount, reference: null, remittance: `Invoice ${n}` };
  return { ...common, amount, direction: 'DEBIT', reference: idOf(n).slice(-16) };
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

function mb(bytes) {
  return `${Math.round(bytes / 2 ** 20)} MB`;
}

/** At the start, in the middle and at the end of what was sampled. */
function memory() {
  const at = (share) => samples[Math.floor((samples.length - 1) * share)]?.rss ?? 0;
  const peak = Math.max(...samples.map(({ rss }) => rss));
  return `memory ${mb(at(0))}, ${mb(at(0.5))}, ${mb(at(1))}, at most ${mb(peak)}`;
}

function expect(what, is, should) {
  if (is !== should) throw new Error(`${what}: ${is} instead of ${should}`);
}
