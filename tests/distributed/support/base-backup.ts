import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';

/** Contents that a running server makes anew, as `pg_basebackup` leaves them out. */
const LEFT_OUT = [
  'pg_wal',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
];
const FILES_LEFT_OUT = ['postmaster.pid', 'postmaster.opts'];

/**
 * A base backup of a running server, without its WAL: what `pg_basebackup` does, which the embedded Postgres does not have
 * (https://www.postgresql.org/docs/18/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP).
 *
 * @param url of the server, for its superuser
 * @param to a folder that does not exist yet
 */
export async function baseBackup(url: string, to: string): Promise<void> {
  const client = new Client({ connectionString: new URL('/postgres', url).href });
  await client.connect();
  try {
    await client.query(`SELECT pg_backup_start('drill', true)`);
    const { rows } = await client.query('SHOW data_directory');
    await copyFolder(rows[0].data_directory as string, to);
    const stopped = await client.query('SELECT labelfile FROM pg_backup_stop()');
    await writeFile(join(to, 'backup_label'), stopped.rows[0].labelfile as string);
  } finally {
    await client.end();
  }
}

async function copyFolder(from: string, to: string, isTop = true): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) {
      if (isTop && LEFT_OUT.includes(entry.name)) await mkdir(target, { mode: 0o700 });
      else await copyFolder(source, target, false);
    } else if (!isTop || !FILES_LEFT_OUT.includes(entry.name)) await copyUnlessGone(source, target);
  }
}

/** The server removes files while it runs; the WAL says so. */
async function copyUnlessGone(from: string, to: string): Promise<void> {
  try {
    await copyFile(from, to);
    await chmod(to, 0o600);
  } catch (error) {
    if (existsSync(from)) throw error;
  }
}
