/**
 * What a part of the program's work costs a command of a client and one of staff: the audit, or the index of timelines. Response time,
 * processor time of Node and Postgres, statements and commits, with the part and without it, in alternating rounds on one program. Commands
 * without it are measured twice: by how much the two differ is the noise. For each it prints the median over the rounds and, in brackets,
 * the middle half of their ratios.
 *
 *   npm run build && npx node bench/share.mjs audit|timeline
 *
 * ROUNDS is 20 by default. It reads `/proc`, so it needs Linux.
 */
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { apiOf, create } from './client.mjs';
import { startSystem } from './system.mjs';

const PART = process.argv[2] ?? 'audit';
const ROUNDS = Number(process.env.ROUNDS ?? 20);
const COMMANDS = 300;
const MODES = ['without', 'with', 'without again'];
/** Longer than what a part writes waits to be written together. */
const SETTLE_MS = 300;

const system = await startSystem({
  clients: 1,
  atOnce: 32,
  env: { SHARE: PART, NODE_OPTIONS: `--import=${join(import.meta.dirname, 'without.mjs')}` },
});
const [client] = system.clients;
const http = new Pool(system.url);
const send = apiOf(http);
const staff = { 'x-api-key': 'ok_sandbox_demo_administrator' };
const limits = { clientExposure: 1_000_000, maximumDeal: null, deposits: null };

const kinds = {
  'a client creates an instruction, 16 at once': { atOnce: 16, command: () => create(client) },
  'a client creates an instruction, one at a time': { atOnce: 1, command: () => create(client) },
  'staff set a limit, one at a time': {
    atOnce: 1,
    command: () => send('PUT', '/operator/v1/dealing/limits/cli_01K00000000000000000000001', staff, limits),
  },
};

async function used() {
  const { program, postgres } = system.processorMs();
  return { ...(await system.counters()), cpu: program + postgres };
}

let isOn = true;
async function turn(/** @type {boolean} */ on) {
  if (on !== isOn) process.kill(system.pid, 'SIGUSR2');
  isOn = on;
  await sleep(SETTLE_MS);
}

async function measure({ atOnce, command }, mode) {
  await turn(mode === 'with');
  const times = [];
  let left = atOnce === 1 ? COMMANDS / 3 : COMMANDS;
  const before = await used();
  const worker = async () => {
    while (left-- > 0) {
      const from = performance.now();
      await command();
      times.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  await sleep(SETTLE_MS);
  const after = await used();
  const each = (what) => (after[what] - before[what]) / times.length;
  return {
    p50: quantile(times, 1 / 2),
    cpu: each('cpu'),
    statements: each('statements'),
    commits: each('commits'),
  };
}

const quantile = (values, part) => [...values].sort((a, b) => a - b)[Math.floor(values.length * part)] ?? 0;
const percent = (ratio) => `${ratio < 1 ? '' : '+'}${((ratio - 1) * 100).toFixed(0)} %`;
const spread = (ratios) =>
  `${percent(quantile(ratios, 1 / 2))} [${percent(quantile(ratios, 1 / 4))}, ${percent(quantile(ratios, 3 / 4))}]`;

for (const [name, kind] of Object.entries(kinds)) {
  const rounds = [];
  for (let round = -1; round < ROUNDS; round++) {
    const results = {};
    for (let i = 0; i < MODES.length; i++) {
      const mode = MODES[(round + 1 + i) % MODES.length];
      results[mode] = await measure(kind, mode);
    }
    if (round >= 0) rounds.push(results);
  }
  console.log(`${name}, load ${loadavg()[0]?.toFixed(1)}`);
  for (const mode of MODES) {
    const of = (what) => rounds.map((results) => results[mode][what]);
    const ratios = (what) => rounds.map((results) => results[mode][what] / results['without'][what]);
    const line = [
      `${quantile(of('p50'), 1 / 2).toFixed(2)} ms, ${spread(ratios('p50'))}`,
      `processor ${quantile(of('cpu'), 1 / 2).toFixed(2)} ms, ${spread(ratios('cpu'))}`,
      `${quantile(of('statements'), 1 / 2).toFixed(2)} statements, ${quantile(of('commits'), 1 / 2).toFixed(2)} commits`,
    ];
    console.log(`  ${mode.padEnd(14)} ${line.join('   ')}`);
  }
}
await http.close();
await system.stop();
process.exit();
