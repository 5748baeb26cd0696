/**
 * What an append of one event to a new stream costs: processor time of Node and of Postgres and bytes of the write-ahead log,
 * each time with one more part of what an append writes, and of other event stores.
 *
 *   npm run build && npx node bench/append-cost.mjs [--rounds=8]
 *
 * Each line is the least of several rounds, in which all take turns: other work on the machine only adds to processor times.
 * It reads `/proc`, so it needs Linux.
 */
import { chmodSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { EventStore } from '@corridor/event-store';
import { encodeJson } from '@corridor/kernel';
import { service } from '@corridor/payments';
import { Ids, SystemClock, openDatabase } from '@corridor/platform';
import { messageRegistry } from '@corridor/services';
import { testCaller } from '@corridor/testing';
import { embeddedPostgres } from '@corridor/tools/embedded-postgres.mjs';
import { underLoad } from './harness.mjs';
import { created } from './instruction-events.mjs';
import { emmett, messageDb } from './yardsticks/event-stores.mjs';

const AT_ONCE = 64;
const SECONDS = 1.5;
/** Linux counts processor time in hundredths of a second. */
const TICK_MICROS = 10_000;
const rounds = Number(
  process.argv.find((one) => one.startsWith('--rounds='))?.slice('--rounds='.length) ?? 8,
);

const folder = mkdtempSync(join(tmpdir(), 'corridor-bench-'));
chmodSync(folder, 0o755); // Postgres may run as another user
const postgres = await (await embeddedPostgres()).startPostgres({ dataDir: folder });
const admin = new pg.Client(`${postgres.url}/postgres`);
await admin.connect();
const { rows: settings } = await admin.query('SHOW data_directory');
const postmaster = readFileSync(join(settings[0].data_directory, 'postmaster.pid'), 'utf8').split('\n')[0];

let databases = 0;
const clock = new SystemClock();
const ids = new Ids(clock);
const event = created();
const full = /** @type {NonNullable<typeof service.registrations[number]>} */ (
  service.registrations.find(({ view }) => view?.table === 'payment_instruction')
);
const { aggregate, view } = full;
const record = { aggregate, view: { table: view.table, project: view.project } };
const withoutSearches = service.migrations.filter(
  ({ name }) => !/^(Searched|Counted|Texts|Sorted)/.test(name),
);

/** @typedef {{ name: string, append: () => Promise<unknown>, stop: () => Promise<void> }} Side */
/** @typedef {{ node: number, postgres: number, log: number }} Cost microseconds, and bytes */

/** @type {Side[]} */
const sides = [
  await ours('stream and event', { aggregate }, withoutSearches),
  await ours('… and record', record, withoutSearches),
  await ours('… and message', { ...record, publish: full.publish }, withoutSearches),
  await ours('… and columns, indexes, counters, texts', full, service.migrations),
  await ours('… and idempotency key', full, service.migrations, true),
  ...[await messageDb(postgres.url), await emmett(postgres.url)].map((other) => {
    const data = JSON.parse(encodeJson(event));
    return { ...other, append: () => other.append(ids.next('pi'), data) };
  }),
];
for (const { append } of sides) await underLoad(append, AT_ONCE)(SECONDS);
/** @type {Map<string, Cost>} */
const least = new Map();
for (let round = 0; round < rounds; round++)
  for (const side of sides) {
    const cost = await costOf(side);
    const known = least.get(side.name) ?? cost;
    least.set(side.name, {
      node: Math.min(known.node, cost.node),
      postgres: Math.min(known.postgres, cost.postgres),
      log: Math.min(known.log, cost.log),
    });
  }
console.log('| an append writes | Node µs | Postgres µs | log bytes |\n| --- | ---: | ---: | ---: |');
for (const [name, cost] of least)
  console.log(`| ${name} | ${cost.node.toFixed(0)} | ${cost.postgres.toFixed(0)} | ${cost.log.toFixed(0)} |`);
for (const { stop } of sides) await stop();
await admin.end();
await postgres.stop();
rmSync(folder, { recursive: true, force: true });
process.exit();

/**
 * Our event store, with a database of its own.
 * @param {string} name
 * @param {object} registration
 * @param {typeof service.migrations} migrations
 * @param {boolean} hasKey
 * @returns {Promise<Side>}
 */
async function ours(name, registration, migrations, hasKey = false) {
  const db = await openDatabase(postgres.url, { name: `bench-cost-${++databases}`, migrations });
  const registrations = [/** @type {any} */ (registration)];
  const store = new EventStore('payments', db.database, registrations, messageRegistry, clock);
  const keyOf = (/** @type {string} */ key) => ({
    scope: 'client:cli_01K00000000000000000000001',
    operation: 'createPaymentInstruction',
    key,
    fingerprint: '47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU',
  });
  return {
    name,
    append() {
      const id = ids.next('pi');
      const idempotency = hasKey ? keyOf(id) : null;
      return store.handle(aggregate, id, () => [event], { caller: testCaller, idempotency });
    },
    stop: () => db.close(),
  };
}

/** @param {Side} side @returns {Promise<Cost>} of one append */
async function costOf({ append }) {
  const log = await logPosition();
  const [node, server] = [process.cpuUsage(), postgresMicros()];
  const { times = [] } = await underLoad(append, AT_ONCE)(SECONDS);
  const { user, system } = process.cpuUsage(node);
  let micros = 0;
  for (const [pid, now] of postgresMicros()) micros += now - (server.get(pid) ?? 0);
  const each = (/** @type {number} */ total) => total / times.length;
  return {
    node: each(user + system),
    postgres: each(micros),
    log: each((await logPosition()) - log),
  };
}

/** Bytes written to the log so far. @returns {Promise<number>} */
async function logPosition() {
  const { rows } = await admin.query(`SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 AS bytes`);
  return rows[0].bytes;
}

/** Processor time of each process of the server. @returns {Map<string, number>} */
function postgresMicros() {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return new Map(
    all.flatMap((pid) => {
      const [, parent, ...fields] = statOf(pid);
      return parent === postmaster ? [[pid, (Number(fields[9]) + Number(fields[10])) * TICK_MICROS]] : [];
    }),
  );
}

/** The fields of a process from its state on; none if it has ended. @param {string} pid */
function statOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return [];
    throw error;
  }
}
