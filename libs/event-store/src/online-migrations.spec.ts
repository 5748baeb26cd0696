import { randomBytes } from 'node:crypto';
import { sized, until } from '@corridor/kernel/testing';
import type { Client } from 'pg';
import { migrateDatabase, plannedMigrations } from './migrate-database.js';
import { type Migration, backfillOf, indexesOf, migrationOf } from './migration.js';
import { type OpenDatabase, openDatabase } from './open-database.js';
import { ownerOf, patientWithLocks } from './testing/index.js';

/** Migrations of a table with many rows, beside commands on it. */

const ROWS = sized({ small: 4_500, full: 200_000 });
const why = 'there is no way back in a test';

const Coins1800000000000 = migrationOf(
  'Coins1800000000000',
  [
    'CREATE TABLE coin (id bigint PRIMARY KEY, worth integer NOT NULL, changes integer NOT NULL DEFAULT 0)',
    `INSERT INTO coin SELECT n, n % 7 FROM generate_series(1, ${ROWS}) AS n`,
  ],
  why,
);
const Mint1800000000001 = migrationOf('Mint1800000000001', ['ALTER TABLE coin ADD mint text'], why);
const Worths1800000000002 = indexesOf(
  'Worths1800000000002',
  ['CREATE INDEX coin_worth ON coin (worth)'],
  why,
);
const Changes1800000000003 = backfillOf(
  'Changes1800000000003',
  { table: 'coin', key: 'id', set: 'changes = changes + 1', where: 'worth > 0' },
  why,
);

const serverUrl = process.env.DATABASE_URL ?? '';
let name: string;
let db: OpenDatabase;
let other: Client;
beforeEach(async () => {
  name = `test-${randomBytes(6).toString('hex')}`;
  db = await openDatabase(serverUrl, { name, migrations: [Coins1800000000000] }, patientWithLocks);
  other = await ownerOf(db);
});
afterEach(async () => {
  await other.end();
  await db.close();
});

const migrate = (migrations: Migration[], onProgress: (line: string) => void = () => undefined) =>
  migrateDatabase(serverUrl, { name, migrations: [Coins1800000000000, ...migrations] }, { onProgress });

const command = () =>
  db.database.transaction((sql) => sql.query('UPDATE coin SET worth = worth + 1 WHERE id = 1 RETURNING id'));

const rows = async (text: string): Promise<unknown[]> => (await other.query(text)).rows;

/** Whether a statement waits for a lock. In a transaction, Postgres shows the same activity again and again. */
const waits = async (beginning: string) =>
  (
    await db.database.query(`SELECT FROM pg_stat_activity WHERE datname = current_database()
      AND wait_event_type = 'Lock' AND query LIKE '${beginning}%'`)
  ).length > 0;

test('commands that queue behind a migration get their turn, although what it waits for goes on', async () => {
  await other.query('BEGIN; SELECT FROM coin LIMIT 1');
  const lines: string[] = [];
  const migrating = migrate([Mint1800000000001], (line) => lines.push(line));
  const columns = () => rows(`SELECT FROM information_schema.columns WHERE column_name = 'mint'`);
  for (const attempt of [1, 2]) {
    await until(() => waits('ALTER TABLE coin'));
    expect(await command()).toHaveLength(1);
    await until(() => lines.some((line) => line.includes(`attempt ${attempt}`)));
  }
  expect(await columns()).toHaveLength(0);
  await other.query('COMMIT');
  await migrating;
  expect(await columns()).toHaveLength(1);
});

test('commands write while an index waits for an open transaction', async () => {
  await other.query('BEGIN; UPDATE coin SET worth = 3 WHERE id = 2');
  const migrating = migrate([Worths1800000000002]);
  await until(() => waits('CREATE INDEX CONCURRENTLY coin_worth'));
  expect(await command()).toHaveLength(1);
  await other.query('COMMIT');
  await migrating;
  expect(await rows(`SELECT indisvalid FROM pg_index WHERE indexrelid = 'coin_worth'::regclass`)).toEqual([
    { indisvalid: true },
  ]);
});

test('commands succeed all the time, whatever is migrated', async () => {
  let isMigrating = true;
  const commands = (async () => {
    let done = 0;
    for (; isMigrating; done++) await command();
    return done;
  })();
  await migrate([Mint1800000000001, Worths1800000000002, Changes1800000000003]);
  isMigrating = false;
  expect(await commands).toBeGreaterThan(0);
  expect(await migrate([Mint1800000000001, Worths1800000000002, Changes1800000000003])).toContain('test');
});

