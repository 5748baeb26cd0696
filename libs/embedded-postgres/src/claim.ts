import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isAlive } from './live-process.js';

const SQLITE_BUSY = 5;

/**
 * Claims a folder for this process. It is a lock of the operating system, on a file that SQLite opens, and is released with
 * the process, however that ends.
 *
 * @param name of the folder in errors
 * @returns the release
 * @throws Error when another live process holds the claim
 */
export function claim(folder: string, name: string): () => void {
  const holder = join(folder, 'used-by'); // beside the lock: if this process read and closed that, it would be released
  const lock = new DatabaseSync(join(folder, 'lock'));
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error;
    const pid = Number(readFileSync(holder, 'utf8'));
    // The one that has just got the lock may not have written its pid yet.
    const who = isAlive(pid) ? `process ${pid}` : 'another process';
    throw new Error(`${name} is in use by ${who}`, { cause: error });
  }
  writeFileSync(holder, String(process.pid));
  return () => lock.close();
}
