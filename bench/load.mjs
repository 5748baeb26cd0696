/**
 * Throughput and latency of whole requests under load, of one or more systems side by side:
 *
 *   npx node bench/load.mjs http://127.0.0.1:8080 http://127.0.0.1:8081
 *
 * Each URL is a running sandbox with the default operator key; start them with a high RATE_LIMIT_PER_SECOND and
 * RATE_LIMIT_BURST. Every measure runs on all of them alternately, ROUNDS times, so that other load affects all of them.
 * CLIENTS clients (default 64) send AT_ONCE requests at a time (default 64) for SECONDS seconds (default 5) in each round.
 */
import { loadavg } from 'node:os';
import { Pool } from 'undici';
import { apiOf, create, credit, life, newClient } from './client.mjs';
import { at, median, underLoad } from './harness.mjs';

const urls = process.argv.slice(2);
const number = (name, otherwise) => Number(process.env[name] ?? otherwise);
const [CLIENTS, AT_ONCE] = [number('CLIENTS', 64), number('AT_ONCE', 64)];
const [ROUNDS, SECONDS] = [number('ROUNDS', 3), number('SECONDS', 5)];

/** What is measured: the work, and how many of the clients take part. */
const measures = {
  'GET wallet': [({ api }) => api('GET', '/v1/wallets/GBP'), CLIENTS],
  'create instruction': [create, CLIENTS],
  credit: [credit, CLIENTS],
  'credit, one wallet': [credit, 1],
  'create → SENT': [life, CLIENTS],
};

const systems = urls.map((url) => ({ url, pool: new Pool(url, { connections: AT_ONCE }), clients: [] }));
for (const { pool, clients } of systems)
  while (clients.length < CLIENTS) clients.push(await newClient(apiOf(pool)));

console.log(
  `${CLIENTS} clients, ${AT_ONCE} requests at once, ${ROUNDS} rounds of ${SECONDS} s, load ${loadavg()[0]}`,
);
for (const [name, [work, share]] of Object.entries(measures)) {
  const results = systems.map((system) => ({ ...system, rates: [], times: [] }));
  for (let n = 0; n < ROUNDS; n++)
    for (const { clients, rates, times } of results) {
      const result = await underLoad((worker) => work(clients[worker % share]), AT_ONCE)(SECONDS);
      rates.push(result.rate);
      for (const time of result.times) times.push(time);
    }
  const first = median(results[0].rates);
  for (const { url, rates, times } of results) {
    const figures = `${median(rates).toFixed(0)}/s`.padStart(8) + `  × ${(median(rates) / first).toFixed(2)}`;
    const latency = `p50 ${median(times).toFixed(1)} ms  p99 ${at(times, 0.99).toFixed(1)} ms`;
    console.log(`${name.padEnd(20)} ${url.padEnd(24)} ${figures}  ${latency}`);
  }
}
await Promise.all(systems.map(({ pool }) => pool.close()));
console.log(`load ${loadavg()[0]}`);
