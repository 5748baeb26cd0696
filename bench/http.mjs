/**
 * Throughput of the HTTP layer, of one or more systems side by side, each beside its yardstick:
 *
 *   node bench/http.mjs http://127.0.0.1:8080 http://127.0.0.1:8081
 *
 * Each URL is a running sandbox with the default operator key; start them with a high RATE_LIMIT_PER_SECOND and
 * RATE_LIMIT_BURST. The yardstick of reads is the system's own `/health/live`; that of requests with a body is Fastify alone,
 * which returns the body after validating it with the same JSON schema. A measure and its yardstick run alternately, ROUNDS
 * times (default 5), for SECONDS seconds (default 2) with AT_ONCE requests at a time (default 64); the ratio is that of the
 * medians. CLIENTS clients (default 64) take part.
 */
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { Pool } from 'undici';
import { instructionOf, newClient, requestOf } from './client.mjs';

const urls = process.argv.slice(2);
const number = (name, otherwise) => Number(process.env[name] ?? otherwise);
const [CLIENTS, AT_ONCE] = [number('CLIENTS', 64), number('AT_ONCE', 64)];
const [ROUNDS, SECONDS] = [number('ROUNDS', 5), number('SECONDS', 2)];
const INSTRUCTIONS = '/v1/payment-instructions';

/** Sends a request and returns the text of a response with this status. */
const senderTo = (pool) => async (path, request, status) => {
  const { statusCode, body } = await pool.request({ path, ...request });
  const text = await body.text();
  if (statusCode !== status) throw new Error(`${request.method} ${path}: ${statusCode} ${text}`);
  return text;
};

async function systemAt(url) {
  const pool = new Pool(url, { connections: AT_ONCE });
  const send = senderTo(pool);
  const api = async (method, path, credential, body) =>
    JSON.parse(await send(path, requestOf(method, credential, body), 200)).data;
  const clients = [];
  while (clients.length < CLIENTS) clients.push(await clientOf(api));
  return { url, pool, send, clients };
}

/** A client with what it sends: requests that are built once, because only the system is measured. */
async function clientOf(api) {
  const client = await newClient(api);
  const { id } = await client.api('GET', '/v1/wallets/GBP');
  const body = instructionOf(client);
  return {
    wallet: [`/v1/wallets/${id}`, requestOf('GET', client.credential), 200],
    invalid: [INSTRUCTIONS, requestOf('POST', client.credential, { ...body, fixedSide: 'NEITHER' }), 400],
    repeated: [INSTRUCTIONS, requestOf('POST', client.credential, body), 200],
    body,
  };
}

async function echoOf(url) {
  const { components } = await (await fetch(`${url}/openapi.json`)).json();
  const echo = fork(new URL('echo.mjs', import.meta.url));
  echo.send({ path: INSTRUCTIONS, schema: components.schemas.PaymentInstructionBody });
  const [address] = await once(echo, 'message');
  return { echo, pool: new Pool(address, { connections: AT_ONCE }) };
}

const [systems, { echo, pool: echoPool }] = await Promise.all([
  Promise.all(urls.map(systemAt)),
  echoOf(urls[0]),
]);
const toEcho = senderTo(echoPool);
const anonymous = requestOf('GET', {});
const plain = ([path, { method, headers, body }, status]) => [
  path,
  { method, headers: { 'content-type': headers['content-type'] }, body },
  status,
];

/** What is measured, its yardstick, and the goal of the ratio. Each is a request of one of the clients. */
const measures = {
  'GET wallet': {
    work: ({ send, clients }, n) => send(...clients[n].wallet),
    yardstick: ({ send }) => send('/health/live', anonymous, 200),
    goal: 0.5,
  },
  '400 reject': {
    work: ({ send, clients }, n) => {
      const [path, request, status] = clients[n].invalid;
      request.headers['x-idempotency-key'] = randomUUID();
      return send(path, request, status);
    },
    yardstick: ({ clients }, n) => toEcho(...plain(clients[n].invalid)),
    goal: 0.6,
  },
  'idempotent replay': {
    work: ({ send, clients }, n) => send(...clients[n].repeated),
    yardstick: ({ clients }, n) => toEcho(...plain(clients[n].repeated)),
    goal: 0.3,
  },
};

async function round(system, work, times) {
  const [begun, end] = [performance.now(), performance.now() + SECONDS * 1_000];
  let count = 0;
  const worker = async (n) => {
    for (let sent = performance.now(); sent < end; sent = performance.now()) {
      await work(system, n % CLIENTS);
      times.push(performance.now() - sent);
      count++;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => worker(n)));
  return (count * 1_000) / (performance.now() - begun);
}

const at = (list, share) => [...list].sort((a, b) => a - b)[Math.floor(list.length * share)] ?? 0;
const median = (list) => at(list, 0.5);

console.log(
  `${CLIENTS} clients, ${AT_ONCE} requests at once, ${ROUNDS} rounds of ${SECONDS} s, load ${loadavg()[0]}`,
);
for (const [name, { work, yardstick, goal }] of Object.entries(measures)) {
  const results = systems.map((system) => ({ system, rates: [], yardsticks: [], times: [] }));
  for (let n = 0; n < ROUNDS; n++)
    for (const { system, rates, yardsticks, times } of results) {
      rates.push(await round(system, work, times));
      yardsticks.push(await round(system, yardstick, []));
    }
  for (const { system, rates, yardsticks, times } of results) {
    const [rate, most] = [median(rates), median(yardsticks)];
    const figures = `${rate.toFixed(0).padStart(6)}/s of ${most.toFixed(0).padStart(6)}/s  × ${(rate / most).toFixed(2)} (goal ${goal})`;
    const latency = `p50 ${median(times).toFixed(1)} ms  p99 ${at(times, 0.99).toFixed(1)} ms`;
    console.log(`${name.padEnd(18)} ${system.url.padEnd(24)} ${figures}  ${latency}`);
  }
}
await Promise.all([echoPool, ...systems.map(({ pool }) => pool)].map((pool) => pool.close()));
echo.kill();
console.log(`load ${loadavg()[0]}`);
