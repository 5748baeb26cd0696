import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import type { DataSource, MigrationInterface } from 'typeorm';
import type { Database, Sql } from './database.js';
import { WITHOUT_LIMITS } from './limits.js';
import { type Backfill, type OnlineMigration, indexName } from './migration.js';
import { isLocked } from './outage.js';
import { timeOf } from './unsafe-ddl.js';

/** Called with what is done, in a line. */
export type Progress = (line: string) => void;

/** How long a migration waits for a lock. Commands queue behind it meanwhile, and wait for longer than that. */
export const MIGRATION_LOCK_TIMEOUT_MS = 500;
/** Then commands get their turn. */
const PAUSE_MS = 1_000;
/** Ten minutes and more: then somebody has to end what holds the lock. */
const ATTEMPTS = 400;
/** An index waits for transactions that began before, and nobody waits for it. */
const INDEX_LOCK_TIMEOUT_MS = 30_000;
/** Rows of a batch. */
const BATCH = 1_000;

/**
 * Executes migrations one after the other, beside commands. None of them holds up commands for longer than
 * {@link MIGRATION_LOCK_TIMEOUT_MS} by waiting for a lock. What has ended is not repeated after a crash.
 * @param client a session that nobody else uses, which holds the lock of migrations
 */
export async function runOnline(
  { database, dataSource, client }: { database: Database; dataSource: DataSource; client: Client },
  pending: readonly MigrationInterface[],
  progress: Progress,
): Promise<void> {
  for (const [i, migration] of pending.entries()) {
    const { indexes, backfill }: OnlineMigration = migration;
    const name = nameOf(migration);
    const tell: Progress = (line) => progress(`${i + 1} of ${pending.length}, ${name}: ${line}`);
    tell('begins');
    if (indexes) {
      await buildIndexes(client, indexes, tell);
      await record(database, name);
    } else if (backfill) await fillInBatches(database, name, backfill, tell);
    else
      await inTransaction(database, tell, async (sql) => {
        await migration.up(dataSource.createQueryRunner());
        await record(sql, name);
      });
    tell('done');
  }
}

export const nameOf = ({ name, constructor }: MigrationInterface): string => name ?? constructor.name;

const record = (sql: Sql, name: string) =>
  sql.query('INSERT INTO migrations (timestamp, name) VALUES ($1, $2)', [timeOf(name), name]);

const inTransaction = <T>(database: Database, tell: Progress, work: (sql: Sql) => Promise<T>): Promise<T> =>
  withRetries(tell, () =>
    database.transaction((sql) => {
      sql.write(`${WITHOUT_LIMITS}; SET LOCAL lock_timeout = ${MIGRATION_LOCK_TIMEOUT_MS}`);
      return work(sql);
    }),
  );

/** An index that was not finished is in the way of commands and helps nobody: it is dropped, and built again. */
async function buildIndexes(client: Client, indexes: readonly string[], tell: Progress): Promise<void> {
  await client.query(`SET lock_timeout = ${INDEX_LOCK_TIMEOUT_MS}`);
  for (const statement of indexes)
    await withRetries(tell, async () => {
      const index = indexName(statement);
      const { rows } = await client.query<{ isValid: boolean }>(
        'SELECT indisvalid AS "isValid" FROM pg_index WHERE indexrelid = to_regclass($1)',
        [index],
      );
      if (rows[0]?.isValid) return;
      if (rows[0]) {
        tell(`drops ${index}, which is INVALID`);
        await client.query(`DROP INDEX CONCURRENTLY ${index}`);
      }
      tell(`builds ${index}`);
      await client.query(statement.replace(' INDEX ', ' INDEX CONCURRENTLY '));
    });
}

/** Each batch commits with the key up to which rows are done, so it goes on there after a crash. */
async function fillInBatches(database: Database, name: string, of: Backfill, tell: Progress): Promise<void> {
  await database.query(
    'CREATE TABLE IF NOT EXISTS migration_progress (name text PRIMARY KEY, after text NOT NULL, rows bigint NOT NULL)',
  );
  for (let isDone = false; !isDone;)
    isDone = await inTransaction(database, tell, async (sql) => {
      const [before] = await sql.query<{ after: string; rows: string }>(
        'SELECT after, rows FROM migration_progress WHERE name = $1',
        [name],
      );
      const [batch] = await sql.query<{ last: string | null; rows: number }>(
        batchOf(of, before !== undefined),
        before ? [BATCH, before.after] : [BATCH],
      );
      if (!batch || batch.last === null) {
        await sql.query('DELETE FROM migration_progress WHERE name = $1', [name]);
        await record(sql, name);
        return true;
      }
      const rows = Number(before?.rows ?? 0) + batch.rows;
      await sql.query(
        `INSERT INTO migration_progress VALUES ($1, $2, $3)
         ON CONFLICT (name) DO UPDATE SET after = excluded.after, rows = excluded.rows`,
        [name, batch.last, rows],
      );
      tell(`${rows} rows of ${of.table}`);
      return false;
    });
}

const batchOf = ({ table, key, set, where }: Backfill, isBegun: boolean) => `
  WITH batch AS (SELECT ${key} FROM ${table} ${isBegun ? `WHERE ${key} > $2` : ''} ORDER BY ${key} LIMIT $1),
    changed AS (
      UPDATE ${table} SET ${set} FROM batch
      WHERE ${table}.${key} = batch.${key} ${where ? `AND (${where})` : ''}
    )
  SELECT (SELECT batch.${key}::text FROM batch ORDER BY batch.${key} DESC LIMIT 1) AS last, (SELECT count(*) FROM batch)::int AS rows`;

const isDeadlock = (error: unknown) => (error as { code?: unknown } | null)?.code === '40P01';

/** @throws the error of the work, if it is not a lock, or if the lock is held for too long */
async function withRetries<T>(tell: Progress, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await work();
    } catch (error) {
      if (attempt === ATTEMPTS || !(isLocked(error) || isDeadlock(error))) throw error;
      tell(`another transaction holds a lock, attempt ${attempt}`);
      await sleep(PAUSE_MS);
    }
}
