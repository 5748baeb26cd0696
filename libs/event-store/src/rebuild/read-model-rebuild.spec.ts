import { setImmediate as soon } from 'node:timers/promises';
import { TestClock, testCaller } from '@corridor/kernel/testing';
import { EventStore } from '../event-store.js';
import { migrationOf } from '../migration.js';
import type { OpenDatabase } from '../open-database.js';
import { createReadModel } from '../read-model-schema.js';
import type { Projection, Registration } from '../registration.js';
import {
  type Jar,
  type JarEvent,
  type JarRow,
  JarTables1700000000001,
  jar,
  jarMessages,
  jars,
  openServiceDatabase,
  ownerOf,
  patientPool,
  patientWithLocks,
  put,
  take,
} from '../testing/index.js';
import { ReadModelRebuild } from './read-model-rebuild.js';

/** A second table that is written by a projection, with a row for each jar and what was before in it. */
const Ledgers1700000000002 = migrationOf(
  'Ledgers1700000000002',
  [...createReadModel('jar_total'), 'CREATE TABLE jar_log (id text PRIMARY KEY, moved integer NOT NULL)'],
  'only a test',
);

interface Total {
  readonly id: string;
  readonly moved: number;
}

const totals: Projection<JarEvent> = (sql, recorded, before) => {
  const after = new Map<string, Total & { createdOn: string }>();
  for (const { streamId, event, occurredOn } of recorded) {
    const row = after.get(streamId) ?? (before.get(`total_${streamId}`) as Total | undefined);
    const moved = (row?.moved ?? 0) + event.coins;
    after.set(streamId, {
      id: `total_${streamId}`,
      moved,
      createdOn: after.get(streamId)?.createdOn ?? occurredOn,
    });
  }
  sql.write(
    `INSERT INTO jar_total (id, client_id, created_on, data)
     SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::json[]) ON CONFLICT (id) DO UPDATE SET data = excluded.data`,
    [
      [...after.values()].map(({ id }) => id),
      [...after.keys()], // the column that names the stream
      [...after.values()].map(({ createdOn }) => createdOn),
      [...after.values()].map(({ id, moved }) => JSON.stringify({ id, moved })),
    ],
  );
};

const log: Projection<JarEvent> = (sql, recorded) => {
  for (const { streamId, version, event } of recorded)
    sql.write('INSERT INTO jar_log VALUES ($1, $2)', [`${streamId} ${version}`, event.coins]);
};

type Jars = Registration<Jar, JarEvent, JarRow>;
const registration: Jars = {
  ...jars,
  projections: [totals],
  rebuilds: { projections: [totals], tables: ['jar_total'] },
  reads: { table: 'jar_total', column: 'client_id' },
};

const caller = testCaller;
let db: OpenDatabase;
let store: EventStore;
let rebuild: ReadModelRebuild;
beforeEach(async () => {
  const service = {
    name: 'rebuilt-jars',
    migrations: [JarTables1700000000001, Ledgers1700000000002],
    rights: {
      jar_total: 'SELECT, INSERT, UPDATE, DELETE',
      jar_log: 'SELECT, INSERT, UPDATE, DELETE',
    },
  };
  db = await openServiceDatabase(service, patientWithLocks);
  store = new EventStore('test', db.database, [registration], jarMessages, new TestClock());
  rebuild = new ReadModelRebuild(db.database, [registration]);
});
afterEach(() => db.close());

const ids = Array.from({ length: 40 }, (_, i) => `jar_${i}`);
const fill = () =>
  Promise.all(
    ids.map(async (id, i) => {
      await store.handle(jar, id, put(1000), { caller });
      for (let n = 0; n < i % 7; n++) await store.handle(jar, id, n % 2 ? put(n) : take(n), { caller });
    }),
  );

