/**
 * What a timeline costs with many events in the index (ADR 45), side by side: the whole answer to staff and to the client, with its
 * notifications, and the index's part of it, as p50 and p99, and the processor time of an answer. Then what an event costs that is indexed, and how much room it takes.
 *
 *   npx node bench/timeline.mjs [1000000]
 *
 * ROUNDS (default 300) times each. It needs a build and Linux, and starts the program with a Postgres of its own.
 */
import { loadavg } from 'node:os';
import pg from 'pg';
import { databaseName } from '@corridor/event-store';
import { SystemClock } from '@corridor/platform';
import { fixture } from '@corridor/testing';
import {
  BUSY_WALLET,
  manyCommands,
  manyEvents,
  storyId,
} from '../apps/gateway/src/timeline/many-events.fixture.ts';
import { EventHeads } from '../apps/gateway/dist/events/event-heads.js';
import { FIND } from '../apps/gateway/dist/timeline/timeline.js';
import { TimelineIndex } from '../apps/gateway/dist/timeline/timeline-index.js';
import { requestOf } from './client.mjs';
import { at, median } from './harness.mjs';
import { startSystem } from './system.mjs';

const EVENTS = Number(process.argv[2] ?? 1_000_000);
const ROUNDS = Number(process.env.ROUNDS ?? 300);
const NOTIFICATIONS = 20;
const ATTEMPTS = 3;
const MOST_MS = 50;

const system = await startSystem({ clients: 1, atOnce: 1 });
const [client] = system.clients;
const { id: clientId } = (await client.api('GET', '/v1/auth/who-am-i')).client;
const staff = { 'x-api-key': 'ok_sandbox_demo_administrator' };

const gateway = new pg.Pool({ connectionString: `${system.databaseUrl}/${databaseName('gateway')}` });
const stories = EVENTS / 10;
await manyEvents({ pool: gateway }, EVENTS, { busyClientId: clientId });
await manyEvents({ pool: gateway }, 10, { from: stories, clientId });
await manyEvents({ pool: gateway }, 200, { from: stories + 1, eventsOfStory: 200, clientId });

await manyCommands({ pool: gateway }, EVENTS);

const dispatcher = new pg.Client(`${system.databaseUrl}/${databaseName('webhook-dispatcher')}`);
await dispatcher.connect();
for (const story of [stories, stories + 1]) await notify(story);
await dispatcher.end();

/** Notifications of a story, with their attempts. */
async function notify(story) {
  const values = [clientId, storyId('pi', story), NOTIFICATIONS, ATTEMPTS, `${story}_`];
  await dispatcher.query(
    `INSERT INTO webhook_notification (id, client_id, subscription_id, event_type, payload, related_id, related_type, sequence,
       traceparent, created_on)
     SELECT 'whn_' || $4::text || n, $1, 'whs_1', 'payment_instruction.filled', '{}', $2, 'PaymentInstruction', n, '', '2026-01-01T00:00:00.000'
     FROM generate_series(1, $3::int) AS n`,
    [values[0], values[1], values[2], values[4]],
  );
  await dispatcher.query(
    `INSERT INTO delivery (notification_id, subscription_id, target_url, sequence_key, attempts)
     SELECT 'whn_' || $1::text || n, 'whs_1', 'https://example.com', '', ${ATTEMPTS} FROM generate_series(1, $2::int) AS n`,
    [values[4], values[2]],
  );
  await dispatcher.query(
    `INSERT INTO delivery_attempt (id, client_id, subscription_id, notification_id, attempt_no, started_on, latency_ms, outcome,
       status_code, response_excerpt, target_url, dispatcher)
     SELECT 'wha_' || $1::text || n || '_' || a, $2, 'whs_1', 'whn_' || $1::text || n, a, '2026-01-01T00:00:00.00' || a, 7, 'FAILED', 503,
       repeat('busy ', 200), 'https://example.com', ''
     FROM generate_series(1, $3::int) AS n, generate_series(1, ${ATTEMPTS}) AS a`,
    [values[4], clientId, values[2]],
  );
}

