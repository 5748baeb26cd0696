/**
 * How fast the records of payment instructions are derived again from the log, and compared with the live ones.
 *
 *   npm run build && npx node bench/projections.mjs [--events=1000000,10000000]
 *
 * The records of the first streams are written by commands, and must be derived byte by byte; the others are copies of these streams in
 * the log, without a live record. The ratio of the last rate to the first one shows whether the time grows with the number of events
 * alone. Other work on the machine takes time, and hardly any processor time, so the rate of two processors is that of the processor time
 * that Node and Postgres used, each on one. It reads `/proc`, so it needs Linux. The last columns say what hardly can be less: the
 * processor time in which an event is read, decoded, encoded and written, and nothing else.
 */
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { EventStore, ReadModelRebuild } from '@corridor/event-store';
import { money } from '@corridor/kernel';
import { service } from '@corridor/payments';
import { Ids, SystemClock, openDatabase } from '@corridor/platform';
import { messageRegistry } from '@corridor/services';
import { testCaller } from '@corridor/testing';
import { embeddedPostgres } from '@corridor/tools/embedded-postgres.mjs';
import { created, price } from './instruction-events.mjs';
import { cpuOfTree } from './processor-time.mjs';

const sizes = (
  process.argv.find((one) => one.startsWith('--events='))?.slice('--events='.length) ?? '1000000'
)
  .split(',')
  .map(Number);
const KIND = 'payment_instruction';
const BY_COMMANDS = 1_000;
/** Streams whose events are beside each other in the log. */
const AT_ONCE = 1_000;

const history = [
  created(),
  { type: 'fee_set', fee: money('GBP', 500n) },
  { type: 'acknowledged' },
  { type: 'filled', price, conversionId: 'con_1', conversionReference: 'CON-20261123-ABCDEF' },
  { type: 'sent', paymentId: 'pmt_1', beneficiary: null },
];

const folder = mkdtempSync(join(tmpdir(), 'corridor-bench-'));
chmodSync(folder, 0o755); // Postgres may run as another user
const postgres = await (await embeddedPostgres()).startPostgres({ dataDir: folder });
const db = await openDatabase(postgres.url, service);
const registrations = service.registrations.filter(({ aggregate }) => aggregate.name === KIND);
const registration = /** @type {NonNullable<typeof registrations[number]>} */ (registrations[0]);
const clock = new SystemClock();
const ids = new Ids(clock);
// Without the projection, whose table is not rebuilt.
const written = { ...registration, projections: [] };
const store = new EventStore(service.name, db.database, [written], messageRegistry, clock);
const rebuild = new ReadModelRebuild(db.database, registrations);
const owner = new pg.Client(db.pool.options.connectionString);
await owner.connect();
await owner.query('SET statement_timeout = 0; SET synchronous_commit = off');
const { rows: settings } = await owner.query('SHOW data_directory');
const postmaster = Number(
  readFileSync(join(settings[0].data_directory, 'postmaster.pid'), 'utf8').split('\n')[0],
);
/** The processor time of a program and its children so far, in seconds. @param {number} pid */
const cpuOf = (pid) => [...cpuOfTree(pid).values()].reduce((sum, ms) => sum + ms, 0) / 1_000;

await Promise.all(
  Array.from({ length: BY_COMMANDS }, async () => {
    const id = ids.next('pi');
    for (const event of history)
      await store.handle(registration.aggregate, id, () => [event], { caller: testCaller });
  }),
);