/** A stream of more events than are folded in one step. */
async function longJar(events: number): Promise<string> {
  const pool = patientPool(db.pool);
  const values = ['jar_long', events];
  await pool.query(
    `INSERT INTO streams (stream_id, version, state, state_version, kind)
     VALUES ($1, $2::int, json_build_object('coins', $2::int), 1, 'jar')`,
    values,
  );
  await pool.query(
    `INSERT INTO events (stream_id, version, type, data, caller, occurred_on)
     SELECT $1, n, 'put', '{"type":"put","coins":1}', $3, now() FROM generate_series(1, $2::int) AS n`,
    [...values, JSON.stringify(caller)],
  );
  await pool.end();
  return 'jar_long';
}

/** Commands until the work is over. */
async function underLiveWrites<T>(work: () => Promise<T>): Promise<T> {
  let isOver = false;
  const writing = [0, 1, 2].map(async (worker) => {
    for (let n = worker; !isOver; n += 3) {
      await store.handle(jar, n % 2 ? `jar_${n % 50}` : `jar_new_${n}`, put(1), { caller });
      await soon();
    }
  });
  try {
    return await work();
  } finally {
    isOver = true;
    await Promise.all(writing);
  }
}

const corrupt = () =>
  db.database.query(`UPDATE jar SET data = '{"id":"wrong"}' WHERE id = ANY ($1)`, [
    ids.filter((_, i) => i % 2 === 0), // the live writes of these tests are to the others
  ]);
