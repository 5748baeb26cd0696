/**
 * Webhooks: how long they take from the response of a command to their receipt, and how fast a backlog is sent, beside raw
 * signed POSTs of undici to the same receivers, and with twenty dead endpoints beside without.
 */
import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Pool } from 'undici';
import { create } from '../client.mjs';
import { underLoad } from '../harness.mjs';
import { nowMs, startReceivers } from '../receivers.mjs';
import { startSystem } from '../system.mjs';

const HEALTHY = 5;
/** @type {import('../receivers.mjs').Kind[]} */
const DEAD = ['refusing', 'silent', 'failing', 'dripping'];
const DEAD_OF_EACH = 5;
const RATE_PER_S = 200;
/** In addition, for the clients of the dead endpoints. */
const DEAD_RATE_PER_S = 100;
const BACKLOG_PER_S = 2_000;
const DEAD_BACKLOG = 50;
/** Of undici to one receiver, as many as Corridor has for one subscription. */
const CONNECTIONS = 8;

/** @typedef {Awaited<ReturnType<typeof start>>} Context */
/** @typedef {Context['healthy'][number]} Endpoint */

/** @param {{ isShort: boolean }} size */
async function start({ isShort }) {
  const ofEach = isShort ? 1 : DEAD_OF_EACH;
  const dead = DEAD.flatMap((kind) => Array.from({ length: ofEach }, () => kind));
  const system = await startSystem({ clients: HEALTHY + dead.length, atOnce: 64 });
  const receivers = await startReceivers([...Array.from({ length: HEALTHY }, () => 'healthy'), ...dead]);
  const endpoints = [];
  for (const [n, client] of system.clients.entries()) {
    const subscription = { targetUrl: receivers.urls[n], events: ['payment_instruction.pending'] };
    const { id, signingSecret } = await client.api('POST', SUBSCRIPTIONS, subscription);
    endpoints.push({ client, id, signingSecret, targetUrl: subscription.targetUrl });
  }
  const database = new pg.Client(`${system.databaseUrl}/corridor_webhook_dispatcher`);
  await database.connect();
  const context = {
    ...system,
    receivers,
    database,
    healthy: endpoints.slice(0, HEALTHY),
    dead: endpoints.slice(HEALTHY),
    body: '',
    async stop() {
      await receivers.stop();
      await database.end();
      await system.stop();
    },
  };
  await each(context.dead, 'pause');
  await Promise.all(endpoints.map(({ client }) => create(client)));
  ({ body: context.body } = await receivers.received(HEALTHY));
  return context;
}

const SUBSCRIPTIONS = '/v1/webhook-subscriptions';

/** @param {Endpoint[]} endpoints @param {'pause' | 'resume'} action */
const each = (endpoints, action) =>
  Promise.all(endpoints.map(({ client, id }) => client.api('POST', `${SUBSCRIPTIONS}/${id}/${action}`)));

/** With the dead endpoints resumed. @param {Context} context @param {import('../harness.mjs').Side['round']} round */
const besideTheDead = (context, round) => async (/** @type {number} */ seconds) => {
  await each(context.dead, 'resume');
  const result = await round(seconds);
  await each(context.dead, 'pause');
  return result;
};

/** Instructions at a steady rate; the times are those from their responses to the receipts of their webhooks. @param {Context} context */
const steady = (context) => async (/** @type {number} */ seconds) => {
  /** @type {Map<string, number>} */
  const responses = new Map();
  const begun = performance.now();
  const instruct = async (/** @type {Endpoint[]} */ endpoints, /** @type {number} */ n) => {
    const { client } = /** @type {Endpoint} */ (endpoints[n % endpoints.length]);
    const { id } = await create(client);
    responses.set(id, nowMs());
  };
  await Promise.all([
    paced(RATE_PER_S, seconds, (n) => instruct(context.healthy, n)),
    paced(DEAD_RATE_PER_S, seconds, (n) => instruct(context.dead, n)),
  ]);
  const { receipts } = await context.receivers.received(RATE_PER_S * seconds);
  const times = receipts.map(({ id, atMs }) => Math.max(atMs - Number(responses.get(id)), 0));
  return { rate: (receipts.length * 1_000) / (performance.now() - begun), times };
};

