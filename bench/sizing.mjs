/**
 * How much room a payment instruction takes that is taken to SENT, by service and kind of table, and what a year at 50 of them a second takes:
 * the tables of docs/sizing.md.
 *
 *   npx node bench/sizing.mjs [1000]
 *
 * AT_ONCE (default 8) at the same time, one subscription to all their events. It needs a build, and starts the program with a Postgres of its own.
 */
import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import pg from 'pg';
import { databaseName } from '@corridor/event-store';
import { SERVICES } from '@corridor/services';
import { life } from './client.mjs';
import { startSystem } from './system.mjs';

const INSTRUCTIONS = Number(process.argv[2] ?? 1_000);
const AT_ONCE = Number(process.env.AT_ONCE ?? 8);
/** Before the measurement: the first pages of a table are not full. */
const WARM_UP = 100;
const PER_YEAR = 50 * 86_400 * 365;
const DAYS = { responses: 7, attempts: 30, notifications: 90, streams: 7, requests: 7, kafka: 7 };

const EVENTS = [
  ...['pending', 'acknowledged', 'filled', 'sent'].map((status) => `payment_instruction.${status}`),
  ...['draft', 'ready_to_send', 'sent'].map((status) => `payment.${status}`),
  ...['booked', 'exchanged'].map((status) => `conversion.${status}`),
  'transaction.completed',
];

const receiver = createServer((_, response) => response.end()).listen(0, '127.0.0.1');
await new Promise((resolve) => receiver.once('listening', resolve));
const system = await startSystem({
  clients: 1,
  atOnce: AT_ONCE,
  env: { WEBHOOK_ALLOW_LOOPBACK: 'true' },
});
const [client] = system.clients;
const subscription = await client.api('POST', '/v1/webhook-subscriptions', {
  targetPlatform: 'bench',
  targetUrl: `http://127.0.0.1:${receiver.address().port}/hooks`,
  events: EVENTS,
});
const databases = new Map();
for (const service of SERVICES) {
  const database = new pg.Client(`${system.databaseUrl}/${databaseName(service)}`);
  await database.connect();
  databases.set(service, database);
}

await lives(WARM_UP);
const before = await sizes();
const begun = Date.now();
await lives(INSTRUCTIONS);
const seconds = (Date.now() - begun) / 1_000;
const after = await sizes();
const kafka = await messageBytes();
const responses = await responseBytes();
const archive = await archiveBytes();