test('an index that was not finished is built again', async () => {
  const unique = [indexesOf('Unique1800000000004', ['CREATE UNIQUE INDEX coin_unique ON coin (worth)'], why)];
  await expect(migrate(unique)).rejects.toMatchObject({ code: '23505' });
  const valid = `SELECT indisvalid FROM pg_index WHERE indexrelid = 'coin_unique'::regclass`;
  expect(await rows(valid)).toEqual([{ indisvalid: false }]);
  await other.query('UPDATE coin SET worth = id');
  const lines: string[] = [];
  await migrate(unique, (line) => lines.push(line));
  expect(lines.join('\n')).toContain('drops coin_unique, which is INVALID');
  expect(await rows(valid)).toEqual([{ indisvalid: true }]);
});

test('rows are changed in batches, each once, and after a crash it goes on where it was', async () => {
  const progress: string[] = [];
  const dies = (line: string) => {
    progress.push(line);
    if (line.includes('2000 rows')) throw new Error('killed');
  };
  await expect(migrate([Changes1800000000003], dies)).rejects.toThrow('killed');
  const changed = () => rows('SELECT count(*)::int FROM coin WHERE changes = 1');
  const first = Math.floor((1_000 * 6) / 7) + 1; // of seven rows one has no worth
  expect(await changed()).toEqual([{ count: first }]);
  await migrate([Changes1800000000003]);
  expect(await rows('SELECT DISTINCT changes FROM coin WHERE worth > 0')).toEqual([{ changes: 1 }]);
  expect(await rows('SELECT DISTINCT changes FROM coin WHERE worth = 0')).toEqual([{ changes: 0 }]);
  expect(await rows('SELECT * FROM migration_progress')).toEqual([]);
});

test('a row that a command holds makes a batch wait, and no command', async () => {
  await other.query('BEGIN; UPDATE coin SET worth = 3 WHERE id = 2');
  const lines: string[] = [];
  const migrating = migrate([Changes1800000000003], (line) => lines.push(line));
  await until(() => lines.some((line) => line.includes('attempt 1')));
  expect(await command()).toHaveLength(1);
  await other.query('COMMIT');
  await migrating;
});

test('of two runs at once one waits, and each migration is executed once', async () => {
  await other.query('BEGIN; SELECT FROM coin LIMIT 1');
  const lines: string[][] = [[], []];
  const runs = lines.map((own) => migrate([Mint1800000000001], (line) => own.push(line)));
  const said = (text: string) => lines.filter((own) => own.some((line) => line.includes(text))).length;
  await until(() => said('waits for another run') === 1 && said('attempt 1') === 1);
  await other.query('COMMIT');
  await Promise.all(runs);
  expect(said('done')).toBe(1);
  expect(await rows(`SELECT name FROM migrations WHERE name LIKE 'Mint%'`)).toHaveLength(1);
});

test('a new database has what they result in', async () => {
  const migrations = [Coins1800000000000, Mint1800000000001, Worths1800000000002, Changes1800000000003];
  const fresh = await openDatabase(serverUrl, { name: `${name}-fresh`, migrations });
  const [found] = await fresh.database
    .query(`SELECT to_regclass('coin_worth')::text AS index, min(changes) AS least
    FROM coin WHERE worth > 0`);
  expect(found).toEqual({ index: 'coin_worth', least: 1 });
  await fresh.close();
});

test('the plan has what is pending, how it is executed, and what makes commands wait', async () => {
  const Slow = migrationOf('Slow1800000000005', ['CREATE INDEX coin_changes ON coin (changes)'], why);
  const migrations = [Coins1800000000000, Worths1800000000002, Changes1800000000003, Slow];
  const planned = await plannedMigrations(serverUrl, { name, migrations });
  expect(planned.map((one) => [one.name, one.way, one.unsafe.map(({ rule }) => rule)])).toEqual([
    ['Worths1800000000002', 'index by index, beside commands', []],
    ['Changes1800000000003', 'in batches', []],
    ['Slow1800000000005', 'in a transaction', ['index']],
  ]);
  expect(planned[0]?.statements).toEqual(['CREATE INDEX coin_worth ON coin (worth)']);
  expect(await plannedMigrations(serverUrl, { name: `${name}-missing`, migrations })).not.toHaveLength(3);
});
