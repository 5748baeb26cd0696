import { parse, parseSort, searchOf, searchables } from '@corridor/search';
import { TestClock, testCaller } from '@corridor/kernel/testing';
import { addCounters } from './counters.js';
import type { OpenDatabase } from './open-database.js';
import { createReadModel, searchColumns } from './read-model-schema.js';
import { type ReadModel, ReadModels, recordsOfAllClients } from './read-models.js';
import { openTestDatabase } from './testing/index.js';
import { addTexts } from './texts.js';

const COLUMNS = { status: 'status', sort_date: 'sortDate', wallet_id: 'wallet.id' };
const transactions: ReadModel = {
  table: 'transaction',
  searchable: searchables.transactions,
  columns: { id: 'id', status: 'status', sortDate: 'sort_date', 'wallet.id': 'wallet_id' },
  counters: [{ table: 'transaction_count', columns: ['status'] }],
  texts: { table: 'transaction_text', columns: { reason: 'reason' } },
};
const ofAll = recordsOfAllClients(transactions);
const CLIENTS = ['cli_a', 'cli_b'];
const EACH = 5;

/** As staff search: the conditions on the client are in none of the statements. */
describe('the records of all clients', () => {
  let db: OpenDatabase;
  beforeAll(async () => {
    db = await openTestDatabase();
    for (const statement of [
      ...createReadModel('transaction'),
      searchColumns('transaction', COLUMNS),
      ...addCounters('transaction', transactions.counters ?? []),
      ...addTexts('transaction', 'transaction_text', { reason: 'reason' }),
    ])
      await db.pool.query(statement);
    // The same moments and priorities for both clients: these are unique for one client only.
    for (const client of CLIENTS)
      await db.pool.query(
        `INSERT INTO transaction SELECT $1 || '_' || n, $1, 'now', json_build_object('id', $1 || '_' || n, 'status',
           CASE n WHEN 1 THEN 'PENDING' ELSE 'COMPLETED' END, 'reason', 'Invoice ' || n, 'sortDate', '2026-11-21T00:00:00.000',
           'sortPriority', n, 'wallet', json_build_object('id', 'wal_' || $1)) FROM generate_series(1, $2) AS n`,
        [client, EACH],
      );
  });
  afterAll(() => db.close());

  async function found(collection: ReadModel, q: string, more: object = {}) {
    const requested = { query: parse(q), sorts: [], offset: 0, limit: 25, cursor: null, ...more };
    const { search, issues } = searchOf(collection.searchable, requested, 'scope');
    expect(issues).toEqual([]);
    const readModels = new ReadModels(db.database, db.searches, new TestClock());
    const { data, meta } = JSON.parse((await readModels.search(collection, search, testCaller)).body) as {
      data: { id: string; clientId: string }[];
      meta: { totalCount: number; nextCursor: string | null };
    };
    return { ids: data.map(({ id }) => id), clients: data.map(({ clientId }) => clientId), meta };
  }

  it.each([
    ['', 2 * EACH],
    ['status == "PENDING"', 2],
    ['reason == "Invoice 3"', 2],
    ['reason ~ "VOICE 3"', 2],
    ['AND(clientId == "cli_a",reason ~ "VOICE 3")', 1],
    ['clientId == "cli_a"', EACH],
    ['AND(clientId == "cli_b",status == "COMPLETED")', EACH - 1],
    ['wallet.id == "wal_cli_b"', EACH],
    ['clientId == "cli_unknown"', 0],
  ])('%s', async (q, count) => {
    const { ids, clients, meta } = await found(ofAll, q);
    expect([ids.length, meta.totalCount]).toEqual([count, count]);
    expect(clients).toEqual(ids.map((id) => id.slice(0, 5)));
    // The total of a full page is counted by another statement than the page.
    if (count > 0) expect((await found(ofAll, q, { limit: 1 })).meta.totalCount).toBe(count);
    expect((await found(ofAll, q, { offset: 100 })).meta.totalCount).toBe(count);
  });

  it.each(['', 'clientId:ASC', 'status:DESC'])('each once by cursors, in the order "%s"', async (sort) => {
    const sorts = sort ? [parseSort(sort, { pointer: '' })] : [];
    const ids: string[] = [];
    let cursor = null;
    do {
      const page = await found(ofAll, '', { limit: 3, sorts, cursor });
      ids.push(...page.ids);
      cursor = page.meta.nextCursor && { text: page.meta.nextCursor, place: { pointer: '' } };
    } while (cursor);
    expect(ids.toSorted()).toEqual(CLIENTS.flatMap((one) => [1, 2, 3, 4, 5].map((n) => `${one}_${n}`)));
  });

  it('are found by their id, whatever the client', async () => {
    const readModels = new ReadModels(db.database, db.searches, new TestClock());
    const { body } = await readModels.ofAnyClient(ofAll, 'cli_b_2');
    expect(JSON.parse(body).data).toMatchObject({ id: 'cli_b_2', reason: 'Invoice 2', clientId: 'cli_b' });
    await expect(readModels.ofAnyClient(ofAll, 'cli_c_2')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('are not those that a client finds', async () =>
    expect((await found(transactions, '')).meta.totalCount).toBe(0));
});
