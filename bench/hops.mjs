/**
 * Where the time of one credit and one send goes on Kafka: `npx node bench/hops.mjs` starts the distributed composition,
 * makes ROUNDS (default 60) of each, one request at a time, and prints the median of each hop as a table, and the processor
 * time of a credit and a life together.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { startDistributed } from '@corridor/tools/distributed.mjs';
import { create, credit, newClient, requestOf } from './client.mjs';
import { at } from './harness.mjs';
import { cpuOfTree, nameOf } from './processor-time.mjs';

const ROUNDS = Number(process.env['ROUNDS'] ?? 60);
/** Before the processes are warm. */
const COLD = 15;

/** @typedef {readonly [type: string, from: string, to: string]} Hop a message between two services */

/** @type {Readonly<Record<string, { service: string, hops: readonly Hop[] }>>} */
const OPERATIONS = {
  credit: {
    service: 'inbound-funds',
    hops: [
      ['inbound_funds.pending', 'inbound-funds', 'ledger'],
      ['ledger.transfer_posted', 'ledger', 'inbound-funds'],
    ],
  },
  send: {
    service: 'payments',
    hops: [
      ['ledger.transfers_requested', 'payments', 'ledger'],
      ['ledger.transfers_posted', 'ledger', 'conversions'],
      ['conversions.payment_linked', 'conversions', 'payments'],
    ],
  },
};

const folder = mkdtempSync(join(tmpdir(), 'corridor-hops-'));
const file = join(folder, 'hops');
const recorder = pathToFileURL(join(import.meta.dirname, 'hops-recorder.mjs')).href;
const system = await startDistributed({
  ownServers: true,
  env: {
    LOG_LEVEL: 'warn',
    RATE_LIMIT_PER_SECOND: '1000000',
    RATE_LIMIT_BURST: '1000000',
    HOPS_FILE: file,
    NODE_OPTIONS: `--import=${recorder}`,
  },
});

/** So far: of the services, and of the broker. */
function processorMs() {
  const used = { services: 0, broker: 0 };
  for (const [pid, ms] of cpuOfTree(process.pid)) {
    const name = nameOf(pid);
    if (name in system.processes) used.services += ms;
    if (name === 'server.properties') used.broker += ms;
  }
  return used;
}

const now = () => performance.timeOrigin + performance.now();
/** @type {{ operation: string, id: string, from: number, to: number }[]} */
const requests = [];
let operation = '';
const client = await newClient(async (method, path, credential, body) => {
  const request = requestOf(method, credential, body);
  const id = `hops-${requests.length}`;
  const from = now();
  const response = await fetch(system.url + path, {
    ...request,
    headers: { ...request.headers, 'x-request-id': id },
  });
  const { data } = await response.json();
  requests.push({ operation, id, from, to: now() });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
  return data;
});
const simulate = (/** @type {string} */ id, /** @type {string} */ step, /** @type {object} */ body) =>
  client.api('POST', `/v1/simulators/payment-instructions/${id}/${step}`, body);
const measured = async (/** @type {string} */ name, /** @type {() => Promise<unknown>} */ work) => {
  operation = name;
  await work();
  operation = '';
};

let before = processorMs();
let used = before;
try {
  for (let n = 0; n < COLD + ROUNDS; n++) {
    if (n === COLD) {
      requests.length = 0;
      before = processorMs();
    }
    await measured('credit', () => credit(client));
    const lifeFrom = now();
    const { id } = await create(client);
    await simulate(id, 'acknowledge');
    await simulate(id, 'fill', { useIndicativeRateForActualRate: true });
    await measured('send', () => simulate(id, 'send'));
    requests.push({ operation: 'life', id: '', from: lifeFrom, to: now() });
  }
  used = processorMs();
  await sleep(1_000); // until everything is written down
} finally {
  await system.stop();
}

/** By what and id or type. @type {Map<string, number[]>} */
const noted = new Map();
for (const line of readFileSync(file, 'utf8').trimEnd().split('\n')) {
  const [what, ms, id, type] = JSON.parse(line);
  const key = `${what} ${type || id}`;
  noted.set(key, [...(noted.get(key) ?? []), ms]);
}
rmSync(folder, { recursive: true });

/** One request at a time, so the first one of its kind after its beginning belongs to it. @returns the ms after it */
const after = (/** @type {{ from: number, to: number }} */ { from, to }, /** @type {string} */ key) => {
  const found = noted.get(key)?.find((ms) => ms >= from && ms <= to + 1_000);
  return found === undefined ? NaN : found - from;
};

/** @param {typeof requests[number]} request @returns {[string, number][]} */
function timeline(request) {
  const { service, hops } = OPERATIONS[request.operation] ?? { service: '', hops: [] };
  return [
    ['gateway: request', after(request, `gateway in ${request.id}`)],
    [`${service}: request`, after(request, `${service} in ${request.id}`)],
    ...hops.flatMap(
      ([type, from, to], i) =>
        /** @type {[string, number][]} */ ([
          [
            `${from}: ${i === 0 ? 'command' : 'reaction'} committed`,
            after(request, `${from} committed ${type}`),
          ],
          [`${from}: ${type} published`, after(request, `${from} published ${type}`)],
          ['broker: acknowledged', after(request, `${from} acknowledged ${type}`)],
          [`${to}: received`, after(request, `${to} received ${type}`)],
        ]),
    ),
    [`${service}: reaction committed`, after(request, `${service} handled ${hops.at(-1)?.[0]}`)],
    [`${service}: response`, after(request, `${service} out ${request.id}`)],
    ['gateway: response', after(request, `gateway out ${request.id}`)],
    ['client: response', request.to - request.from],
  ];
}

const median = (/** @type {number[]} */ values) =>
  at(
    values.filter((ms) => !Number.isNaN(ms)),
    0.5,
  );
const commit = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).stdout.trim();
console.log(`commit ${commit}, load ${loadavg()[0]?.toFixed(1)}, medians of ${ROUNDS}, in ms`);
const took = (/** @type {string} */ name) =>
  requests.filter((one) => one.operation === name).map(({ from, to }) => to - from);
for (const name of Object.keys(OPERATIONS)) {
  const all = requests.filter((one) => one.operation === name).map(timeline);
  console.log(`\n${name.padEnd(52)}${'at'.padStart(8)}${'since'.padStart(8)}${'p90'.padStart(8)}`);
  (all[0] ?? []).forEach(([label], i) => {
    const since = all.map((line) => (line[i]?.[1] ?? NaN) - (line[i - 1]?.[1] ?? 0));
    const columns = [median(all.map((line) => line[i]?.[1] ?? NaN)), median(since), at(since, 0.9)];
    console.log(label.padEnd(52) + columns.map((ms) => ms.toFixed(1).padStart(8)).join(''));
  });
}
console.log(
  `\ncreate to SENT: p50 ${at(took('life'), 0.5).toFixed(1)}, p90 ${at(took('life'), 0.9).toFixed(1)}`,
);
const each = (/** @type {'services' | 'broker'} */ name) => ((used[name] - before[name]) / ROUNDS).toFixed(0);
console.log(`processor time of a credit and a life: services ${each('services')}, broker ${each('broker')}`);
