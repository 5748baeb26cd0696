import { TestClock, testCaller } from '@corridor/kernel/testing';
import { parse, parseSort, searchOf, searchables } from '@corridor/search';
import { readsDocuments } from './hopeless-searches.js';
import type { OpenDatabase } from './open-database.js';
import { type ReadModel, ReadModels } from './read-models.js';
import { openTestDatabase, statementsOf } from './testing/index.js';

/** Documents that the planner expects to be costly, and that fail when they are read. */
const columns = {
  id: 'id',
  'client.id': 'client_id',
  'auditHistory.created.on': 'created_on',
  status: 'status',
};
const cheap: ReadModel = { table: 'payment', searchable: searchables.payments, columns };
const costly: ReadModel = { ...cheap, table: 'costly_payment' };

let db: OpenDatabase;
let readModels: ReadModels;
beforeAll(async () => {
  db = await openTestDatabase();
  await db.pool.query(
    `CREATE TABLE payment (id text, client_id text, created_on text, status text, data json)`,
  );
  await db.pool.query(`INSERT INTO payment VALUES ('pmt_1', '${testCaller.client.id}', 'now', 'SENT', '{}')`);
  await db.pool.query(`CREATE FUNCTION read(data json) RETURNS json LANGUAGE plpgsql COST 1e9 AS
    $$ BEGIN RAISE EXCEPTION 'a document was read'; END $$`);
  await db.pool.query(
    'CREATE VIEW costly_payment AS SELECT id, client_id, created_on, status, read(data) AS data FROM payment',
  );
  readModels = new ReadModels(db.database, db.searches, new TestClock());
});
afterAll(() => db.close());

function list(of: ReadModel, q: string, sortBy: readonly string[] = []) {
  const sorts = sortBy.map((sort) => parseSort(sort, { pointer: '?sortBy' }));
  const requested = { query: parse(q), sorts, offset: 0, limit: 25, cursor: null };
  const { search, issues } = searchOf(of.searchable, requested, '');
  if (issues.length > 0) throw new Error(JSON.stringify(issues));
  return readModels.search(of, search, testCaller);
}

test.each([
  ['paymentType == "REGULAR"', []],
  ['OR(status == "SENT",narrative ~ "4711")', []],
  ['AND(status == "SENT",statusHistory.status == "FAILED")', []],
  ['', ['narrative:ASC']],
])('%s %s is refused before it runs, if it is expected to be hopeless', async (q, sortBy) => {
  await expect(list(costly, q, sortBy)).rejects.toMatchObject({ code: 'query_too_slow' });
});

test.each(['paymentType == "REGULAR"', 'status == "SENT"', ''])(
  'one that is not hopeless is executed: %s',
  async (q) => expect((await list(cheap, q)).body).toContain('"totalCount":'),
);

test('one by a field that other records have is not examined: the planner expects a look-up for each record', () => {
  const requested = {
    query: parse('beneficiary.bankCountryCode == "DE"'),
    sorts: [],
    offset: 0,
    limit: 25,
    cursor: null,
  };
  const { search } = searchOf(cheap.searchable, requested, '');
  const other = { table: 'beneficiary', texts: { table: 'beneficiary_text', columns: {} } };
  const fields = { 'beneficiary.bankCountryCode': 'bankAccount.bankCountryCode' };
  const follows = { table: 'payment', while: 'true', by: 'beneficiary_id', other, fields };
  expect(search && [cheap, { ...cheap, follows }].map((one) => readsDocuments(one, search))).toEqual([
    true,
    false,
  ]);
});

test.each<[string, string[]]>([
  ['', []],
  ['status == "SENT"', []],
  ['AND(status == "SENT",auditHistory.created.on >= "2026-05-01")', []],
  ['', ['status:DESC']],
])('a search that needs no documents is one statement, as before: %s %s', async (q, sortBy) => {
  const statements = await statementsOf(() => list(cheap, q, sortBy));
  expect(statements.filter((text) => text.includes('payment'))).toHaveLength(1);
  expect(statements.join()).not.toContain('EXPLAIN');
});
