import { type Counter, daysOf, parse, parseSort, searchOf, searchables } from '@corridor/search';
import { addCounters, sumChanges } from './counters.js';
import type { OpenDatabase } from './open-database.js';
import type { ReadModel } from './read-models.js';
import { createReadModel, searchColumns } from './read-model-schema.js';
import { countStatement, pageStatement } from './search-statements.js';
import { openTestDatabase } from './testing/index.js';

const counters: readonly Counter[] = [
  { table: 'payment_count', columns: ['status', 'ccy_code'] },
  { table: 'payment_count_by_day', columns: ['status'], span: daysOf('created_on') },
];
const payments: ReadModel = {
  table: 'payment',
  searchable: searchables.payments,
  columns: {
    id: 'id',
    'client.id': 'client_id',
    'auditHistory.created.on': 'created_on',
    status: 'status',
    'amount.ccyCode': 'ccy_code',
  },
};
const counted: ReadModel = { ...payments, counters };
const CLIENT = 'cli_0';

const searchFor = (q: string, offset = 0, sortBy = '') => {
  const sorts = sortBy ? [parseSort(sortBy, { pointer: '' })] : [];
  const requested = { query: parse(q), sorts, offset, limit: 10, cursor: null };
  const { search, issues } = searchOf(payments.searchable, requested, 'scope');
  expect(issues).toEqual([]);
  return search;
};

/** Records from a number on: each hour one, in turn of three clients, four statuses and two currencies. */
const insert = (from: number, to: number) => `
  INSERT INTO payment (id, client_id, created_on, data)
  SELECT 'pmt_' || lpad(n::text, 6, '0'), 'cli_' || n % 3,
    to_char(timestamp '2026-01-01' + n * interval '1 hour', 'YYYY-MM-DD"T"HH24:MI:SS.MS'),
    json_build_object('status', (ARRAY['DRAFT', 'READY_TO_SEND', 'SENT', 'FAILED'])[1 + n / 3 % 4],
      'amount', json_build_object('ccyCode', (ARRAY['EUR', 'GBP'])[1 + n / 12 % 2]))
  FROM generate_series(${from}, ${to}) AS n`;
const become = (status: string) =>
  `SET data = json_build_object('status', '${status}', 'amount', data -> 'amount')`;

let db: OpenDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
  const columns = searchColumns('payment', { status: 'status', ccy_code: 'amount.ccyCode' });
  for (const statement of [...createReadModel('payment'), columns, insert(1, 6_000)])
    await db.pool.query(statement);
  for (const statement of addCounters('payment', counters)) await db.pool.query(statement);
});
afterAll(() => db.close());

const QUERIES = [
  '',
  'status == "SENT"',
  'status != "SENT"',
  'amount.ccyCode == "EUR"',
  'OR(status == "DRAFT",AND(status == "FAILED",amount.ccyCode != "GBP"))',
  'status == "CANCELLED"',
  'auditHistory.created.on == "2026-03-05"',
  'auditHistory.created.on != "2026-03-05"',
  'AND(auditHistory.created.on >= "2026-03-05",auditHistory.created.on < "2026-04-01",status == "SENT")',
  'auditHistory.created.on > "2026-03-05"',
  'auditHistory.created.on <= "2026-03-05"',
];

async function expectExact(): Promise<void> {
  for (const q of QUERIES) {
    const statements = [counted, payments].map((model) => countStatement(model, searchFor(q), CLIENT, {}));
    const [total, count] = await Promise.all(
      statements.map(({ text, values }) => db.database.query(text, values)),
    );
    expect({ q, total }).toEqual({ q, total: count });
  }
}

it('counts the records that a filled table has', expectExact);

