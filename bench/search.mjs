/**
 * Search times for a client with many records, and the processor time of Postgres, which depends less on what else runs: by
 * kind of search and number of rows, with their growth:
 *
 *   npx node bench/search.mjs [rows ...]      10000 100000 1000000 by default
 *
 * Payment instructions of a year, and those of a hundred other clients beside them. Each search is a whole call of
 * `ReadModels.search`, with its total. ROUNDS (default 30) times all kinds, after one round that does not count.
 * It needs a build (`npm run build`) and starts a Postgres of its own, unless DATABASE_URL names a server.
 */
import { chmodSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ReadModels, databaseName } from '@corridor/event-store';
import { service } from '@corridor/payments';
import { SystemClock, openDatabase } from '@corridor/platform';
import { Client } from 'pg';
import { parse, parseSort, searchOf } from '@corridor/search';
import { testCaller } from '@corridor/testing';
import { embeddedPostgres } from '@corridor/tools/embedded-postgres.mjs';
import { manyInstructions } from './many-instructions.mjs';
import { paymentInstructions } from '../apps/payments/dist/payment-instruction/payment-instruction.view.js';

const SIZES = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [10_000, 100_000, 1_000_000];
const ROUNDS = Number(process.env.ROUNDS ?? 30);
const OTHERS = 100;

const folder = mkdtempSync(join(tmpdir(), 'corridor-bench-'));
chmodSync(folder, 0o755);
const postgres = process.env.DATABASE_URL
  ? null
  : await (await embeddedPostgres()).startPostgres({ dataDir: folder });
const serverUrl = postgres?.url ?? process.env.DATABASE_URL ?? '';

const kinds = {
  'first page': {},
  'a status, 94 %': { q: 'status == "SENT"' },
  'a status, 1 %': { q: 'status == "PENDING"' },
  'a status and a currency, 0.3 %': { q: 'AND(status == "FAILED",sellCcyCode == "EUR")' },
  'two currencies, 11 %': { q: 'AND(sellCcyCode == "EUR",buyCcyCode == "PLN")' },
  'a currency and 38 days, 1.2 %': {
    q: 'AND(buyCcyCode == "JPY",paymentDate >= "2026-05-01",paymentDate < "2026-06-08")',
  },
  'a month of creation, 9 %': {
    q: 'AND(auditHistory.created.on >= "2026-05-01",auditHistory.created.on < "2026-06-01")',
  },
  'the oldest tenth by payment date': { q: 'paymentDate < "2026-01-07"' },
  'a payment date': { q: 'paymentDate == "2026-05-05"' },
  'an id': { q: 'id == "pi_01K00000000000000000000777"' },
  'a beneficiary': { q: 'beneficiary.id == "ben_01K00000000000000000000777"' },
  'a linked payment': { q: 'linkedPaymentId == "pmt_01K00000000000000000000777"' },
  'a text contains, at most 12 hits': { q: 'narrative ~ "nvoice 4711"' },
  'a text ends with, at most 1 hit': { q: 'narrative $= " 4711"' },
  'a text contains, all': { q: 'narrative ~ "invoice"' },
  'the greatest amounts': { sortBy: ['amount:DESC'] },
  'amounts above a limit, 1 %': { q: 'amount > "9900"' },
  'the last updated': { sortBy: ['auditHistory.updated.on:DESC'] },
  'deep page': { deep: 0.5 },
  'last page': { deep: 1 },
  'deep page of a status, 94 %': { q: 'status == "SENT"', deep: 0.45 },
  'deep page of two currencies, 11 %': { q: 'AND(sellCcyCode == "EUR",buyCcyCode == "PLN")', deep: 0.05 },
};

/** @param {{ q?: string, deep?: number, sortBy?: string[] }} kind @param {number} rows */
function searchFor({ q = '', deep = 0, sortBy = [] }, rows) {
  const offset = Math.max(0, Math.floor(deep * rows) - 30);
  const requested = {
    query: parse(q),
    sorts: sortBy.map((sort) => parseSort(sort, { pointer: '' })),
    offset,
    limit: 25,
    cursor: null,
  };
  return searchOf(paymentInstructions.searchable, requested, '').search;
}