const corrupted = async () => {
  const [row] = await db.database.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM jar WHERE data::text = '{"id":"wrong"}'`,
  );
  return row?.n;
};

it('derives what the commands have written, byte by byte, also while they go on', async () => {
  await fill();
  const long = await longJar(12_000);
  await rebuild.rebuild('jar');
  expect(await rebuild.compare('jar')).toMatchObject({
    differences: 2,
    first: [
      { table: 'jar', key: [long], kind: 'missing' },
      { table: 'jar_total', key: [`total_${long}`], kind: 'missing' },
    ],
  });
  expect(await rebuild.swap('jar')).toEqual({ written: 2, removed: 0, left: [] });
  const verdict = await underLiveWrites(() => rebuild.verify('jar'));
  expect(verdict).toMatchObject({ differences: 0, first: [] });
  expect(verdict.rows).toBeGreaterThan(82);
  expect(await rebuild.shadow()).toEqual([]);
});

it('names what differs, is missing, or follows from no event', async () => {
  await fill();
  await db.database.query(`UPDATE jar SET data = '{"id":"jar_7"}' WHERE id = 'jar_7'`);
  await db.database.query(`DELETE FROM jar_total WHERE id = 'total_jar_3'`);
  await db.database.query(
    `INSERT INTO jar_total SELECT 'nothing', client_id, created_on, data FROM jar_total LIMIT 1`,
  );
  await db.database.query(`INSERT INTO jar SELECT 'nothing', client_id, created_on, data FROM jar LIMIT 1`);
  const { differences, first } = await rebuild.verify('jar');
  expect(differences).toBe(4);
  expect(first).toEqual([
    {
      table: 'jar',
      key: ['jar_7'],
      kind: 'different',
      columns: { data: ['{"id":"jar_7"}', expect.stringContaining('"coins":')] },
    },
    expect.objectContaining({ table: 'jar', key: ['nothing'], kind: 'extra' }),
    expect.objectContaining({ table: 'jar_total', key: ['nothing'], kind: 'extra' }),
    expect.objectContaining({ table: 'jar_total', key: ['total_jar_3'], kind: 'missing' }),
  ]);
  expect((await rebuild.verify('jar', 1)).first).toHaveLength(1);
  await rebuild.rebuild('jar');
  expect(await rebuild.swap('jar')).toEqual({ written: 2, removed: 1, left: ['jar'] });
  expect(await rebuild.verify('jar')).toMatchObject({
    differences: 1, // the services' user may not delete from this table
    first: [{ table: 'jar', key: ['nothing'] }],
  });
});

it('replaces all rows at once, under live writes, and loses none of these', async () => {
  await fill();
  await corrupt();
  await underLiveWrites(async () => {
    await rebuild.rebuild('jar');
    let isOver = false;
    const seen = new Set<number | undefined>();
    const watching = (async () => {
      while (!isOver) seen.add(await corrupted());
    })();
    await rebuild.swap('jar');
    isOver = true;
    await watching;
    seen.add(await corrupted());
    expect([...seen]).toEqual([20, 0]);
  });
  expect(await rebuild.verify('jar')).toMatchObject({ differences: 0 });
});

it('aborts, and has one shadow at a time', async () => {
  await fill();
  await corrupt();
  await rebuild.rebuild('jar');
  expect(await rebuild.shadow()).toEqual(['jar', 'jar_total']);
  await expect(rebuild.rebuild('jar')).rejects.toThrow(
    'there is a shadow of jar, jar_total: swap it or abort it first',
  );
  await rebuild.abort();
  expect(await rebuild.shadow()).toEqual([]);
  await expect(rebuild.swap('jar')).rejects.toThrow('there is no shadow of jar: rebuild it first');
  await expect(rebuild.rebuild('hat')).rejects.toThrow(
    'hat has no read model that can be rebuilt: one of jar',
  );
  expect(await corrupted()).toBe(20);
});

it('gives the events after a restore the numbers of their epoch', async () => {
  const long = await longJar(1);
  const pool = patientPool(db.pool);
  await pool.query(
    `INSERT INTO events (stream_id, version, type, data, caller, occurred_on)
     SELECT stream_id, 101, type, data, caller, occurred_on FROM events WHERE stream_id = $1`,
    [long],
  );
  await pool.query(`UPDATE streams SET version = 101 WHERE stream_id = $1`, [long]);
  await pool.end();
  const logged = new ReadModelRebuild(db.database, [
    { ...registration, rebuilds: { projections: [log], tables: ['jar_log'] } },
  ]);
  await logged.rebuild('jar');
  await logged.swap('jar');
  expect(await db.database.query('SELECT id FROM jar_log ORDER BY id')).toEqual([
    { id: `${long} 1` },
    { id: `${long} 101` },
  ]);
});

it('names the tables that it leaves out, and none of those that every service has', async () => {
  expect(await rebuild.leftOut()).toEqual(['jar_log']);
  expect(await new ReadModelRebuild(db.database, []).leftOut()).toEqual(['jar', 'jar_log', 'jar_total']);
});

it('fails instead of writing to a live table that has no shadow', async () => {
  await fill();
  const wrong = new ReadModelRebuild(db.database, [
    { ...registration, rebuilds: { projections: [totals, log], tables: ['jar_total'] } },
  ]);
  await expect(wrong.rebuild('jar')).rejects.toThrow('relation "jar_log" does not exist');
  expect(await db.database.query('SELECT * FROM jar_log')).toEqual([]);
});

it('gives the user of the service a shadow, and nothing else', async () => {
  await fill();
  await rebuild.rebuild('jar');
  const owned = await db.database.query(
    'SELECT relname FROM pg_class WHERE relowner = current_user::regrole',
  );
  expect(owned).toEqual([]);
  for (const statement of [
    'CREATE TABLE shadow.mine (n int)',
    'DROP TABLE shadow.jar',
    'ALTER TABLE shadow.jar ADD n int',
    `SELECT make_shadow('{pg_class}')`,
    `SELECT make_shadow('{"jar; DROP TABLE events"}')`,
  ])
    await expect(db.database.query(statement)).rejects.toMatchObject({
      code: expect.stringMatching(/^42|^0A/),
    });
  const owner = await ownerOf(db);
  const { rows } = await owner.query(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relname = 'events'`,
  );
  await owner.end();
  expect(rows).toEqual([{ name: 'events' }]);
});
