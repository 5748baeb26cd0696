import { TestClock, testCaller } from '@corridor/kernel/testing';
import { MAX_BATCH } from './batch-queue.js';
import { EventStore } from './event-store.js';
import type { OpenDatabase } from './open-database.js';
import { JarTables1700000000001, jar, jarMessages, jars, openTestDatabase, put } from './testing/index.js';

/** The plans that a connection keeps while the tables grow and no ANALYZE follows. */
let db: OpenDatabase;
let store: EventStore;
let number = 0;
const TABLES = ['streams', 'events', 'idempotency_key', 'checkpoint', 'jar'];

beforeEach(async () => {
  db = await openTestDatabase([JarTables1700000000001], { poolSize: 1 });
  for (const table of TABLES) await db.pool.query(`ALTER TABLE ${table} SET (autovacuum_enabled = false)`);
  store = new EventStore('test', db.database, [jars], jarMessages, new TestClock());
});
afterEach(() => db.close());

const underKey = () => ({
  caller: testCaller,
  idempotency: { scope: 'one scope', operation: 'put', key: `key ${++number}`, fingerprint: 'same' },
});

/** Commands on new jars, then on the same jars again, and deliveries of their messages. */
async function batch(): Promise<void> {
  const ids = Array.from({ length: MAX_BATCH }, () => `jar_${++number}`);
  for (const version of [1, 2]) {
    await Promise.all(ids.map((id) => store.handle(jar, id, put(1), underKey())));
    await db.database.query(
      'SELECT * FROM take_checkpoints($1, $2::text[], $3::text[], $4::int[], $5, $6::text[], $7::int[], $8::text[])',
      [
        'reader',
        ids.map(() => 'source'),
        ids,
        ids.map(() => version),
        1,
        [],
        ids.map(() => 0),
        ids.map(() => ''),
      ],
    );
  }
  await store.state(jar, ids[0] as string);
}

/** How many rows statements of the only connection have read so far, of each table. */
async function rowsRead(): Promise<Map<string, number>> {
  await db.pool.query('SELECT pg_stat_force_next_flush()');
  const { rows } = await db.pool.query<{ table: string; rows: number }>(
    `SELECT relname AS table, (seq_tup_read + coalesce(idx_tup_fetch, 0))::int AS rows
     FROM pg_stat_user_tables WHERE relname = ANY ($1)`,
    [TABLES],
  );
  return new Map(rows.map((row) => [row.table, row.rows]));
}

test.each<[string, () => Promise<unknown>]>([
  ['empty', async () => undefined],
  ['small', () => batch().then(() => db.pool.query(`ANALYZE ${TABLES.join(', ')}`))],
])(
  'after plans for %s tables, a command on one of 5,000 streams reads a few rows',
  async (_, before) => {
    await before();
    for (let n = 0; n * MAX_BATCH < 5_000; n++) await batch();
    const former = await rowsRead();
    await batch();
    const read = [...(await rowsRead())].map(([table, rows]) => [
      table,
      (rows - former.get(table)!) / (2 * MAX_BATCH),
    ]);
    expect(read.filter(([, rows]) => (rows as number) > 4)).toEqual([]);
    expect(Math.max(...read.map(([, rows]) => rows as number))).toBeGreaterThan(0);
  },
  60_000,
);
