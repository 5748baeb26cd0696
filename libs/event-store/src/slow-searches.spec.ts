import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller } from '@corridor/kernel';
import { TestClock, testCaller } from '@corridor/kernel/testing';
import { parse, searchOf, searchables } from '@corridor/search';
import type { OpenDatabase } from './open-database.js';
import { type ReadModel, ReadModels } from './read-models.js';
import { openTestDatabase } from './testing/index.js';

/** Searches that take as long as they may: each of this client's records takes two minutes to read. */

const callerOf = (id: string): Caller => ({ ...testCaller, client: { ...testCaller.client, id } });
const [slow, quick] = [callerOf('cli_slow'), callerOf('cli_quick')] as const;
const columns = { id: 'id', 'client.id': 'client_id', 'auditHistory.created.on': 'created_on' };
const payments: ReadModel = { table: 'payment', searchable: searchables.payments, columns };
const quickly: ReadModel = { ...payments, table: 'payment_row' };

let db: OpenDatabase;
let readModels: ReadModels;
beforeAll(async () => {
  db = await openTestDatabase();
  await db.pool.query(`CREATE TABLE payment_row (id text, client_id text, created_on text, data json)`);
  await db.pool.query(
    `INSERT INTO payment_row VALUES ('pmt_1', 'cli_slow', 'now', '{}'), ('pmt_2', 'cli_quick', 'now', '{}')`,
  );
  await db.pool.query(
    `CREATE VIEW payment AS SELECT id || coalesce(pg_sleep(CASE client_id WHEN 'cli_slow' THEN 120 ELSE 0 END)::text, '') AS id,
       client_id, created_on, data FROM payment_row`,
  );
  readModels = new ReadModels(db.database, db.searches, new TestClock());
});
afterAll(() => db.close());

function list(of: ReadModel, caller: Caller, hungUp?: AbortSignal) {
  const requested = { query: parse(''), sorts: [], offset: 0, limit: 25, cursor: null };
  const { search } = searchOf(payments.searchable, requested, '');
  if (!search) throw new Error('the search is wrong');
  return readModels.search(of, search, caller, {}, hungUp);
}

const running = async () =>
  (
    await db.pool.query(`SELECT FROM pg_stat_activity WHERE datname = current_database() AND state = 'active'
     AND application_name LIKE '%searches'`)
  ).rowCount;

test('searches whose callers hang up end in Postgres, and the client can search again', async () => {
  const callers = Array.from({ length: 60 }, () => new AbortController());
  const searches = callers.map((one) => list(payments, slow, one.signal));
  while ((await running()) !== 3) await sleep(5);
  expect((await list(quickly, quick)).body).toContain('"totalCount":1');
  for (const one of callers) one.abort();
  const ended = await Promise.allSettled(searches);
  expect(new Set(ended.map(({ status }) => status))).toEqual(new Set(['rejected']));
  while ((await running()) !== 0) await sleep(5);
  expect((await list(quickly, slow)).body).toContain('"totalCount":1');
});

test('a search that has to wait for others of its client for too long is refused', async () => {
  const first = Array.from({ length: 3 }, () => new AbortController());
  const searches = first.map((one) => list(payments, slow, one.signal).catch(() => undefined));
  await expect(list(quickly, slow)).rejects.toMatchObject({ code: 'rate_limited' });
  for (const one of first) one.abort();
  await Promise.all(searches);
});

test('a search whose caller is gone before it begins reaches no connection', async () => {
  await expect(list(payments, slow, AbortSignal.abort())).rejects.toMatchObject({ code: 'unavailable' });
  expect(await running()).toBe(0);
});
