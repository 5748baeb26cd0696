import { rmSync } from 'node:fs';
import { Chance } from '@corridor/testing';
import { Composition } from '../support/composition/composition.js';
import { Databases } from '../support/composition/databases.js';
import type { Outcome, Violation } from './history.js';
import { type Known, type Outcomes, round } from './round.js';

export interface Run {
  readonly composition: 'all-in-one' | 'distributed';
  readonly faults: number;
  readonly seed: number;
  readonly progress: (line: string) => void;
}

export interface Summary {
  readonly faults: Readonly<Record<string, number>>;
  readonly operations: Readonly<Record<Outcome, number>>;
  readonly violations: readonly Violation[];
  readonly seconds: number;
  readonly slowestSettledMs: number;
}

/** After these, everything settles and is checked; then new clients begin. */
const FAULTS_PER_ROUND = 30;

/**
 * Failures are noticed sooner, so that retries of webhooks do not take longer than the faults. The last attempt is made only
 * when a round is given up: a busy receiver, which is this process, is no failure.
 */
const SETTINGS = {
  WEBHOOK_DEADLINE_MS: '5000',
  WEBHOOK_LEASE_MS: '7000',
  WEBHOOK_SWEEP_MS: '1000',
  WEBHOOK_SCHEDULE_SECONDS: [0, 1, 1, 2, 2, 4, 4, ...Array<number>(40).fill(8)].join(','),
};

export async function chaos({ composition: kind, faults, seed, progress }: Run): Promise<Summary> {
  const name = `chaos-${kind}-${seed}-${Date.now()}`;
  const composition = await Composition.start(name, SETTINGS, `proxied ${kind}`);
  const databases = new Databases(composition.databaseUrl);
  const since = performance.now();
  const rounds: Outcomes[] = [];
  const known: Known = { statuses: new Map(), givenUp: new Set() };
  try {
    for (let left = faults; left > 0; left -= FAULTS_PER_ROUND) {
      const count = Math.min(left, FAULTS_PER_ROUND);
      const n = rounds.length;
      const chance = new Chance(seed).child(n);
      const done = await round({ composition, databases }, { name: `R${n}`, faults: count, chance, known });
      rounds.push(done);
      progress(`${kind}, round ${n + 1}: ${describe(done)}`);
    }
  } finally {
    await databases.close();
    await composition.end();
  }
  if (rounds.every(({ violations }) => violations.length === 0)) rmSync(composition.logFile);
  else progress(`the log of all processes is in ${composition.logFile}`);
  return {
    faults: sumOf(rounds.map((one) => one.faults)),
    operations: sumOf(rounds.map((one) => one.operations)) as Record<Outcome, number>,
    violations: rounds.flatMap(({ violations }) => violations),
    seconds: Math.round((performance.now() - since) / 1_000),
    slowestSettledMs: Math.round(Math.max(...rounds.map(({ settledMs }) => settledMs))),
  };
}

const describe = ({ faults, operations: { ok, fail, unknown }, violations, settledMs }: Outcomes) =>
  `${totalOf(faults)} faults; ${ok} ok, ${fail} fail, ${unknown} unknown; ` +
  `settled in ${(settledMs / 1_000).toFixed(1)} s; ${violations.length} violations`;

export const totalOf = (counts: Readonly<Record<string, number>>) =>
  Object.values(counts).reduce((sum, one) => sum + one, 0);

function sumOf(all: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const counts of all)
    for (const [name, count] of Object.entries(counts)) sum[name] = (sum[name] ?? 0) + count;
  return sum;
}
