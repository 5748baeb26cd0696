import type { OpenDatabase } from './open-database.js';
import { openTestDatabase } from './testing/index.js';
import pg from 'pg';
import { isOutage } from './outage.js';
import { setTimeout as sleep } from 'node:timers/promises';

let db: OpenDatabase;
beforeAll(async () => (db = await openTestDatabase([], { poolSize: 3 })));
afterAll(() => db.close());

test('only one task per lock runs at a time, and waiting tasks leave connections to others', async () => {
  let running = 0;
  const seen: number[] = [];
  let goOn = () => {};
  const held = new Promise<void>((resolve) => (goOn = resolve));
  const work = async () => {
    seen.push(++running);
    await held;
    await sleep(5);
    running--;
  };
  const all = Array.from({ length: 12 }, () => db.database.exclusively('jars of Ada', work));
  await expect(db.database.exclusively('jars of Bob', async () => 'done')).resolves.toBe('done');
  await expect(db.database.query('SELECT 1 AS one')).resolves.toEqual([{ one: 1 }]);
  while (seen.length === 0) await sleep(5);
  expect(seen).toEqual([1]);
  goOn();
  await Promise.all(all);
  expect(seen).toEqual(Array(12).fill(1));
});

test('the lock holds between processes too', async () => {
  const other = await db.pool.connect();
  await other.query(`BEGIN`);
  await other.query(`SELECT pg_advisory_xact_lock(hashtextextended('jars of Ada', 0))`);
  let hasRun = false;
  const waiting = db.database.exclusively('jars of Ada', async () => (hasRun = true));
  await sleep(100);
  expect(hasRun).toBe(false);
  await other.query('COMMIT');
  other.release();
  await expect(waiting).resolves.toBe(true);
});

test('connection errors of pg without a code are outages, and errors of a task are not', async () => {
  const { connectionString } = db.pool.options;
  const pool = new pg.Pool({ connectionString, max: 1 });
  const errors: unknown[] = [];
  const client = await pool.connect();
  pool.options.connectionTimeoutMillis = 50; // from here on, so that a slow machine gets the first connection
  client.on('error', () => undefined);
  pool.options.connectionTimeoutMillis = 50;
  await pool.connect().catch((error: unknown) => errors.push(error));
  const query = client.query('SELECT pg_sleep(60)').catch((error: unknown) => errors.push(error));
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
  await query;
  client.release(true);
  await pool.end();
  expect(errors.map((error) => (error as Error).message)).toEqual([
    'timeout exceeded when trying to connect',
    'Connection terminated unexpectedly',
  ]);
  expect(errors.map(isOutage)).toEqual([true, true]);
  expect([new Error('no'), null, { code: '23505' }].map(isOutage)).toEqual([false, false, false]);
});

test('a failed task is rolled back and releases the lock', async () => {
  const failing = db.database.exclusively('jars of Ada', async (sql) => {
    await sql.query('CREATE TABLE undone ()');
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  const [row] = await db.database.exclusively('jars of Ada', (sql) =>
    sql.query(`SELECT to_regclass('undone') AS found`),
  );
  expect(row).toEqual({ found: null });
});

test('a savepoint is undone with what preceded one that was undone in it', async () => {
  await db.database.query('CREATE TABLE step (name text)');
  const added = (name: string) => db.database.query('INSERT INTO step VALUES ($1)', [name]);
  const failing = (name: string, inner: () => Promise<void> = async () => undefined) =>
    db.database.savepoint(async () => {
      await added(name);
      await inner();
      throw new Error(`${name} is undone`);
    });
  await db.database.transaction(async () => {
    await added('before');
    const outer = failing('outer', () => expect(failing('inner')).rejects.toThrow('inner is undone'));
    await expect(outer).rejects.toThrow('outer is undone');
    await added('after');
  });
  expect(await db.database.query('SELECT name FROM step')).toEqual([{ name: 'before' }, { name: 'after' }]);
});
