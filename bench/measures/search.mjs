/** Searches of one client with many instructions, one after the other, as `ReadModels.search` answers them: page and total. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ReadModels } from '@corridor/event-store';
import { service } from '@corridor/payments';
import { SystemClock, openDatabase } from '@corridor/platform';
import { parse, searchOf } from '@corridor/search';
import { testCaller } from '@corridor/testing';
import { embeddedPostgres } from '@corridor/tools/embedded-postgres.mjs';
import { paymentInstructions } from '../../apps/payments/dist/payment-instruction/payment-instruction.view.js';
import { underLoad } from '../harness.mjs';
import { manyInstructions } from '../many-instructions.mjs';

const GOALS = { p50: 5 };

/** @param {{ isShort: boolean }} size */
async function start({ isShort }) {
  const folder = mkdtempSync(join(tmpdir(), 'corridor-bench-'));
  chmodSync(folder, 0o755); // Postgres may run as another user
  const postgres = await (await embeddedPostgres()).startPostgres({ dataDir: folder });
  const db = await openDatabase(postgres.url, { ...service, name: 'bench-search' });
  await manyInstructions(db, `'${testCaller.client.id}'`, 'pi', isShort ? 1_000 : 100_000);
  const readModels = new ReadModels(db.database, db.searches, new SystemClock());
  return {
    search(q = '') {
      const requested = { query: parse(q), sorts: [], offset: 0, limit: 25, cursor: null };
      const { search } = searchOf(paymentInstructions.searchable, requested, '');
      const once = () => readModels.search(paymentInstructions, search, testCaller);
      return { round: underLoad(once, 1), goals: GOALS };
    },
    async stop() {
      await db.close();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** @type {import('../harness.mjs').Group<Awaited<ReturnType<typeof start>>>} */
export const searches = {
  start,
  measures: {
    'search, first page': ({ search }) => search(),
    'search, two filters': ({ search }) => search('AND(status == "SENT",buyCcyCode == "PLN")'),
  },
};
