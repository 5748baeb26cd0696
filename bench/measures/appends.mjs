/** One event appended to a new stream, 64 at a time, by the event store alone, beside other event stores. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventStore } from '@corridor/event-store';
import { encodeJson } from '@corridor/kernel';
import { service } from '@corridor/payments';
import { Ids, SystemClock, openDatabase } from '@corridor/platform';
import { messageRegistry } from '@corridor/services';
import { testCaller } from '@corridor/testing';
import { embeddedPostgres } from '@corridor/tools/embedded-postgres.mjs';
import { underLoad } from '../harness.mjs';
import { created } from '../instruction-events.mjs';
import { emmett, messageDb } from '../yardsticks/event-stores.mjs';

const AT_ONCE = 64;

async function start() {
  const folder = mkdtempSync(join(tmpdir(), 'corridor-bench-'));
  chmodSync(folder, 0o755); // Postgres may run as another user
  const postgres = await (await embeddedPostgres()).startPostgres({ dataDir: folder });
  const clock = new SystemClock();
  const ids = new Ids(clock);
  const db = await openDatabase(postgres.url, { name: 'bench-appends', migrations: service.migrations });
  const store = new EventStore('payments', db.database, service.registrations, messageRegistry, clock);
  const { aggregate } = service.registrations.find(({ view }) => view?.table === 'payment_instruction') ?? {};
  const others = [await messageDb(postgres.url), await emmett(postgres.url)];
  const event = created();
  const data = JSON.parse(encodeJson(event));
  return {
    append: () => store.handle(aggregate, ids.next('pi'), () => [event], { caller: testCaller }),
    others: others.map(({ name, append }) => ({ name, append: () => append(ids.next('pi'), data) })),
    async stop() {
      for (const other of others) await other.stop();
      await db.close();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** @type {import('../harness.mjs').Group<Awaited<ReturnType<typeof start>>>} */
export const appends = {
  start,
  measures: {
    append: ({ append, others }) => ({
      round: underLoad(append, AT_ONCE),
      yardsticks: others.map((one) => ({ name: one.name, round: underLoad(one.append, AT_ONCE), goal: 3 })),
    }),
  },
};