/** Takes so many instructions to SENT, and waits until nothing follows. @param {number} count */
async function lives(count) {
  let left = count;
  const worker = async () => {
    while (left-- > 0) await life(client);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  for (let waiting = -1; waiting !== 0; await new Promise((resolve) => setTimeout(resolve, 1_000))) {
    const { rows } = await databases
      .get('webhook-dispatcher')
      .query(
        'SELECT count(*)::int AS waiting FROM delivery WHERE due_on IS NOT NULL AND subscription_id = $1',
        [subscription.id],
      );
    waiting = rows[0].waiting;
  }
  for (const database of databases.values()) await database.query('VACUUM ANALYZE');
}

/** @param {string} table */
function kindOf(table) {
  if (table === 'events') return 'events';
  if (table === 'streams' || table === 'kept_state') return 'states';
  if (table === 'idempotency_key') return 'idempotency keys';
  if (table === 'checkpoint' || table === 'consumer_offset') return 'checkpoints';
  if (table.startsWith('timeline')) return 'timelines';
  if (table.startsWith('client_event')) return 'events of streams';
  if (table === 'logged_request') return 'log of requests';
  if (table.startsWith('audited_command')) return 'audit';
  if (table.startsWith('delivery_attempt')) return 'attempts';
  if (table.startsWith('webhook_notification') || table.startsWith('delivery')) return 'notifications';
  return 'records';
}

/** Bytes of tables with TOAST, and of their indexes, by service and kind. @returns {Promise<Map<string, { table: number, indexes: number }>>} */
async function sizes() {
  const found = new Map();
  for (const [service, database] of databases) {
    const { rows } = await database.query(
      `SELECT relname AS name, pg_table_size(oid)::float8 AS size, pg_indexes_size(oid)::float8 AS indexes FROM pg_class
       WHERE relkind = 'r' AND relnamespace NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)`,
    );
    for (const { name, size, indexes } of rows) {
      const key = `${service} | ${kindOf(name)}`;
      const one = found.get(key) ?? { table: 0, indexes: 0 };
      found.set(key, { table: one.table + size, indexes: one.indexes + indexes });
    }
  }
  return found;
}

/** Bytes of the messages of all instructions, as JSON. */
async function messageBytes() {
  let sum = 0;
  for (const database of databases.values()) {
    const { rows } = await database.query(
      `SELECT coalesce(sum(octet_length(message::text)), 0)::float8 AS bytes FROM events WHERE message IS NOT NULL
       AND occurred_on > to_timestamp($1)`,
      [begun / 1_000],
    );
    sum += rows[0].bytes;
  }
  return sum / INSTRUCTIONS;
}

/** Bytes of the stored responses, which are in the tables of keys. */
async function responseBytes() {
  let sum = 0;
  for (const database of databases.values()) {
    const { rows } = await database.query(
      `SELECT coalesce(sum(pg_column_size(response)), 0)::float8 AS bytes FROM idempotency_key WHERE created_on > to_timestamp($1)`,
      [begun / 1_000],
    );
    sum += rows[0].bytes;
  }
  return sum / INSTRUCTIONS;
}

/** What the events of an instruction take in the archive: those of the kinds that are archived, by stream, as the archive writes them. */
async function archiveBytes() {
  let [plain, compressed, streams] = [0, 0, 0];
  for (const database of databases.values()) {
    const { rows } = await database.query(
      `SELECT log_lines(stream_id, 0, version) AS lines, version FROM streams
       WHERE kind = ANY ('{payment_instruction,payment,conversion,quote,inbound_funds}') ORDER BY stream_id DESC LIMIT 2000`,
    );
    for (const { lines } of rows) {
      plain += Buffer.byteLength(lines);
      compressed += gzipSync(lines, { level: 9 }).length;
    }
    streams += rows.length;
  }
  return { ratio: plain / compressed, streams };
}

const round = (/** @type {number} */ bytes) => Math.round(bytes / 10) * 10;
const terabytes = (/** @type {number} */ bytes) => `${(bytes / 1e12).toFixed(1)} TB`;
const year = (/** @type {number} */ bytes) => terabytes(bytes * PER_YEAR);
const kept = (/** @type {number} */ bytes, /** @type {number} */ days) =>
  terabytes((bytes * PER_YEAR * Math.min(days, 365)) / 365);

/** @type {Map<string, number>} */
const byKind = new Map();
console.log(`${INSTRUCTIONS} instructions in ${Math.round(seconds)} s\n`);
console.log('| service | what | tables, bytes | indexes, bytes |\n| --- | --- | ---: | ---: |');
for (const [key, { table, indexes }] of after) {
  const was = before.get(key) ?? { table: 0, indexes: 0 };
  const [tables, index] = [table - was.table, indexes - was.indexes].map((bytes) => bytes / INSTRUCTIONS);
  if (tables + index < 1) continue;
  console.log(`| ${key} | ${round(tables)} | ${round(index)} |`);
  const kind = key.split(' | ')[1] ?? '';
  byKind.set(kind, (byKind.get(kind) ?? 0) + tables + index);
}
console.log(`\nmessages: ${round(kafka)} bytes; stored responses: ${round(responses)} bytes`);
console.log(
  `archive: ${archive.ratio.toFixed(1)} times smaller than its lines (${archive.streams} streams)\n`,
);
console.log(
  '| what | bytes an instruction | a year, nothing removed | a year, with the defaults |\n| --- | ---: | ---: | ---: |',
);
let [all, some] = [0, 0];
for (const [kind, bytes] of [...byKind, ['Kafka, one copy', kafka]]) {
  const days = {
    attempts: DAYS.attempts,
    notifications: DAYS.notifications,
    'events of streams': DAYS.streams,
    'log of requests': DAYS.requests,
    'Kafka, one copy': DAYS.kafka,
  }[kind];
  const rest = kind === 'idempotency keys' ? bytes - responses + (responses * DAYS.responses) / 365 : null;
  const left = rest === null ? kept(bytes, days ?? 365) : year(rest);
  console.log(`| ${kind} | ${round(bytes)} | ${year(bytes)} | ${left} |`);
  all += bytes;
  some += rest ?? (bytes * (days ?? 365)) / 365;
}
console.log(`| all | ${round(all)} | ${year(all)} | ${year(some)} |`);

for (const database of databases.values()) await database.end();
await system.stop();
receiver.close();
