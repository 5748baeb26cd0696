/**
 * Search times for a client with many records, compared with a naive implementation: the condition on the JSON
 * document, `OFFSET`, and a separate count. Both are measured in turns, on the same rows.
 *
 *   node bench/search.mjs [rows] [table]      1,000,000 payment instructions and as many transactions by default
 *
 * It needs a build (`npm run build`) and starts a Postgres of its own, unless DATABASE_URL names a server.
 */
import { mkdtempSync, rmSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countStatement, isTimeout, pageStatement } from '@corridor/event-store';
import { service as ledger } from '@corridor/ledger';
import { service as payments } from '@corridor/payments';
import { openDatabase } from '@corridor/platform';
import { keysOf, parse, searchOf } from '@corridor/search';
import { manyRows } from '@corridor/testing/service';
import { paymentInstructions } from '../apps/payments/dist/payment-instruction/payment-instruction.view.js';
import { transactions } from '../apps/ledger/dist/transaction/transaction.view.js';
import { embeddedPostgres } from '@corridor/tools/embedded-postgres.mjs';

const ROWS = Number(process.argv[2] ?? 1_000_000);
const ONLY = process.argv[3];
const ROUNDS = 9;
const CLIENT = 'cli_many';
const FIRST_PAGE = 25;

const folder = mkdtempSync(join(tmpdir(), 'corridor-bench-'));
chmodSync(folder, 0o755);
const postgres = process.env.DATABASE_URL
  ? null
  : await (await embeddedPostgres()).startPostgres({ dataDir: folder });
const serverUrl = postgres?.url ?? process.env.DATABASE_URL ?? '';

const audit = {
  by: { id: 'cu_01K00000000000000000000001', name: 'Ada Lovelace' },
  on: '@made@',
  withApiKey: 'ak_01K00000000000000000000001',
};
const price = {
  ccyPair: '@sell@@buy@',
  rate: 1.158421,
  buyAmount: { ccyCode: '@buy@', value: '#amount#' },
  sellAmount: { ccyCode: '@sell@', value: '#amount#' },
  notes: null,
};
const instruction = {
  id: '@id@',
  client: { id: '@client@', name: 'Acme Trading Ltd' },
  beneficiary: { id: '@ben@', displayName: 'Muster GmbH', bankCountryCode: 'DE', bankAccount: null },
  sellCcyCode: '@sell@',
  buyCcyCode: '@buy@',
  fixedSide: 'BUY',
  amount: '#amount#',
  paymentDate: '@day@',
  paymentType: 'REGULAR',
  chargeType: null,
  narrative: 'Invoice @n@',
  metadata: null,
  indicativePrice: price,
  actualPrice: price,
  fee: null,
  linkedPaymentId: '@pmt@',
  linkedConversionId: '@con@',
  status: '@status@',
  statusHistory: [
    { status: 'PENDING', statusReason: null, occurredOn: '@made@' },
    { status: '@status@', statusReason: null, occurredOn: '@made@' },
  ],
  auditHistory: { version: 2, created: audit, updated: audit },
};
const transaction = {
  id: '@id@',
  client: { id: '@client@', name: 'Acme Trading Ltd' },
  wallet: { id: '@wallet@', ccyCode: '@ccy@' },
  amount: { ccyCode: '@ccy@', value: '#amount#' },
  signedAmount: { ccyCode: '@ccy@', value: '#amount#' },
  balance: { ccyCode: '@ccy@', value: '#amount#' },
  direction: 'CREDIT',
  triggeredByAction: 'FUNDING',
  status: 'COMPLETED',
  reason: 'Invoice @n@',
  createdOn: '@made@',
  settlesOn: '@made@',
  completedOn: '@made@',
  updatedOn: '@made@',
  relatedEntity: { id: '@entity@', type: 'PAYMENT', reference: 'PMT', details: { description: 'Payment' } },
  sortPriority: '#n#',
  sortDate: '@made@',
};

