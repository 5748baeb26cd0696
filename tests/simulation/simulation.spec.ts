import { sized } from '@corridor/testing';
import { Postgres } from './postgres.js';
import { runSeeds } from './run-seeds.js';
import { simulate } from './simulation.js';

const serverUrl = process.env.DATABASE_URL as string;
const OPERATIONS = 400;
const HOUR_MS = 3_600_000;
/** All of them at full size; otherwise as many as fit into the time. */
const SEEDS = 2_000;
const LIMIT_MS = sized({ small: 20_000, full: 8 * HOUR_MS });

it('is the same for the same seed', async () => {
  const postgres = await Postgres.open(serverUrl, `traces-${process.pid}`);
  const traces: string[] = [];
  for (let n = 0; n < 2; n++) traces.push((await simulate(5, postgres, { operations: 100 })).trace);
  await postgres.close();
  expect(traces[1]).toBe(traces[0]);
}, 120_000);

it(
  'holds whatever fails',
  async () => {
    const printed: string[] = [];
    const print = (line: string) => printed.push(line);
    const failed = await runSeeds(serverUrl, {
      seed: 1,
      seeds: SEEDS,
      operations: OPERATIONS,
      limitMs: LIMIT_MS,
      print,
    });
    expect([failed, failed > 0 ? printed : []]).toEqual([0, []]);
  },
  LIMIT_MS + 120_000,
);
