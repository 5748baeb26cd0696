import { Postgres } from './postgres.js';
import { simulate } from './simulation.js';
import { type Finding, Tally } from './tally.js';

export interface SeedsToRun {
  /** In their order; null when there is none left. */
  readonly next: () => Promise<number | null>;
  readonly operations: number;
  readonly done: (finding: Finding) => void;
}

/** Runs seeds one after the other. @param name of the databases, which nobody else uses */
export async function runSeeds(
  serverUrl: string,
  name: string,
  { next, operations, done }: SeedsToRun,
): Promise<void> {
  const postgres = await Postgres.open(serverUrl, name);
  for (let seed = await next(); seed !== null; seed = await next()) {
    const { violations, injected } = await simulate(seed, postgres, { operations });
    done({ seed, violations, injected });
  }
  await postgres.close();
}

/** As many of these seeds as fit into the time, and at least one. */
export async function runForAWhile(
  serverUrl: string,
  { seeds, operations, limitMs }: { seeds: readonly number[]; operations: number; limitMs: number },
): Promise<Tally> {
  const tally = new Tally();
  const left = [...seeds];
  const untilMs = Date.now() + limitMs;
  const next = async () => (tally.seeds > 0 && Date.now() >= untilMs ? null : (left.shift() ?? null));
  await runSeeds(serverUrl, `simulation-${process.pid}`, { next, operations, done: (one) => tally.add(one) });
  return tally;
}