const ulid = (prefix) => `'${prefix}_01K' || lpad(n::text, 23, '0')`;
const madeAt = `timestamp '2025-12-01' + n * interval '30 seconds'`;
const made = `to_char(${madeAt}, 'YYYY-MM-DD"T"HH24:MI:SS.MS')`;

const collections = [
  {
    collection: paymentInstructions,
    service: payments,
    fill: (db) =>
      manyRows(
        db,
        'payment_instruction',
        ROWS,
        instruction,
        {
          id: ulid('pi'),
          client: `'${CLIENT}'`,
          ben: `'ben_01K' || lpad((n % 5000)::text, 23, '0')`,
          sell: `(ARRAY['GBP', 'EUR', 'USD'])[1 + n % 3]`,
          buy: `(ARRAY['EUR', 'USD', 'JPY', 'CHF', 'AUD', 'CAD', 'SEK', 'PLN', 'INR'])[1 + n % 9]`,
          amount: `((n::bigint * 7919) % 1000000) / 100`,
          day: `to_char(${madeAt} + interval '2 days', 'YYYY-MM-DD')`,
          pmt: ulid('pmt'),
          con: ulid('con'),
          status: `(ARRAY['PENDING', 'ACKNOWLEDGED', 'FILLED', 'CANCELLED', 'REJECTED', 'FAILED', 'SENT'])[least(1 + n % 100, 7)]`,
          made,
        },
        { id: 'id', client_id: 'client', created_on: 'made' },
      ),
    naive: { order: `data #>> '{auditHistory,created,on}' DESC, id DESC` },
    searches: [
      ['all', '', 'true'],
      ['a status, 1 %', 'status == "PENDING"', `data ->> 'status' = 'PENDING'`],
      ['a status, 94 %', 'status == "SENT"', `data ->> 'status' = 'SENT'`],
      ['an id', 'id == "pi_01K00000000000000000000777"', `data ->> 'id' = 'pi_01K00000000000000000000777'`],
      ['a day', 'paymentDate == "2026-05-05"', `data ->> 'paymentDate' = '2026-05-05'`],
      ['the oldest tenth', 'paymentDate < "2026-01-05"', `data ->> 'paymentDate' < '2026-01-05'`],
      ['a currency', 'buyCcyCode == "JPY"', `data ->> 'buyCcyCode' = 'JPY'`],
      [
        'a linked id',
        'linkedPaymentId == "pmt_01K00000000000000000000777"',
        `data ->> 'linkedPaymentId' = 'pmt_01K00000000000000000000777'`,
      ],
      [
        'two of them',
        'AND(status == "FAILED",sellCcyCode == "EUR")',
        `data ->> 'status' = 'FAILED' AND data ->> 'sellCcyCode' = 'EUR'`,
      ],
      ['a text, no index', 'narrative $= "4711"', `data ->> 'narrative' LIKE '%4711'`],
    ],
  },
  {
    collection: transactions,
    service: ledger,
    fill: (db) =>
      manyRows(
        db,
        'transaction',
        ROWS,
        transaction,
        {
          id: ulid('txn'),
          client: `'${CLIENT}'`,
          wallet: `'wal_01K' || lpad((n % 20)::text, 23, '0')`,
          ccy: `'C' || lpad((n % 20)::text, 2, '0')`,
          amount: 'n % 10000',
          entity: ulid('pmt'),
          made,
        },
        { id: 'id', client_id: 'client', created_on: 'made', sort_date: 'made', sort_priority: 'n' },
      ),
    naive: { order: `data ->> 'sortDate' DESC, (data ->> 'sortPriority')::int DESC` },
    searches: [
      ['all', '', 'true'],
      ['a status, all of them', 'status == "COMPLETED"', `data ->> 'status' = 'COMPLETED'`],
      [
        'a wallet',
        'wallet.id == "wal_01K00000000000000000000007"',
        `data #>> '{wallet,id}' = 'wal_01K00000000000000000000007'`,
      ],
      ['a currency', 'amount.ccyCode == "C07"', `data #>> '{amount,ccyCode}' = 'C07'`],
      ['a day', 'sortDate == "2026-05-05"', `data ->> 'sortDate' LIKE '2026-05-05%'`],
      ['the oldest tenth', 'completedOn < "2026-01-05"', `data ->> 'completedOn' < '2026-01-05'`],
      [
        'a payment',
        'relatedEntity.id == "pmt_01K00000000000000000000777"',
        `data #>> '{relatedEntity,id}' = 'pmt_01K00000000000000000000777'`,
      ],
    ],
  },
];