it.each<[string, readonly string[]]>([
  ['inserts', [insert(6_001, 6_100)]],
  ['updates', [`UPDATE payment ${become('FAILED')} WHERE id < 'pmt_000500'`]],
  ['an update that changes nothing', [`UPDATE payment SET data = data WHERE id < 'pmt_000500'`]],
  [
    'inserts of records that exist',
    [
      `${insert(6_050, 6_150)} ON CONFLICT (id) DO UPDATE ${become('SENT').replace(/data ->/, 'excluded.data ->')}`,
    ],
  ],
  ['deletes', [`DELETE FROM payment WHERE id < 'pmt_000100'`]],
  ['a transaction that is rolled back', ['BEGIN', insert(9_000, 9_100), 'ROLLBACK']],
  [
    'a savepoint that is rolled back',
    ['BEGIN', 'SAVEPOINT one', insert(9_000, 9_100), 'ROLLBACK TO one', insert(9_100, 9_110), 'COMMIT'],
  ],
])('is exact after %s', async (_, statements) => {
  await db.pool.query(statements.join('; '));
  await expectExact();
});

it('transactions that count in the same cell do not wait for each other', async () => {
  const clients = await Promise.all(Array.from({ length: 8 }, () => db.pool.connect()));
  for (const [i, client] of clients.entries()) {
    await client.query(`BEGIN; SET LOCAL lock_timeout = '1s'`);
    for (const n of [10_000, 10_100]) await client.query(insert(n + i * 12, n + i * 12));
  }
  await Promise.all(clients.map((client, i) => client.query(i === 3 ? 'ROLLBACK' : 'COMMIT')));
  clients.forEach((client) => client.release());
  await expectExact();
});

it('a cell has no more rows than transactions have written it at the same time', async () => {
  for (let n = 0; n < 20; n++) await db.pool.query(insert(11_000 + n * 24, 11_000 + n * 24));
  const { rows } = await db.pool.query<{ most: string }>(
    `SELECT max(n) AS most FROM (SELECT count(*) AS n FROM payment_count GROUP BY client_id, status, ccy_code) AS cells`,
  );
  expect(Number(rows[0]?.most)).toBeLessThanOrEqual(8);
});

it('changes are added to the cells every now and then', async () => {
  const changes = async () =>
    Number((await db.pool.query<{ n: string }>('SELECT count(*) AS n FROM payment_count_change')).rows[0]?.n);
  await db.pool.query(insert(20_000, 20_010));
  expect(await changes()).toBeGreaterThan(0);
  await db.pool.query(insert(21_000, 32_000)); // more changes at once than may be left
  expect(await changes()).toBe(0);
  await expectExact();
});

it('only one transaction at a time adds them, and the others go on', async () => {
  const [one, other] = await Promise.all([db.pool.connect(), db.pool.connect()]);
  await db.pool.query(insert(40_000, 40_010));
  for (const client of [one, other]) await client.query(`BEGIN; SET LOCAL lock_timeout = '1s'`);
  for (const client of [one, other]) await client.query(`SELECT ${sumChanges('payment')}`);
  await one.query(insert(41_000, 41_010));
  await other.query(insert(42_000, 42_010));
  await expectExact();
  await other.query('COMMIT');
  await expectExact();
  await one.query('COMMIT');
  for (const client of [one, other]) client.release();
  await expectExact();
});

describe.each(['auditHistory.created.on:DESC', 'auditHistory.created.on:ASC'])(
  'a page far behind, %s',
  (sortBy) => {
    it.each([999, 1_000, 1_001, 1_007, 1_234, 1_500, 1_900, 1_999, 2_030, 5_000])(
      'at %d is that which is found by skipping records one by one',
      async (offset) => {
        for (const q of ['', 'status != "SENT"', 'auditHistory.created.on > "2026-01-05"']) {
          const [far, near] = [counted, payments].map((model) =>
            pageStatement(model, searchFor(q, offset, sortBy), CLIENT, {}),
          );
          expect(far?.text.includes('spans')).toBe(offset >= 1_000);
          const [jumped, skipped] = await Promise.all(
            [far, near].map((one) => db.searches.query(one?.text ?? '', one?.values)),
          );
          expect(jumped).toEqual(skipped);
        }
      },
    );
  },
);

