import { Postgres } from './postgres.js';
import { simulate } from './simulation.js';

export interface SeedsToRun {
  /** The first one. */
  readonly seed: number;
  readonly seeds: number;
  readonly operations: number;
  /** Ends after the seed in which this much real time is over. */
  readonly limitMs?: number;
  readonly print: (line: string) => void;
}

/** Runs seeds one after the other, and prints each that fails and a summary. @returns how many have failed */
export async function runSeeds(
  serverUrl: string,
  { seed: first, seeds, operations, limitMs = Infinity, print }: SeedsToRun,
): Promise<number> {
  const postgres = await Postgres.open(serverUrl, `simulation-${process.pid}`);
  const begunAt = Date.now();
  const injected: Record<string, number> = {};
  let violated = 0;
  let done = 0;
  for (; done < seeds && Date.now() - begunAt < limitMs; done++) {
    const result = await simulate(first + done, postgres, { operations });
    for (const [fault, times] of Object.entries(result.injected))
      injected[fault] = (injected[fault] ?? 0) + times;
    if (result.violations.length === 0) continue;
    violated++;
    print(`seed ${result.seed}:\n${result.violations.map((one) => `  ${one}`).join('\n')}`);
  }
  await postgres.close();
  const seconds = (Date.now() - begunAt) / 1_000;
  const faults = Object.entries(injected).map(([fault, times]) => `${times} ${fault}`);
  print(`seeds ${first} to ${first + done - 1}: ${violated} failed, ${(done / seconds).toFixed(2)} a second`);
  print(`faults: ${faults.sort().join(', ')}`);
  return violated;
}