const kinds = [
  { name: 'a story of 10 events', id: storyId('pmt', stories), isOwn: true },
  { name: 'a story of 200 events', id: storyId('con', stories + 1), isOwn: true },
  { name: 'its trace', id: await traceOf(stories + 1), isOwn: true },
  { name: 'a wallet, 500 of its events', id: BUSY_WALLET, isOwn: true },
  { name: 'an unknown id', id: 'pi_unknown' },
];

async function traceOf(story) {
  const { rows } = await gateway.query('SELECT trace_id FROM timeline_event WHERE stream_id = $1 LIMIT 1', [
    storyId('pi', story),
  ]);
  return rows[0].trace_id;
}

const shown = ({ times }) => `${median(times).toFixed(1)} / ${at(times, 0.99).toFixed(1)}`;
async function timed(work) {
  for (let n = 0; n < 20; n++) await work();
  const times = [];
  const before = system.processorMs();
  for (let n = 0; n < ROUNDS; n++) {
    const begun = performance.now();
    await work();
    times.push(performance.now() - begun);
  }
  const after = system.processorMs();
  const processor = ['program', 'postgres'].map((of) => ((after[of] - before[of]) / ROUNDS).toFixed(1));
  return { times, processor: processor.join(' / ') };
}

console.log(`${EVENTS} events, ms p50 / p99`);
console.log(
  '| timeline of | events | whole answer, staff | processor, program / Postgres | whole answer, client | reading the index |',
);
console.log('| --- | --- | --- | --- | --- | --- |');
let slowest = 0;
for (const { name, id, isOwn } of kinds) {
  const status = id === 'pi_unknown' ? 404 : 200;
  const ask = (path, credential, expected) =>
    system.send(`${path}/${id}`, requestOf('GET', credential), expected);
  const { data } = JSON.parse(await ask('/operator/v1/timeline', staff, status));
  const byStaff = await timed(() => ask('/operator/v1/timeline', staff, status));
  const byClient = await timed(() => ask('/v1/timeline', client.credential, isOwn ? 200 : 404));
  const index = await timed(() => gateway.query(FIND, [[id], null]));
  slowest = Math.max(slowest, at(byStaff.times, 0.99), at(byClient.times, 0.99));
  console.log(
    `| ${name} | ${data?.events.length ?? 0} | ${shown(byStaff)} | ${byStaff.processor} | ${shown(byClient)} | ${shown(index)} |`,
  );
}
console.log(
  `the slowest p99 is ${slowest.toFixed(1)} ms, ${slowest < MOST_MS ? 'less' : 'MORE'} than ${MOST_MS}`,
);

// What an event costs that is indexed: the processor of this process and of Postgres, a hundred messages at a time.
const database = { query: async (sql, values) => (await gateway.query(sql, values)).rows };
const index = new TimelineIndex(
  database,
  { isHere: false },
  new SystemClock(),
  new EventHeads(database),
  { eventDays: 7 },
  {},
);
const example = fixture('payment.sent');
const MESSAGES = 10_000;
const begun = performance.now();
const used = process.cpuUsage();
for (let n = 0; n < MESSAGES; n += 100)
  await index.deliver(
    Array.from({ length: 100 }, (_, i) => ({
      ...example,
      id: `bench/${n + i}`,
      streamId: `bench${n}`,
      version: i + 1,
    })),
  );
const { user, system: kernel } = process.cpuUsage(used);
const { rows } = await gateway.query(
  `SELECT (pg_total_relation_size('timeline_event') + pg_total_relation_size('timeline_reference'))::float8
     / (SELECT count(*) FROM timeline_event) AS bytes`,
);
const each = (micros) => `${(micros / MESSAGES).toFixed(0)} µs`;
console.log(
  `an event that is indexed: ${each((performance.now() - begun) * 1000)} in all, of these ${each(user + kernel)} of this process; ${rows[0].bytes.toFixed(0)} bytes in the tables`,
);
console.log(`load ${loadavg()[0]?.toFixed(1)}`);
await gateway.end();
await system.stop();