describe('a page of records with values that are scattered over the order', () => {
  const SCATTERED = 'cli_scattered';
  const scattered: ReadModel = {
    ...payments,
    counters: counters.map((one, n) => (n === 0 ? { ...one, scattered: 'ccy_code' } : one)),
  };
  /** Of 3,000 records the newest half has one currency, the others have many. */
  beforeAll(async () => {
    await db.pool.query(
      `INSERT INTO payment (id, client_id, created_on, data)
       SELECT 'pmt_s' || lpad(n::text, 6, '0'), '${SCATTERED}',
         to_char(timestamp '2026-01-01' + n * interval '1 hour', 'YYYY-MM-DD"T"HH24:MI:SS.MS'),
         json_build_object('id', n, 'status', (ARRAY['SENT', 'FAILED'])[1 + n % 2],
           'amount', json_build_object('ccyCode', CASE WHEN n < 1500 THEN 'C' || lpad((n % 40)::text, 2, '0') ELSE 'EUR' END))
       FROM generate_series(1, 3000) AS n`,
    );
  });

  const pageOf = (model: ReadModel, search: ReturnType<typeof searchFor>) => {
    const { text, values } = pageStatement(model, search, SCATTERED, {});
    return db.searches.query<{ data: string; total: string }>(text, values);
  };

  it.each([
    'amount.ccyCode == "C07"',
    'amount.ccyCode != "EUR"',
    'amount.ccyCode == "EUR"',
    'AND(status == "FAILED",amount.ccyCode != "EUR")',
    'OR(amount.ccyCode == "C07",amount.ccyCode == "C08",AND(amount.ccyCode == "C09",status != "SENT"))',
    'amount.ccyCode == "XXX"',
  ])('%s', async (q) => {
    for (const sortBy of ['', 'auditHistory.created.on:ASC'])
      for (const offset of [0, 1, 25, 37, 200, 999, 1_000, 1_400]) {
        const search = searchFor(q, offset, sortBy);
        const { text } = pageStatement(scattered, search, SCATTERED, {});
        expect(text.includes('near')).toBe(offset < 1_000 && !/^amount.ccyCode ==/.test(q));
        expect(await pageOf(scattered, search)).toEqual(await pageOf(payments, search));
      }
  });

  it.each(['auditHistory.created.on:DESC', 'auditHistory.created.on:ASC'])(
    'from a cursor on, %s',
    async (sortBy) => {
      const first = searchFor('amount.ccyCode != "EUR"', 0, sortBy);
      const moments = ['2026-01-20T04:00:00.000', '2026-04-20T04:00:00.000', '2026-02-28T13:00:00.000'];
      for (const moment of moments) {
        const after = { keys: [moment, 'pmt_s000460'], offset: 30, total: 1_499 };
        const search = { ...first, after, offset: 30 };
        const page = await pageOf(scattered, search);
        expect(page).toEqual(await pageOf(payments, search));
      }
    },
  );

  it('any other order is read in this order', () => {
    const search = searchFor('amount.ccyCode != "EUR"', 0, 'status:ASC');
    expect(pageStatement(scattered, search, SCATTERED, {}).text).not.toContain('near');
  });
});

it.each<[string, string | undefined]>([
  ['', 'payment_count'],
  ['client.id == "cli_0"', 'payment_count'],
  ['AND(status == "SENT",OR(amount.ccyCode == "EUR",amount.ccyCode == "GBP"))', 'payment_count'],
  ['AND(status == "SENT",auditHistory.created.on > "2026-03-05")', 'payment_count_by_day'],
  ['auditHistory.created.on > "2026-03-05T00:00"', undefined],
  ['AND(amount.ccyCode == "EUR",auditHistory.created.on > "2026-03-05")', undefined],
  ['id == "pmt_1"', undefined],
  ['AND(status == "SENT",reason ~ "a")', undefined],
])('%j is counted by %s', (q, table) => {
  const { text } = countStatement(counted, searchFor(q), CLIENT, {});
  expect(/ FROM (\w+)/.exec(text)?.[1]).toBe(table ?? 'payment');
});
