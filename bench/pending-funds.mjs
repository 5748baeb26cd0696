/**
 * What the pending inbound funds of a client cost its commands: credits of a client with many, alternately with those of a client
 * without any. Prints their latencies, the stored states of both ledgers, and the sizes of the tables that hold them.
 *
 *   npx node bench/pending-funds.mjs [5000]
 */
import { loadavg } from 'node:os';
import pg from 'pg';
import { credit } from './client.mjs';
import { at, median } from './harness.mjs';
import { startSystem } from './system.mjs';

const PENDING = Number(process.argv[2] ?? 5_000);
const AT_ONCE = 8;
const CREDITS = 200;

const system = await startSystem({ clients: 2, atOnce: AT_ONCE });
const [withMany, without] = system.clients;

const funds = { ccyCode: 'GBP', amount: 1, outcome: 'PENDING' };
const pend = () => withMany.api('POST', '/v1/simulators/inbound-funds/credit', funds);
for (let n = 0; n < PENDING; n += AT_ONCE)
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, PENDING - n) }, pend));

const sides = [
  { name: 'with pending funds', client: withMany, times: [] },
  { name: 'without', client: without, times: [] },
];
for (let n = 0; n < CREDITS; n++)
  for (const { client, times } of sides) {
    const begun = performance.now();
    await credit(client);
    times.push(performance.now() - begun);
  }

const ledger = new pg.Client(`${system.databaseUrl}/corridor_ledger`);
await ledger.connect();
const { rows: streams } = await ledger.query(
  'SELECT octet_length(state::text) AS bytes, version FROM streams ORDER BY version DESC',
);
const { rows: tables } = await ledger.query(
  `SELECT relname AS name, pg_size_pretty(pg_total_relation_size(oid)) AS size FROM pg_class
   WHERE relnamespace = 'public'::regnamespace AND relname IN ('streams', 'events')`,
);
await ledger.end();
for (const [n, { name, client, times }] of sides.entries()) {
  const [wallet] = await client.api('GET', '/v1/wallets');
  console.log(
    `${name}: pendingBalance ${wallet.pendingBalance.value}, a credit ${median(times).toFixed(1)} ms (p99 ${at(times, 0.99).toFixed(1)}), state ${streams[n].bytes} bytes after ${streams[n].version} events`,
  );
}
for (const { name, size } of tables) console.log(`table ${name}: ${size}`);
console.log(`load ${loadavg()[0]?.toFixed(1)}`);
await system.stop();
