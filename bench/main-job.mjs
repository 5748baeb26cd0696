/**
 * Latency and throughput of the steps of the main job, in both compositions side by side:
 *
 *   npx node bench/main-job.mjs http://127.0.0.1:8080 http://127.0.0.1:8081
 *
 * Each URL is a running sandbox with the default operator key; start them with a high RATE_LIMIT_PER_SECOND and
 * RATE_LIMIT_BURST. `life` is all steps from the creation to SENT. Every step is measured on all of them alternately, so that
 * other load affects all of them.
 */
import { create, credit, newClient, requestOf } from './client.mjs';

const urls = process.argv.slice(2);
const ROUNDS = 60;
const AT_ONCE = 16;
const SECONDS = 5;

const senderTo = (url) => async (method, path, credential, body) => {
  const response = await fetch(url + path, requestOf(method, credential, body));
  const result = await response.json();
  if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(result)}`);
  return result.data;
};

const simulate = ({ api }, id, step) =>
  api(
    'POST',
    `/v1/simulators/payment-instructions/${id}/${step}`,
    step === 'fill' ? { useIndicativeRateForActualRate: true } : undefined,
  );

const times = Object.fromEntries(urls.map((url) => [url, {}]));
async function timed(url, step, work) {
  const from = performance.now();
  const result = await work();
  (times[url][step] ??= []).push(performance.now() - from);
  return result;
}

const clients = {};
for (const url of urls) clients[url] = await newClient(senderTo(url));
for (let round = 0; round < ROUNDS; round++) {
  for (const url of urls) {
    const client = clients[url];
    const from = performance.now();
    const { id } = await timed(url, 'create', () => create(client));
    for (const step of ['acknowledge', 'fill', 'send'])
      await timed(url, step, () => simulate(client, id, step));
    (times[url]['life'] ??= []).push(performance.now() - from);
    await timed(url, 'view', () => client.api('GET', `/v1/payment-instructions/${id}`));
    await timed(url, 'credit', () => credit(client));
  }
}

const at = (list, share) => [...list].sort((a, b) => a - b)[Math.floor(list.length * share)] ?? 0;
const row = (label, values, unit) => {
  const ratio = values.length > 1 ? `  × ${(values[1] / values[0]).toFixed(2)}` : '';
  console.log(
    `${label.padEnd(24)}${values.map((value) => `${value.toFixed(1)} ${unit}`.padStart(16)).join('')}${ratio}`,
  );
};
console.log(''.padEnd(24) + urls.map((url) => url.replace('http://', '').padStart(16)).join(''));
for (const step of ['view', 'create', 'acknowledge', 'fill', 'send', 'life', 'credit']) {
  for (const [name, share] of [
    ['p50', 0.5],
    ['p99', 0.99],
  ]) {
    row(
      `${step} ${name}`,
      urls.map((url) => at(times[url][step], share)),
      'ms',
    );
  }
}

async function throughput(url, work) {
  const until = performance.now() + SECONDS * 1000;
  let done = 0;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (performance.now() < until) {
        await work(clients[url]);
        done++;
      }
    }),
  );
  return done / SECONDS;
}
const whole = async (client) => {
  const { id } = await create(client);
  for (const step of ['acknowledge', 'fill', 'send']) await simulate(client, id, step);
};
const perSecond = async (label, work) => {
  const values = [];
  for (const url of urls) values.push(await throughput(url, work));
  row(label, values, '/s');
};
await perSecond(`create, ${AT_ONCE} at once`, create);
await perSecond(`main job, ${AT_ONCE} at once`, whole);
