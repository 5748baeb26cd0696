import type { OpenDatabase } from './open-database.js';
import { parse, searchOf, searchables } from '@corridor/search';
import { TestClock, testCaller } from '@corridor/kernel/testing';
import { openTestDatabase } from './testing/index.js';
import type { Database } from './database.js';
import { type ReadModel, ReadModels } from './read-models.js';
import { createReadModel } from './read-model-schema.js';
import { countStatement, pageStatement } from './search-statements.js';

const wallets: ReadModel = {
  table: 'wallet',
  searchable: searchables.wallets,
  columns: { id: 'id' },
};
const searchFor = (q: string, more: object = {}) => {
  const requested = { query: parse(q), sorts: [], offset: 0, limit: 25, cursor: null, ...more };
  const { search, issues } = searchOf(wallets.searchable, requested, 'scope');
  expect(issues).toEqual([]);
  return search;
};
/** Without white space that means nothing. */
const plain = (text: string) => text.replace(/\s+/g, ' ').trim();

test("the tenant condition comes first and outside of the caller's condition, in every search", () => {
  const search = searchFor('OR(ccyCode == "EUR",isFavourite == "true")');
  const { text, values } = pageStatement(wallets, search, 'cli_1', { ccyCode: 'GBP' });
  const wheres = plain(text).match(/WHERE .*?(?= ORDER BY|\) END)/g) ?? [];
  expect(wheres).toHaveLength(2);
  for (const where of wheres)
    expect(where).toBe(
      "WHERE client_id = $1 AND (data #>> '{ccyCode}') = $2 AND (((data #>> '{ccyCode}') = $3 OR (data #>> '{isFavourite}') = $4))",
    );
  expect(values.slice(0, 4)).toEqual(['cli_1', 'GBP', 'EUR', 'true']);
});

test('what a caller wrote is a parameter', () => {
  const hostile = `'; DROP TABLE wallet; -- $1 \\`;
  const search = searchFor(`OR(ccyCode ~ "${hostile}\\",id == "${hostile}\\")`);
  for (const { text, values } of [
    pageStatement(wallets, search, 'cli_1', {}),
    countStatement(wallets, search, 'cli_1', {}),
  ]) {
    expect(text).not.toContain('DROP');
    expect(values).toContain(hostile);
  }
});

describe('on a database', () => {
  let db: OpenDatabase;
  beforeAll(async () => {
    db = await openTestDatabase();
    for (const statement of createReadModel('wallet')) await db.pool.query(statement);
    await db.pool.query(
      `INSERT INTO wallet SELECT 'wal_' || lpad(n::text, 3, '0'), CASE n % 2 WHEN 0 THEN $1 ELSE 'cli_other' END, 'now',
         json_build_object('id', 'wal_' || lpad(n::text, 3, '0'), 'ccyCode', 'EUR') FROM generate_series(1, 60) AS n`,
      [testCaller.client.id],
    );
  });
  afterAll(() => db.close());

  const metaOf = async (q: string, more: object = {}) => {
    const readModels = new ReadModels(db.database, db.searches, new TestClock());
    return JSON.parse((await readModels.search(wallets, searchFor(q, more), testCaller)).body).meta;
  };

  it.each<[string, object, number, number]>([
    ['a full page is counted', { limit: 10 }, 10, 30],
    ['the last page counts itself', { offset: 20, limit: 25 }, 10, 30],
    ['a page that ends where the records end', { offset: 20, limit: 10 }, 10, 30],
    ['a page beyond the end is counted', { offset: 90 }, 0, 30],
    ['everything on one page', { limit: 1000 }, 30, 30],
  ])('%s', async (_, more, count, totalCount) =>
    expect(await metaOf('ccyCode == "EUR"', more)).toMatchObject({ count, totalCount }),
  );

  it('an empty collection has an empty page', async () =>
    expect(await metaOf('ccyCode == "GBP"')).toMatchObject({ count: 0, totalCount: 0, nextCursor: null }));

  it('searches cannot write, and time out', async () => {
    await expect(db.searches.query('DELETE FROM wallet')).rejects.toThrow('read-only transaction');
    expect(await db.searches.query('SHOW statement_timeout')).toEqual([{ statement_timeout: '10s' }]);
  });

  it('one that takes too long is refused, with advice', async () => {
    const slow = Object.create(db.searches) as Database;
    slow.cancellable = () =>
      db.database.query(`SET LOCAL statement_timeout = 1; SELECT pg_sleep(5)`) as never;
    const readModels = new ReadModels(db.database, slow, new TestClock());
    await expect(readModels.search(wallets, searchFor(''), testCaller)).rejects.toMatchObject({
      code: 'query_too_slow',
    });
  });
});