/** @param {number} ratePerS @param {number} seconds @param {(n: number) => Promise<unknown>} work */
async function paced(ratePerS, seconds, work) {
  const begun = performance.now();
  const works = [];
  for (let n = 0; n < ratePerS * seconds; n++) {
    const earlyMs = (n * 1_000) / ratePerS - (performance.now() - begun);
    if (earlyMs > 0) await sleep(earlyMs);
    works.push(work(n));
  }
  await Promise.all(works);
}

/** A backlog of due notifications, from the resumption of its subscriptions to the last receipt. @param {Context} context @param {number} count of endpoints */
const drain = (context, count) => async (/** @type {number} */ seconds) => {
  const endpoints = context.healthy.slice(0, count);
  const size = Math.floor((BACKLOG_PER_S * seconds) / count);
  await each(endpoints, 'pause');
  for (const { id } of endpoints) await queue(context.database, id, size);
  for (const { id } of context.dead) await queue(context.database, id, DEAD_BACKLOG);
  await context.database.query('VACUUM ANALYZE webhook_notification, delivery');
  const begun = performance.now();
  await each(endpoints, 'resume');
  await context.receivers.received(size * count);
  return { rate: (size * count * 1_000) / (performance.now() - begun) };
};

/** Copies a notification of the subscription. @param {pg.Client} database @param {string} id @param {number} count */
const queue = (database, id, count) =>
  database.query(
    `WITH made AS (
       INSERT INTO webhook_notification (id, client_id, subscription_id, event_type, payload, related_id, related_type,
         sequence, traceparent, created_on)
       SELECT 'whn_' || $2 || n, client_id, subscription_id, event_type, payload, related_id, related_type, sequence,
         traceparent, to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS')
       FROM (SELECT * FROM webhook_notification WHERE subscription_id = $1 LIMIT 1) AS one, generate_series(1, $3::int) AS n
       RETURNING *)
     INSERT INTO delivery (notification_id, subscription_id, target_url, sequence_key, due_on)
     SELECT id, subscription_id, '', id, created_on FROM made`,
    [id, randomUUID(), count],
  );

/** undici alone: the same bodies, each signed anew. @param {Context} context @param {number} count of endpoints */
function raw({ healthy, receivers, body }, count) {
  const pools = healthy.slice(0, count).map(({ targetUrl, signingSecret }) => {
    const { origin, pathname: path } = new URL(targetUrl);
    const key = Buffer.from(signingSecret.slice('whsec_'.length), 'base64');
    return { path, key, pool: new Pool(origin, { connections: CONNECTIONS }) };
  });
  const post = async (/** @type {number} */ n) => {
    const { path, key, pool } = /** @type {typeof pools[number]} */ (pools[n % count]);
    const [id, timestamp] = [randomUUID(), Math.floor(Date.now() / 1_000)];
    const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
    const headers = {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': `v1,${signature}`,
    };
    const response = await pool.request({ path, method: 'POST', headers, body });
    await response.body.dump();
  };
  const round = underLoad(post, CONNECTIONS * count);
  return async (/** @type {number} */ seconds) => {
    const result = await round(seconds);
    await receivers.received(result.times?.length ?? 0);
    return result;
  };
}

/** @param {Context} context @param {number} count of endpoints */
const drained = (context, count) => ({
  round: drain(context, count),
  yardsticks: [{ name: 'undici alone, signed POSTs', round: raw(context, count), goal: 0.5 }],
});

/** @type {import('../harness.mjs').Group<Context>} */
export const webhooks = {
  start,
  measures: {
    'webhooks, 200/s': (context) => ({ round: steady(context), goals: { p99: 10 } }),
    'webhooks, 200/s, 20 dead': (context) => ({
      round: besideTheDead(context, steady(context)),
      goals: { p99: 10 },
    }),
    'webhook backlog, one endpoint': (context) => drained(context, 1),
    'webhook backlog, five': (context) => drained(context, HEALTHY),
    'webhook backlog, five, 20 dead': (context) => ({
      round: besideTheDead(context, drain(context, HEALTHY)),
      yardsticks: [{ name: 'the same, without dead ones', round: drain(context, HEALTHY), goal: 0.9 }],
    }),
  },
};
