/**
 * How the throughput of a composition grows with its processes, and what an operation costs them:
 *
 *   npx node bench/scale.mjs all-in-one 1 2 3
 *   npx node bench/scale.mjs distributed 1 2
 *
 * Each number is a value of WEB_CONCURRENCY; in the distributed composition every service has as many processes. Each system
 * has servers of its own. Every measure runs on all of them alternately, ROUNDS times (default 3) for SECONDS seconds
 * (default 5), with CLIENTS clients (default 64) and as many requests at once. WORK=GET runs those whose names contain it.
 *
 * On few cores, the processes and the clients take them from each other. The processor time of the busiest process says what
 * more cores can give: the composition cannot do more than one operation in that time.
 */
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'undici';
import { startAllInOne } from '@corridor/tools/all-in-one.mjs';
import { startDistributed } from '@corridor/tools/distributed.mjs';
import { embeddedPostgres } from '@corridor/tools/embedded-postgres.mjs';
import { startServers } from '@corridor/tools/servers/start-servers.mjs';
import { apiOf, create, credit, life, newClient } from './client.mjs';
import { median, underLoad } from './harness.mjs';
import { cpuOfTree, nameOf } from './processor-time.mjs';

const [composition = 'all-in-one', ...counts] = process.argv.slice(2);
const number = (/** @type {string} */ name, /** @type {number} */ otherwise) =>
  Number(process.env[name] ?? otherwise);
const [CLIENTS, ROUNDS, SECONDS] = [number('CLIENTS', 64), number('ROUNDS', 3), number('SECONDS', 5)];
const { startPostgres } = await embeddedPostgres();

/** @typedef {Awaited<ReturnType<typeof startSystem>>} System */

const systems = [];
for (const count of counts.length > 0 ? counts : ['1', '2']) systems.push(await startSystem(count));
console.log(
  `${composition}, ${availableParallelism()} cores, ${CLIENTS} clients, ${ROUNDS} rounds of ${SECONDS} s, load ${loadavg()[0]?.toFixed(1)}`,
);
console.log(
  'work                 processes   per s  factor | CPU ms: program  busiest  Postgres  others | at most',
);
/** @type {[string, (client: Client) => Promise<unknown>][]} */
const works = [
  ['GET wallet', ({ api }) => api('GET', '/v1/wallets/GBP')],
  ['create instruction', create],
  ['credit', credit],
  ['create → SENT', life],
];
for (const [name, work] of works) if (name.includes(process.env['WORK'] ?? '')) await measure(name, work);
console.log(`load ${loadavg()[0]?.toFixed(1)}`);
for (const { stop } of systems) await stop();
process.exit();

/** @typedef {Awaited<ReturnType<typeof newClient>>} Client */

/** @param {string} name @param {(client: Client) => Promise<unknown>} work */
async function measure(name, work) {
  const results = systems.map((system) => ({
    ...system,
    rates: /** @type {number[]} */ ([]),
    costs: /** @type {ReturnType<typeof costOf>[]} */ ([]),
  }));
  for (let n = 0; n <= ROUNDS; n++)
    for (const { clients, cpu, rates, costs } of results) {
      const before = cpu();
      const round = underLoad(
        (worker) => work(/** @type {Client} */ (clients[worker % clients.length])),
        CLIENTS,
      );
      const { rate, times } = await round(n === 0 ? 1 : SECONDS);
      if (n === 0) continue; // to warm up
      rates.push(rate);
      costs.push(costOf(before, cpu(), times?.length ?? 0));
    }
  const first = median(results[0]?.rates ?? []);
  for (const { count, rates, costs } of results) {
    const rate = median(rates);
    const [program, busiest, postgres, others] = /** @type {const} */ ([
      'program',
      'busiest',
      'postgres',
      'others',
    ]).map((part) => median(costs.map((cost) => cost[part])));
    const columns = [
      name.padEnd(20),
      count.padStart(9),
      rate.toFixed(0).padStart(7),
      (rate / first).toFixed(2).padStart(7),
      ' |',
      ...[program, busiest, postgres, others].map((ms = 0, n) =>
        ms.toFixed(3).padStart([15, 8, 9, 7][n] ?? 0),
      ),
      '|',
      `${(1000 / (busiest || 1)).toFixed(0)}/s`.padStart(7),
      costs[0]?.name ?? '',
    ];
    console.log(columns.join(' '));
  }
}

/** @typedef {{ processes: Map<number, number>, postgres: number, others: number }} Cpu milliseconds so far */

/** @param {Cpu} before @param {Cpu} after @param {number} operations @returns milliseconds for each operation */
function costOf(before, after, operations) {
  const spent = [...after.processes].map(([pid, ms]) => ({ pid, ms: ms - (before.processes.get(pid) ?? 0) }));
  const [busiest = { pid: 0, ms: 0 }] = spent.sort((a, b) => b.ms - a.ms);
  return {
    program: spent.reduce((sum, { ms }) => sum + ms, 0) / operations,
    busiest: busiest.ms / operations,
    name: nameOf(busiest.pid),
    postgres: (after.postgres - before.postgres) / operations,
    others: (after.others - before.others) / operations,
  };
}

/** @param {string} count */
async function startSystem(count) {
  const folder = mkdtempSync(join(tmpdir(), 'corridor-scale-'));
  chmodSync(folder, 0o755); // Postgres may run as another user
  const postgres = await startPostgres({ dataDir: folder, maxConnections: 1_000 });
  const postmaster = Number.parseInt(
    readFileSync(join(folder, 'postgres', 'cluster', 'postmaster.pid'), 'utf8'),
    10,
  );
  const env = {
    LOG_LEVEL: 'warn',
    RATE_LIMIT_PER_SECOND: '1000000',
    RATE_LIMIT_BURST: '1000000',
    WEB_CONCURRENCY: count,
  };
  const program = await start(folder, postgres.url, env);
  const pool = new Pool(program.url, { connections: CLIENTS });
  /** @type {Client[]} */
  const clients = [];
  while (clients.length < CLIENTS) clients.push(await newClient(apiOf(pool)));
  return {
    count,
    clients,
    /** @returns {Cpu} */
    cpu: () => ({
      processes: new Map(program.pids().flatMap((pid) => [...cpuOfTree(pid)])),
      postgres: sumOf(cpuOfTree(postmaster)),
      others: program.others().reduce((sum, pid) => sum + sumOf(cpuOfTree(pid)), 0),
    }),
    async stop() {
      await pool.close();
      await program.stop();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** @param {Map<number, number>} cpu */
function sumOf(cpu) {
  return [...cpu.values()].reduce((sum, ms) => sum + ms, 0);
}

/** @param {string} folder @param {string} databaseUrl @param {Record<string, string>} env */
async function start(folder, databaseUrl, env) {
  if (composition === 'all-in-one') {
    const program = await startAllInOne({ dataDir: folder, env: { ...env, DATABASE_URL: databaseUrl } });
    return { url: program.url, pids: () => [program.pid], others: () => [], stop: () => program.stop() };
  }
  const servers = await startServers(folder, { DATABASE_URL: databaseUrl });
  const system = await startDistributed({ servers, env });
  return {
    url: system.url,
    pids: () => Object.values(system.processes).map(({ pid }) => pid),
    others: () => [servers.kafka?.pid(), servers.redis?.pid()].flatMap((pid) => pid ?? []),
    async stop() {
      await system.stop();
      await servers.stop();
    },
  };
}
