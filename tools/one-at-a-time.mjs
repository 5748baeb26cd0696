import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_MS = 200;

/**
 * Runs the work while no other process on this machine does, with a lock file that contains the pid of the owner.
 *
 * Guarantee: the lock of a killed process does not block others.
 *
 * @template Result
 * @param {string} file
 * @param {() => Promise<Result>} work
 * @param {() => void} [onWait]
 * @returns {Promise<Result>}
 */
export async function oneAtATime(file, work, onWait = () => undefined) {
  mkdirSync(dirname(file), { recursive: true });
  for (let tries = 0; !take(file); tries++) {
    if (tries === 0) onWait();
    await sleep(LOOK_MS);
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

/** @param {string} file */
function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    if (isLeft(file)) rmSync(file, { force: true });
    return false;
  }
}

/** Whether the process that took the lock no longer runs. @param {string} file */
function isLeft(file) {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    if (pid > 0) process.kill(pid, 0);
    return false; // the owner runs, or is just writing its pid
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'ESRCH';
  }
}
