import { nowOf } from '@corridor/kernel';
import type { OpenDatabase } from '@corridor/platform';
import { TestClock, sized } from '@corridor/testing';
import { openTestDatabase, ownerOf } from '@corridor/testing/service';
import { service } from '../service.js';
import { proofOf } from './proof.js';
import { SUMS } from './trial-balance.js';

const ROWS = Number(process.env.ROWS ?? sized({ small: 20_000, full: 1_000_000 }));
const DAYS = 365;
const PARTS = 20;
const clock = new TestClock();

let db: OpenDatabase;
/** Transfers of a year with two postings each, in a hundred wallets and three currencies. */
beforeAll(async () => {
  db = await openTestDatabase(service.migrations);
  const ccy = `('{GBP,EUR,JPY}'::text[])[1 + n % 3]`;
  const wallet = `'wal_' || n % 100 || '_' || n % 3`;
  await db.pool.query(
    `INSERT INTO account (id, kind, ccy_code, client_id)
     SELECT DISTINCT ${wallet}, 'wallet', ${ccy}, 'cli_' || n % 100 FROM generate_series(1, 300) AS n
     UNION ALL SELECT 'settlement:' || ccy, 'settlement', ccy, NULL FROM unnest('{GBP,EUR,JPY}'::text[]) AS ccy`,
  );
  const owner = await ownerOf(db);
  await owner.query('SET statement_timeout = 0');
  for (let part = 0; part < PARTS; part++)
    await owner.query(
      `WITH one AS (
         SELECT n FROM generate_series($1::int, $2::int - 1) AS n
       ), posted AS (
         INSERT INTO transfer (id, client_id, action, posted_on)
         SELECT 'if_' || n, 'cli_' || n % 100, 'FUNDING',
           to_char(timestamp '2025-12-01' + n % ${DAYS} * interval '1 day', 'YYYY-MM-DD"T"HH24:MI:SS.MS') FROM one
       )
       INSERT INTO posting (transfer_id, account_id, ccy_code, amount_minor)
       SELECT 'if_' || n, ${wallet}, ${ccy}, 5 FROM one
       UNION ALL SELECT 'if_' || n, 'settlement:' || ${ccy}, ${ccy}, -5 FROM one`,
      [(part * ROWS) / 2 / PARTS, ((part + 1) * ROWS) / 2 / PARTS],
    );
  await owner.query('VACUUM ANALYZE');
  await owner.end();
}, 600_000);
afterAll(() => db.close());

describe(`of ${ROWS} postings`, () => {
  it('a trial balance reads the sums of the days, and no posting', async () => {
    const { rows } = await db.pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN ANALYZE ${SUMS}`, ['2026-06-30']);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    if (process.env.SHOW) console.log(plan);
    expect(plan).not.toMatch(/\b(posting|transfer)\b/);
    const cells = await db.pool.query<{ count: string }>(`SELECT count(*) FROM book_day`);
    expect(Number(cells.rows[0]?.count)).toBe(DAYS * 2 * 3);
  });

  it('the sums of the days are right, and postings that other accounts lack are found', async () => {
    const begun = performance.now();
    const { checks } = await db.database.transaction((sql) => proofOf(sql, nowOf(clock)));
    if (process.env.SHOW) console.log(`proof: ${Math.round(performance.now() - begun)} ms`);
    expect(checks.map(({ name, faults }) => [name, faults])).toEqual([
      ['ZERO', 0],
      ['FOLD', 303], // there are no events of them
      ['DAYS', 0],
      ['EVENTS', 0],
      ['TRANSACTIONS', 0],
      ['MOVEMENTS', 0],
      ['MATCHES', 0],
    ]);
  }, 120_000);
});
