import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const LOOK_MS = 200;

/**
 * Runs the work while no other process on this machine does, with a lock file that contains the pid of the owner.
 *
 * Guarantee: the lock of a killed process does not block others.
 *
 * @template Result
 * @param {string} file
 * @param {() => Result} work done before this returns
 * @param {() => void} [onWait]
 * @returns {Result}
 */
export function oneAtATime(file, work, onWait = () => undefined) {
  mkdirSync(dirname(file), { recursive: true });
  for (let tries = 0; !take(file); tries++) {
    if (tries === 0) onWait();
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_MS);
  }
  try {
    return work();
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