/** @type {number[]} */
const rates = [];
let streams = BY_COMMANDS;
console.log(`load ${loadavg()[0]?.toFixed(1)}\n`);
const columns = [
  'events',
  's',
  'events/s',
  'Node, s',
  'Postgres, s',
  'events/s of two processors',
  'compare, s',
];
columns.push(
  'heap, MB',
  'differences in what commands wrote',
  'not folded, Node, µs',
  'not folded, Postgres, µs',
);
console.log(`| ${columns.join(' | ')} |`);
console.log(`|${' ---: |'.repeat(columns.length)}`);
for (const events of sizes) {
  const wanted = Math.ceil(events / history.length);
  await copy(streams, wanted);
  streams = wanted;
  await owner.query('VACUUM (ANALYZE) events, streams');
  let heap = 0;
  const before = [process.cpuUsage().user, cpuOf(postmaster)];
  const begun = performance.now();
  await rebuild.rebuild(KIND, () => (heap = Math.max(heap, process.memoryUsage().heapUsed)));
  const seconds = (performance.now() - begun) / 1_000;
  const node = (process.cpuUsage().user - (before[0] ?? 0)) / 1e6;
  const server = cpuOf(postmaster) - (before[1] ?? 0);
  const ofBoth = events / Math.max(node, server, (node + server) / 2);
  rates.push(ofBoth);
  const compared = performance.now();
  const { differences } = await rebuild.compare(KIND, 1);
  const comparing = (performance.now() - compared) / 1_000;
  const wrong = differences - (streams - BY_COMMANDS);
  const [leastOfNode, leastOfPostgres] = await leastTimes();
  await rebuild.abort();
  const times = [seconds.toFixed(1), Math.round(events / seconds), node.toFixed(1), server.toFixed(1)];
  const least = [leastOfNode.toFixed(1), leastOfPostgres.toFixed(1)];
  const figures = [
    events,
    ...times,
    Math.round(ofBoth),
    comparing.toFixed(1),
    Math.round(heap / 1e6),
    wrong,
    ...least,
  ];
  console.log(`| ${figures.join(' | ')} |`);
}
if (rates.length > 1)
  console.log(
    `\nratio of the last rate to the first one: ${((rates.at(-1) ?? 0) / (rates[0] ?? 1)).toFixed(2)}`,
  );
await owner.end();
await db.close();
await postgres.stop();
rmSync(folder, { recursive: true, force: true });
process.exit();

/**
 * Of an event, in µs of processor time: read, decoded, encoded and written, and not folded.
 * @returns {Promise<[node: number, postgres: number]>}
 */
async function leastTimes() {
  await owner.query(`CREATE UNLOGGED TABLE least (LIKE shadow.${KIND} INCLUDING INDEXES)`);
  const { rows } = await owner.query(
    `SELECT id, client_id AS "clientId", created_on AS "createdOn", data FROM shadow.${KIND} ORDER BY id LIMIT 100000`,
  );
  const before = [process.cpuUsage().user, cpuOf(postmaster)];
  for (let n = 0; n < rows.length; n += AT_ONCE) {
    const records = rows.slice(n, n + AT_ONCE);
    const { rows: texts } = await owner.query(
      `SELECT json_agg(json_build_array(caller, data))::text AS text FROM events
       WHERE stream_id BETWEEN $1 AND $2 GROUP BY stream_id`,
      [records[0].id, records.at(-1).id],
    );
    for (const { text } of texts) JSON.parse(text);
    await owner.query(
      `INSERT INTO least (id, client_id, created_on, data)
       SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::json[])`,
      [
        records.map(({ id }) => id),
        records.map(({ clientId }) => clientId),
        records.map(({ createdOn }) => createdOn),
        records.map(({ data }) => JSON.stringify(data)),
      ],
    );
  }
  const node = process.cpuUsage().user - (before[0] ?? 0);
  const server = (cpuOf(postmaster) - (before[1] ?? 0)) * 1e6;
  await owner.query('DROP TABLE least');
  return [node / rows.length / history.length, server / rows.length / history.length];
}

/**
 * Copies the first stream.
 * @param {number} from @param {number} to number of streams then
 */
async function copy(from, to) {
  const { rows } = await owner.query('SELECT stream_id AS id FROM streams ORDER BY 1 LIMIT 1');
  const values = [from, to - 1, rows[0].id];
  await owner.query(
    `INSERT INTO streams (stream_id, version, state, state_version, kind)
     SELECT 'pi_copy_' || lpad(n::text, 10, '0'), version, state, state_version, kind
     FROM generate_series($1::int, $2::int) AS n, streams WHERE stream_id = $3`,
    values,
  );
  await owner.query(
    `INSERT INTO events (stream_id, version, type, schema_version, data, caller, occurred_on, seq)
     SELECT 'pi_copy_' || lpad(n::text, 10, '0'), version, type, schema_version, data,
       replace(caller::text, '"correlationId":"${testCaller.correlationId}"', '"correlationId":"cor_' || n || '_' || version || '"')::json, occurred_on, NULL
     FROM generate_series($1::int, $2::int) AS n, events WHERE stream_id = $3
     ORDER BY n / ${AT_ONCE}, version, n`,
    values,
  );
}
