import { OPERATOR } from '@corridor/http';
import type { OpenDatabase } from '@corridor/platform';
import { sized } from '@corridor/testing';
import { type Sent, manyRows, openTestDatabase, plansOf } from '@corridor/testing/service';
import { service } from '../service.js';
import { blotter } from './blotter.view.js';
import { POSITION } from './position.controller.js';

/** What dealers see of all conversions is read from indexes and sums, however many there are. */

const ROWS = Number(process.env.ROWS ?? sized({ small: 20_000, full: 1_000_000 }));
/** The records of a page, and the one that tells whether there is another page. */
const PAGE = 26;
/** Open trades. */
const AT_ONCE = 10_000;
const id = (n: string) => `'con_01K' || lpad(${n}::text, 23, '0')`;

let db: OpenDatabase;
beforeAll(async () => {
  db = await openTestDatabase(service.migrations);
  const ccy = (n: string) => `(ARRAY['GBP', 'USD', 'CHF', 'JPY'])[${n} % 4 + 1]`;
  await manyRows(
    db,
    'conversion',
    ROWS,
    {
      ...{
        id: '@id@',
        reference: 'CON-@n@',
        client: { id: '@owner@', name: 'Many Ltd' },
        ccyPair: 'EURGBP',
        rate: 0.85,
      },
      ...{ sellAmount: { ccyCode: '@sold@', value: '#n#' }, buyAmount: { ccyCode: 'EUR', value: '#n#' } },
      ...{ status: '@status@', valueDate: '@due@', linkedPaymentInstructionId: null },
    },
    {
      ...{ id: id('n'), owner: `'cli_' || n % 1000`, sold: ccy('n') },
      made: `to_char(timestamp '2025-12-01' + n * interval '${30_000_000 / ROWS} seconds', 'YYYY-MM-DD"T"HH24:MI:SS.MS')`,
      status: `CASE WHEN n % 100 = 0 THEN 'BOOKED' WHEN n % 100 < 4 THEN 'CANCELLED' ELSE 'EXCHANGED' END`,
      due: `to_char(date '2025-12-03' + (n * ${350 / ROWS})::int, 'YYYY-MM-DD')`,
    },
    {
      ...{ id: 'id', client_id: 'owner', created_on: 'made', stream_version: '1', status: 'status' },
      ...{ buy_ccy_code: `'EUR'`, sell_ccy_code: 'sold', value_date: 'due' },
    },
  );
  // As a year of bookings leaves them: sums, and some changes that are not added up yet.
  for (let from = 1; from <= ROWS; from += AT_ONCE)
    await db.pool.query(
      `INSERT INTO open_trade (id, client_id, value_date, sell_ccy_code, sell_minor, buy_ccy_code, buy_minor)
       SELECT ${id('n')}, 'cli_' || n % 1000, to_char(date '2026-11-01' + n % 365, 'YYYY-MM-DD'), ${ccy('n')}, n, 'EUR', n
       FROM generate_series($1::int, $2::int) AS n`,
      [from, Math.min(ROWS, from + AT_ONCE - 1)],
    );
}, 1_200_000);
afterAll(() => db.close());

const show = (what: string, ...ms: number[]) => process.env['SHOW'] && console.log(what, ...ms);

describe(`of ${ROWS} conversions of all clients`, () => {
  it.each<[string, Sent]>([
    ['all', {}],
    ['the next page', { after: ['2026-05-05T12:00:00.000', `con_01K${'77'.padStart(23, '0')}`] }],
    ['that are booked', { q: 'status == "BOOKED"' }],
    ['of a value date', { q: 'valueDate == "2026-03-03"' }],
    ['of a currency', { q: 'sellAmount.ccyCode == "GBP"' }],
    ['of a client', { q: 'client.id == "cli_77"' }],
    ['of a client, booked', { q: 'AND(client.id == "cli_100",status == "BOOKED")' }],
    ['of a day', { q: 'tradedOn == "2026-05-05"' }],
    ['by id', { q: `id == "con_01K${'77'.padStart(23, '0')}"` }],
  ])('%s', async (what, sent) => {
    const { page, count } = await plansOf(db, blotter, sent, OPERATOR.id, {}, 'conversion');
    show(what, page.ms, count.ms);
    expect(page.text + count.text).not.toContain('Seq Scan on conversion '); // its counter may be read as a whole
    expect(page.records).toBeLessThanOrEqual(2 * PAGE);
    expect(count.entries).toBeLessThan(ROWS / 4);
  });
});

test(`the position of ${ROWS} open trades is read from its sums`, async () => {
  const plan = await db.database.query<{ 'QUERY PLAN': string }>(`EXPLAIN (ANALYZE, COSTS OFF) ${POSITION}`, [
    '2026-11-20',
  ]);
  const text = plan.map((row) => row['QUERY PLAN']).join('\n');
  show('position', Number(/Execution Time: ([\d.]+)/.exec(text)?.[1]));
  expect(text).not.toContain('open_trade');
  const [sums] = await db.database.query<{ ok: boolean }>(
    `SELECT sum(clients_minor) FILTER (WHERE ccy_code = 'EUR') = -sum(sold_minor) AS ok FROM dealing_position`,
  );
  expect(sums).toEqual({ ok: true });
});
