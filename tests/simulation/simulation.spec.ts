import { sized } from '@corridor/testing';
import { Postgres } from './postgres.js';
import { runForAWhile } from './run-seeds.js';
import { simulate } from './simulation.js';

const serverUrl = process.env.DATABASE_URL as string;
const OPERATIONS = 400;
/** Seeds that have failed once. */
const KEPT: readonly number[] = [];
/** As many of them as fit into the time. */
const SEEDS = 2_000;
const LIMIT_MS = sized({ small: 20_000, full: 3_600_000 });

it('is the same for the same seed', async () => {
  const postgres = await Postgres.open(serverUrl, `traces-${process.pid}`);
  const traces: string[] = [];
  for (let n = 0; n < 2; n++) traces.push((await simulate(5, postgres, { operations: 100 })).trace);
  await postgres.close();
  expect(traces[1]).toBe(traces[0]);
});

it(
  'holds whatever fails',
  async () => {
    const seeds = [...KEPT, ...Array.from({ length: SEEDS }, (_, n) => n + 1)];
    const { failed } = await runForAWhile(serverUrl, { seeds, operations: OPERATIONS, limitMs: LIMIT_MS });
    expect(failed).toEqual({});
  },
  LIMIT_MS + 300_000,
);
