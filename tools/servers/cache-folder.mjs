import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const cache = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'corridor');

/**
 * A folder of this user that is created once and kept between runs.
 *
 * Guarantee: it is complete or absent, even if two runs create it at once or one is interrupted.
 * @param {string} name
 * @param {(folder: string) => void} make fills an empty folder, or throws
 */
export function cached(name, make) {
  const folder = join(cache, name);
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  const unfinished = mkdtempSync(join(cache, 'unfinished-'));
  try {
    make(unfinished);
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(folder)) throw error; // otherwise another run created it
  }
  return folder;
}
