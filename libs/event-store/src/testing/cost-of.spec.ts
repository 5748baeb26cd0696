import type { OpenDatabase } from '../open-database.js';
import { costOf, ownCostOf, ownStatementsOf } from './cost-of.js';
import { openTestDatabase } from './test-database.js';

let db: OpenDatabase;
beforeAll(async () => (db = await openTestDatabase()));
afterAll(() => db.close());

/** A job that has begun before the work, and asks while that runs. */
function aJob() {
  const { promise: begins, resolve: begin } = Promise.withResolvers<void>();
  return { asked: begins.then(() => db.pool.query('SELECT 1 AS job')), begin };
}

test('counts what the work and what it starts ask, not what a job asks meanwhile', async () => {
  const measure = async (of: typeof costOf) => {
    const job = aJob();
    const cost = await of(async () => {
      await db.pool.query('SELECT 1 AS own');
      job.begin();
      await job.asked;
      await new Promise((resolve) => setImmediate(resolve));
      await db.database.transaction(() => db.database.query('SELECT 2 AS own'));
    });
    return { ...cost, statements: cost.statements.filter((text) => text.startsWith('SELECT')) };
  };
  const all = await measure(costOf);
  const own = await measure(ownCostOf);
  expect(all.statements).toEqual(['SELECT 1 AS own', 'SELECT 1 AS job', 'SELECT 2 AS own']);
  expect(own.statements).toEqual(['SELECT 1 AS own', 'SELECT 2 AS own']);
  expect([all.roundTrips - own.roundTrips, own.commits]).toEqual([1, 1]);
  const atOnce = () => Promise.all(['SELECT 3', 'SELECT 4', 'SELECT 5'].map((one) => db.pool.query(one)));
  expect((await ownStatementsOf(atOnce)).sort()).toEqual(['SELECT 3', 'SELECT 4', 'SELECT 5']); // over new connections
});
