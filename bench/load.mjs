/**
 * Throughput and latency of whole requests under load, of one or more systems side by side:
 *
 *   node bench/load.mjs http://127.0.0.1:8080 http://127.0.0.1:8081
 *
 * Each URL is a running sandbox with the default operator key; start them with a high RATE_LIMIT_PER_SECOND and
 * RATE_LIMIT_BURST. Every measure runs on all of them alternately, ROUNDS times, so that other load affects all of them.
 * CLIENTS clients (default 64) send AT_ONCE requests at a time (default 64) for SECONDS seconds (default 5) in each round.
 */
import { loadavg } from 'node:os';
import { Pool } from 'undici';
import { create, newClient, requestOf } from './client.mjs';

const urls = process.argv.slice(2);
const number = (name, otherwise) => Number(process.env[name] ?? otherwise);
const [CLIENTS, AT_ONCE] = [number('CLIENTS', 64), number('AT_ONCE', 64)];
const [ROUNDS, SECONDS] = [number('ROUNDS', 3), number('SECONDS', 5)];

const senderTo = (pool) => async (method, path, credential, body) => {
  const { statusCode, body: response } = await pool.request({ path, ...requestOf(method, credential, body) });
  const text = await response.text();
  if (statusCode !== 200) throw new Error(`${method} ${path}: ${statusCode} ${text}`);
  return JSON.parse(text).data;
};

const credit = ({ api }) => api('POST', '/v1/simulators/inbound-funds/credit', { ccyCode: 'GBP', amount: 1 });

async function life(client) {
  const { id } = await create(client);
  const step = (name, body) => client.api('POST', `/v1/simulators/payment-instructions/${id}/${name}`, body);
  await step('acknowledge');
  await step('fill', { useIndicativeRateForActualRate: true });
  await step('send');
}

/** What is measured: the work, and how many of the clients take part. */
const measures = {
  'GET wallet': [({ api }) => api('GET', '/v1/wallets/GBP'), CLIENTS],
  'create instruction': [create, CLIENTS],
  credit: [credit, CLIENTS],
  'credit, one wallet': [credit, 1],
  'create → SENT': [life, CLIENTS],
};

async function round(clients, work, times) {
  const [begun, end] = [performance.now(), performance.now() + SECONDS * 1_000];
  let count = 0;
  const worker = async (client) => {
    for (let sent = performance.now(); sent < end; sent = performance.now()) {
      await work(client);
      times.push(performance.now() - sent);
      count++;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => worker(clients[i % clients.length])));
  return (count * 1_000) / (performance.now() - begun);
}

const at = (list, share) => [...list].sort((a, b) => a - b)[Math.floor(list.length * share)] ?? 0;
const median = (list) => at(list, 0.5);

const systems = urls.map((url) => ({ url, pool: new Pool(url, { connections: AT_ONCE }), clients: [] }));
for (const { pool, clients } of systems)
  while (clients.length < CLIENTS) clients.push(await newClient(senderTo(pool)));

console.log(
  `${CLIENTS} clients, ${AT_ONCE} requests at once, ${ROUNDS} rounds of ${SECONDS} s, load ${loadavg()[0]}`,
);
for (const [name, [work, share]] of Object.entries(measures)) {
  const results = systems.map((system) => ({ ...system, rates: [], times: [] }));
  for (let n = 0; n < ROUNDS; n++)
    for (const { clients, rates, times } of results)
      rates.push(await round(clients.slice(0, share), work, times));
  const first = median(results[0].rates);
  for (const { url, rates, times } of results) {
    const figures = `${median(rates).toFixed(0)}/s`.padStart(8) + `  × ${(median(rates) / first).toFixed(2)}`;
    const latency = `p50 ${median(times).toFixed(1)} ms  p99 ${at(times, 0.99).toFixed(1)} ms`;
    console.log(`${name.padEnd(20)} ${url.padEnd(24)} ${figures}  ${latency}`);
  }
}
await Promise.all(systems.map(({ pool }) => pool.close()));
console.log(`load ${loadavg()[0]}`);