/** Milliseconds; infinite if the search was cancelled after 10 s. */
async function timed(work, clock = () => performance.now()) {
  const from = clock();
  try {
    await work();
  } catch (error) {
    if (error.code !== 'query_too_slow') throw error;
    return Infinity;
  }
  return clock() - from;
}

/** Milliseconds that the connections of a database have used a processor, on Linux; without parallel workers. */
function processorMs(database) {
  const used = readdirSync('/proc').map((process) => {
    try {
      const isOne = readFileSync(`/proc/${process}/cmdline`, 'utf8').includes(` ${database} `);
      return isOne ? Number(readFileSync(`/proc/${process}/schedstat`, 'utf8').split(' ')[0]) / 1e6 : 0;
    } catch {
      return 0; // no process, or one that has ended
    }
  });
  return used.reduce((sum, one) => sum + one, 0);
}

async function dropDatabase(name) {
  const admin = new Client(new URL('/postgres', serverUrl).href);
  await admin.connect();
  await admin.query(`DROP DATABASE "${databaseName(name)}"`);
  await admin.end();
}

/** @returns {Promise<Record<string, { times: number[], processor: number[] }>>} of each kind of search */
async function measure(rows) {
  const name = `bench-search-${rows}-${process.pid}`;
  const db = await openDatabase(serverUrl, { ...service, name });
  const seconds = await timed(async () => {
    await manyInstructions(db, `'cli_' || n % ${OTHERS}`, 'other', OTHERS * 1_000);
    await manyInstructions(db, `'${testCaller.client.id}'`, 'pi', rows);
  });
  const { rows: sizes } = await db.pool.query(
    `SELECT pg_size_pretty(pg_relation_size('payment_instruction')) AS heap,
       pg_size_pretty(pg_indexes_size('payment_instruction')) AS indexes`,
  );
  const { heap, indexes } = sizes[0];
  console.log(`${rows} rows in ${(seconds / 1_000).toFixed(0)} s: ${heap}, indexes ${indexes}`);
  const readModels = new ReadModels(db.database, db.searches, new SystemClock());
  const measured = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, { times: [], processor: [] }]));
  for (let round = 0; round <= ROUNDS; round++)
    for (const [kind, given] of Object.entries(kinds)) {
      const { times, processor } = measured[kind];
      if (times[0] === Infinity) continue;
      const search = () => readModels.search(paymentInstructions, searchFor(given, rows), testCaller);
      const took = await timed(search);
      const used = await timed(search, () => processorMs(databaseName(name)));
      if (round === 0 && took !== Infinity) continue;
      times.push(took);
      processor.push(used);
    }
  await db.close();
  await dropDatabase(name);
  return measured;
}

const at = (times, share) =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))];
const text = (value) => (value === Infinity ? '> 10 s' : value.toFixed(value < 10 ? 1 : 0));

const results = [];
for (const rows of SIZES) results.push(await measure(rows));
const sizes = SIZES.map((rows) => rows.toLocaleString('en'));
const header = [
  'p50 / p99 in ms',
  ...sizes,
  'growth',
  ...sizes.map((size) => `processor, ${size}`),
  'growth',
];
const p50 = (kind, of) => results.map((result) => at(result[kind][of], 0.5));
const growth = (values) => text(values.at(-1) / values[0]);
const table = Object.keys(kinds).map((kind) => [
  kind,
  ...results.map(({ [kind]: { times } }) => `${text(at(times, 0.5))} / ${text(at(times, 0.99))}`),
  growth(p50(kind, 'times')),
  ...p50(kind, 'processor').map(text),
  growth(p50(kind, 'processor')),
]);
console.log(
  `\nload ${loadavg()
    .map((load) => load.toFixed(1))
    .join(' ')}\n`,
);
for (const row of [header, header.map((_, i) => (i === 0 ? '---' : '---:')), ...table])
  console.log(`| ${row.join(' | ')} |`);
await postgres?.stop();
rmSync(folder, { recursive: true, force: true });
