/**
 * The cost of the columns, indexes, counters and texts of searches for writes: payment instructions, created and moved three times,
 * appended to a database without them and to one with them, alternately, after a round that does not count.
 *
 *   npx node bench/append.mjs
 *
 * It needs a build (`npm run build`) and starts a Postgres of its own, unless DATABASE_URL names a server.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventStore } from '@corridor/event-store';
import { service } from '@corridor/payments';
import { Ids, SystemClock, openDatabase } from '@corridor/platform';
import { messageRegistry } from '@corridor/services';
import { testCaller } from '@corridor/testing';
import { embeddedPostgres } from '@corridor/tools/embedded-postgres.mjs';
import { median } from './harness.mjs';
import { created, price } from './instruction-events.mjs';

const ROUNDS = 10;
const SECONDS = 3;
const AT_ONCE = 8;

const folder = mkdtempSync(join(tmpdir(), 'corridor-bench-'));
chmodSync(folder, 0o755);
const postgres = process.env.DATABASE_URL
  ? null
  : await (await embeddedPostgres()).startPostgres({ dataDir: folder });
const serverUrl = postgres?.url ?? process.env.DATABASE_URL ?? '';

const clock = new SystemClock();
const ids = new Ids(clock);
const steps = [
  { type: 'acknowledged' },
  { type: 'filled', price, conversionId: 'con_01K00000000000000000000001' },
  { type: 'rejected', reason: null },
];

const { aggregate } = service.registrations.find((one) => one.view?.table === 'payment_instruction') ?? {};
async function open(name, { migrations, registrations }) {
  const db = await openDatabase(serverUrl, { name: `bench-append-${name}`, migrations });
  return {
    name,
    db,
    store: new EventStore('payments', db.database, registrations, messageRegistry, clock),
    perSecond: [],
  };
}
const sides = [
  await open('without', {
    migrations: service.migrations.filter(({ name }) => !/^(Searched|Counted|Texts|Sorted)/.test(name)),
    registrations: service.registrations.map((one) => ({
      ...one,
      view: one.view && { ...one.view, columns: {} },
    })),
  }),
  await open('with', service),
];

for (let round = 0; round <= ROUNDS; round++) {
  for (const { db, store, perSecond } of sides) {
    let appends = 0;
    const until = performance.now() + SECONDS * 1000;
    const from = performance.now();
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        while (performance.now() < until) {
          const id = ids.next('pi');
          for (const event of [created(), ...steps]) {
            await store.handle(aggregate, id, () => [event], { caller: testCaller });
            appends++;
          }
        }
      }),
    );
    if (round > 0) perSecond.push((appends * 1000) / (performance.now() - from));
    else await db.pool.query('VACUUM ANALYZE'); // as Postgres itself does after a minute
  }
}
for (const { name, perSecond } of sides)
  console.log(
    `${name.padEnd(8)} columns and indexes of searches: ${median(perSecond).toFixed(0)} appends/s (median of ${ROUNDS} × ${SECONDS} s, ${AT_ONCE} at once)`,
  );
for (const { db } of sides) await db.close();
await postgres?.stop();
rmSync(folder, { recursive: true, force: true });
