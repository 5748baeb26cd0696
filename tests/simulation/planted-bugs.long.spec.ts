import { plantedBugs } from './planted-bugs.js';
import { Postgres } from './postgres.js';
import { simulate } from './simulation.js';

/** In so few seeds, each with so few operations, every planted bug is found, most of them in the first. */
const SEEDS = 16;
const OPERATIONS = 150;

let postgres: Postgres;
beforeAll(async () => {
  postgres = await Postgres.open(process.env.DATABASE_URL as string, `bugs-${process.pid}`);
});
afterAll(() => postgres.close());

it('finds nothing where nothing is planted', async () => {
  for (let seed = 1; seed <= 4; seed++)
    expect((await simulate(seed, postgres, { operations: OPERATIONS })).violations).toEqual([]);
});

it.each(Object.entries(plantedBugs))(
  'finds that %s',
  async (_, bug) => {
    let found: readonly string[] = [];
    for (let seed = 1; seed <= SEEDS && found.length === 0; seed++)
      found = (await simulate(seed, postgres, { operations: OPERATIONS, bug })).violations;
    expect(found).not.toEqual([]);
  },
  300_000,
);