const median = (times) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)];
/** Milliseconds; infinite if the search was cancelled. */
async function timed(work) {
  const from = performance.now();
  try {
    await work();
  } catch (error) {
    if (!isTimeout(error)) throw error;
    return Infinity;
  }
  return performance.now() - from;
}
/** @param {number | undefined} ms */
const cell = (ms) =>
  (ms === undefined ? '-' : ms === Infinity ? '> 10 s' : ms.toFixed(ms < 10 ? 1 : 0)).padStart(11);

for (const { collection, service, fill, naive, searches } of collections) {
  if (ONLY && ONLY !== collection.table) continue;
  const db = await openDatabase(serverUrl, { ...service, name: `bench-${service.name}` });
  const { table } = collection;
  await db.pool.query(`TRUNCATE ${table}`);
  const seconds = (await timed(() => fill(db))) / 1000;
  const { rows } = await db.pool.query(
    `SELECT pg_size_pretty(pg_relation_size('${table}')) AS heap, pg_size_pretty(pg_indexes_size('${table}')) AS indexes`,
  );
  console.log(
    `\n${ROWS} rows of ${table} in ${seconds.toFixed(0)} s: ${rows[0].heap}, indexes ${rows[0].indexes}`,
  );
  console.log(
    'median ms'.padEnd(24) +
      ['first page', 'its count', 'next page', 'naive'].map((name) => name.padStart(11)).join(''),
  );
  for (const [name, q, sql] of searches) {
    const requested = { query: parse(q), sorts: [], offset: 0, limit: FIRST_PAGE, cursor: null };
    const { search } = searchOf(collection.searchable, requested, '');
    const first = pageStatement(collection, search, CLIENT, {});
    const count = countStatement(collection, search, CLIENT, {});
    const found = await db.searches.query(first.text, first.values).catch(() => []);
    const last = found.length > FIRST_PAGE ? JSON.parse(found[FIRST_PAGE - 1].data) : null;
    const after = last && { keys: keysOf(last, search.order), offset: FIRST_PAGE, total: 0 };
    const next = after && pageStatement(collection, { ...search, after }, CLIENT, {});
    const times = { first: [], count: [], next: [], naive: [] };
    for (let round = 0; round < ROUNDS; round++) {
      times.first.push(await timed(() => db.searches.query(first.text, first.values)));
      times.count.push(await timed(() => db.searches.query(count.text, count.values)));
      if (next) times.next.push(await timed(() => db.searches.query(next.text, next.values)));
      if (round > 0) continue; // it takes a while
      times.naive.push(
        await timed(async () => {
          const where = `WHERE client_id = '${CLIENT}' AND ${sql}`;
          await db.pool.query(
            `SELECT data::text FROM ${table} ${where} ORDER BY ${naive.order} OFFSET 0 LIMIT ${FIRST_PAGE}`,
          );
          await db.pool.query(`SELECT count(*) FROM ${table} ${where}`);
        }),
      );
    }
    console.log(
      name.padEnd(24) +
        Object.values(times)
          .map((one) => cell(median(one)))
          .join(''),
    );
  }
  await db.close();
}
await postgres?.stop();
rmSync(folder, { recursive: true, force: true });
