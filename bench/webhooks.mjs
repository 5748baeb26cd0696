/**
 * Fifty webhook endpoints of which ten are healthy: 20 never respond, 10 respond very slowly, 10 respond with 500.
 * Events are committed at a steady rate. Prints how long the healthy endpoints wait from the commit to the receipt, and
 * whether anything is missing.
 *
 *   npm run build && node bench/webhooks.mjs [--rate=200] [--seconds=60] [--fanout=1|5] [--calm]
 *
 * With a fanout of 1 each event is for one endpoint: fifty clients in turn. With 5 each event goes to all five
 * endpoints of one of ten clients, so that the healthy ones get the whole rate and the others as much each of it. With
 * `--calm` all endpoints are healthy. Exit code 1 when the 99th percentile reaches 2 s or anything is lost.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { embeddedPostgres } from '@corridor/tools/embedded-postgres.mjs';
import { startEndpoint } from './webhooks/endpoints.mjs';

const option = (/** @type {string} */ name, /** @type {number} */ fallback) =>
  Number(process.argv.find((one) => one.startsWith(`--${name}=`))?.split('=')[1] ?? fallback);
const [rate, seconds, fanout] = [option('rate', 200), option('seconds', 60), option('fanout', 1)];
const kinds = process.argv.includes('--calm')
  ? /** @type {const} */ (['healthy'])
  : /** @type {const} */ (['hang', 'hang', 'drip', 'error', 'healthy']);
const ENDPOINTS = 50;
const GOAL_MS = 2_000;

const dataDir = mkdtempSync(join(tmpdir(), 'corridor-bench-'));
chmodSync(dataDir, 0o755); // Postgres may run as another user
const { startPostgres } = await embeddedPostgres();
const postgres = await startPostgres({ dataDir });
const program = fork(join(import.meta.dirname, 'webhooks', 'program.mjs'), {
  env: { ...process.env, DATABASE_URL: postgres.url },
});
await once(program, 'message');

const endpoints = await Promise.all(
  Array.from({ length: ENDPOINTS }, async (_, n) => {
    const endpoint = await startEndpoint(kinds[n % kinds.length] ?? 'healthy');
    const clientId = `cli_${Math.floor(n / fanout)}`;
    return { ...endpoint, clientId };
  }),
);
/** @type {string[]} */
const subscriptionIds = [];
for (const { clientId, url } of endpoints)
  subscriptionIds.push(await call('subscribe', { clientId, targetUrl: url }));

const clientIds = [...new Set(endpoints.map(({ clientId }) => clientId))];
console.log(`${ENDPOINTS} endpoints of ${clientIds.length} clients, ${rate} events/s for ${seconds} s …`);
const startedMs = Date.now();
/** @type {[string, string, number][]} */
const committed = await call('emit', { clientIds, rate, seconds });
const tookS = (Date.now() - startedMs) / 1000;

const healthy = endpoints.filter(({ kind }) => kind === 'healthy');
const awaited = healthy.flatMap(({ clientId, seen }) =>
  committed.filter(([, of]) => of === clientId).map(([id, , atMs]) => ({ id, seen, atMs })),
);
const lost = () => awaited.filter(({ id, seen }) => !seen.has(id)).length;
for (const deadline = Date.now() + 60_000; lost() > 0 && Date.now() < deadline;) await sleep(200);

let unqueued = 0;
for (const [n, { clientId }] of endpoints.entries()) {
  const count = await call('count', { clientId, subscriptionId: subscriptionIds[n] });
  unqueued += committed.filter(([, of]) => of === clientId).length - count;
}

const waits = awaited
  .flatMap(({ id, seen, atMs }) => (seen.has(id) ? [Number(seen.get(id)) - atMs] : []))
  .sort((a, b) => a - b);
const at = (/** @type {number} */ share) =>
  waits[Math.min(Math.floor(waits.length * share), waits.length - 1)];
console.log(`committed: ${committed.length} events at ${(committed.length / tookS).toFixed(0)}/s`);
for (const kind of new Set(kinds)) {
  const received = endpoints.filter((one) => one.kind === kind).reduce((sum, { seen }) => sum + seen.size, 0);
  console.log(`received by ${kind}: ${received}`);
}
console.log(
  `healthy, commit to receipt: p50 ${at(0.5)} ms, p90 ${at(0.9)} ms, p99 ${at(0.99)} ms, max ${at(1)} ms`,
);
console.log(`lost: ${lost()}; without a notification: ${unqueued}`);
for (const endpoint of endpoints) endpoint.close();
program.kill('SIGTERM');
await once(program, 'exit');
await postgres.stop();
rmSync(dataDir, { recursive: true, force: true });
process.exit(lost() === 0 && unqueued === 0 && Number(at(0.99)) < GOAL_MS ? 0 : 1);

/** @param {string} command @param {object} input @returns {Promise<any>} */
function call(command, input) {
  const id = Math.random();
  program.send({ id, command, input });
  return new Promise((resolve, reject) => {
    const onMessage = (/** @type {any} */ message) => {
      if (message.id !== id) return;
      program.off('message', onMessage);
      if (message.error) reject(new Error(message.error));
      else resolve(message.result);
    };
    program.on('message', onMessage);
  });
}
