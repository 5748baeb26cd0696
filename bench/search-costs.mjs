/**
 * What the planner expects searches to cost that read documents, and the processor time that they take, of Postgres's
 * connection and without parallel workers: for the limit in `libs/event-store/src/hopeless-searches.ts`.
 *
 *   npx node bench/search-costs.mjs [rows ...]      10000 100000 by default
 *
 * It needs a build (`npm run build`), Linux, and starts a Postgres of its own.
 */
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pageStatement } from '@corridor/event-store';
import { service } from '@corridor/payments';
import { openDatabase } from '@corridor/platform';
import { parse, searchOf } from '@corridor/search';
import { testCaller } from '@corridor/testing';
import { embeddedPostgres } from '@corridor/tools/embedded-postgres.mjs';
import { Client } from 'pg';
import { manyInstructions } from './many-instructions.mjs';
import { paymentInstructions } from '../apps/payments/dist/payment-instruction/payment-instruction.view.js';

const SIZES = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [10_000, 100_000];
const ROUNDS = 3;
const searches = [
  'paymentType == "REGULAR"',
  'paymentType == "PRIORITY"',
  'statusHistory.statusReason ~ "x"',
  'AND(status == "SENT",paymentType == "PRIORITY")',
  'AND(status == "PENDING",paymentType == "PRIORITY")',
  'OR(paymentType == "PRIORITY",chargeType == "OURS",fixedSide == "SELL")',
  'statusHistory.status == "REJECTED"',
  'OR(narrative ~ "none",fixedSide == "SELL")',
];

const folder = mkdtempSync(join(tmpdir(), 'corridor-bench-'));
chmodSync(folder, 0o755);
const postgres = await (await embeddedPostgres()).startPostgres({ dataDir: folder });
const processorMs = (pid) => Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;

for (const rows of SIZES) {
  const db = await openDatabase(postgres.url, { ...service, name: `bench-costs-${rows}` });
  await manyInstructions(db, `'${testCaller.client.id}'`, 'pi', rows);
  const client = new Client({ connectionString: db.pool.options.connectionString });
  await client.connect();
  await client.query(`SET statement_timeout = 0; SET random_page_cost = 1.1; SET jit = off;
    SET max_parallel_workers_per_gather = 0`);
  const { pid } = (await client.query('SELECT pg_backend_pid() AS pid')).rows[0];
  for (const q of searches) {
    const requested = { query: parse(q), sorts: [], offset: 0, limit: 25, cursor: null };
    const { search, issues } = searchOf(paymentInstructions.searchable, requested, '');
    if (issues.length > 0) throw new Error(JSON.stringify(issues));
    const { text, values } = pageStatement(paymentInstructions, search, testCaller.client.id, {});
    const [planned] = (await client.query(`EXPLAIN (FORMAT JSON) ${text}`, values)).rows;
    const cost = planned['QUERY PLAN'][0].Plan['Total Cost'];
    const times = [];
    for (let round = 0; round < ROUNDS; round++) {
      const before = processorMs(pid);
      await client.query(text, values);
      times.push(processorMs(pid) - before);
    }
    const ms = Math.min(...times);
    console.log(
      `${rows} rows, ${q}: cost ${cost.toFixed(0)}, ${ms.toFixed(0)} ms, ${(ms / cost).toFixed(4)} ms each`,
    );
  }
  await client.end();
  await db.close();
}
await postgres.stop();
rmSync(folder, { recursive: true, force: true });
