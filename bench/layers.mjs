/**
 * Where the processor time of a request goes: microseconds per request and layer of the one Node process, beside Fastify
 * alone that validates and returns the same body.
 *
 *   npm run build && npx node bench/layers.mjs [--requests=10000]
 *
 * Each kind of request is sent by 64 clients, 64 at a time, while the inspector samples the stacks of the process. A sample
 * belongs to the layer of the innermost function that has one; what V8 samples as time is scaled to the processor time of
 * the main thread, so that other work on the machine changes the figures little.
 */
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { freePort } from '@corridor/tools/ports.mjs';
import { Pool } from 'undici';
import { instructionOf, requestOf, senderTo } from './client.mjs';
import { layersOf } from './layers/layers-of.mjs';
import { inspect } from './layers/inspector.mjs';
import { startSystem } from './system.mjs';

const AT_ONCE = 64;
const INSTRUCTIONS = '/v1/payment-instructions';
const requests = Number(
  process.argv.find((one) => one.startsWith('--requests='))?.slice('--requests='.length) ?? 10_000,
);

const [systemPort, echoPort] = [await freePort(), await freePort()];
const system = await startSystem({
  clients: AT_ONCE,
  atOnce: AT_ONCE,
  env: { NODE_OPTIONS: `--inspect=127.0.0.1:${systemPort}` },
});
const { components } = await (await fetch(`${system.url}/openapi.json`)).json();
const child = fork(join(import.meta.dirname, 'yardsticks', 'echo.mjs'), {
  execArgv: [`--inspect=127.0.0.1:${echoPort}`],
});
child.send({ path: INSTRUCTIONS, schema: components.schemas.PaymentInstructionBody });
const [address] = await once(child, 'message');
const pool = new Pool(address, { connections: AT_ONCE });
const echo = senderTo(pool);

const own = system.clients.map((client) => {
  const body = instructionOf(client);
  const get = requestOf('GET', client.credential);
  const post = requestOf('POST', client.credential, body);
  const invalid = requestOf('POST', client.credential, { ...body, fixedSide: 'NEITHER' });
  return { get, post, invalid, plain: requestOf('POST', {}, body) };
});
/** @typedef {typeof own[number]} Own */
const newKey = (/** @type {Own['post']} */ request) => ({
  ...request,
  headers: { ...request.headers, 'x-idempotency-key': randomUUID() },
});

/** @type {[name: string, port: number, send: (own: Own) => Promise<unknown>][]} */
const kinds = [
  ['Fastify alone', echoPort, ({ plain }) => echo(INSTRUCTIONS, plain, 200)],
  ['GET /health/live', systemPort, () => system.send('/health/live', requestOf('GET', {}), 200)],
  ['GET wallet', systemPort, ({ get }) => system.send('/v1/wallets/GBP', get, 200)],
  ['invalid, 400', systemPort, ({ invalid }) => system.send(INSTRUCTIONS, newKey(invalid), 400)],
  ['repeated', systemPort, ({ post }) => system.send(INSTRUCTIONS, post, 200)],
  ['create', systemPort, ({ post }) => system.send(INSTRUCTIONS, newKey(post), 200)],
];
const inspectors = new Map([
  [systemPort, await inspect(systemPort)],
  [echoPort, await inspect(echoPort)],
]);

/** @type {Record<string, Map<string, number>>} */
const columns = {};
for (const [name, port, send] of kinds) {
  const inspector = /** @type {import('./layers/inspector.mjs').Inspector} */ (inspectors.get(port));
  await work(send, requests / 4); // compiled by V8 before it is measured
  const { profile, cpuMicros } = await inspector.profile(() => work(send, requests));
  columns[name] = layersOf(profile, cpuMicros / requests);
}
print();
for (const inspector of inspectors.values()) inspector.close();
await pool.close();
child.kill();
await system.stop();
process.exit();

/** @param {(own: Own) => Promise<unknown>} send @param {number} count */
async function work(send, count) {
  let left = count;
  const worker = async (/** @type {number} */ n) => {
    while (left-- > 0) await send(/** @type {Own} */ (own[n]));
  };
  await Promise.all(own.map((_, n) => worker(n)));
}

function print() {
  const names = Object.keys(columns);
  const layers = [...new Set(names.flatMap((name) => [...(columns[name]?.keys() ?? [])]))];
  const most = (/** @type {string} */ layer) =>
    Math.max(...names.map((name) => columns[name]?.get(layer) ?? 0));
  const sum = (/** @type {string} */ name) =>
    [...(columns[name]?.values() ?? [])].reduce((total, micros) => total + micros, 0);
  const cells = (/** @type {string} */ title, /** @type {(name: string) => number} */ of) =>
    `| ${title} | ${names.map((name) => of(name).toFixed(1)).join(' | ')} |`;
  console.log(`| µs per request | ${names.join(' | ')} |\n| --- |${' ---: |'.repeat(names.length)}`);
  for (const layer of layers.sort((a, b) => most(b) - most(a)))
    console.log(cells(layer, (name) => columns[name]?.get(layer) ?? 0));
  console.log(cells('sum', sum));
}
