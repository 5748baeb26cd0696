/**
 * Stops servers whose owner was killed before it could stop them, and removes their folders.
 *
 * Guarantee: it touches only folders that `claimedFolder` created, whose owner no longer runs, and processes that work
 * inside them. Without /proc (macOS) it does nothing.
 */
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { embeddedPostgres } from '../embedded-postgres.mjs';

const prefix = 'corridor-servers-';
const owner = 'owner.json';

/** A new folder for temporary data that belongs to this process. */
export async function claimedFolder() {
  const { startOf } = await embeddedPostgres();
  const folder = mkdtempSync(join(tmpdir(), prefix));
  chmodSync(folder, 0o755); // Postgres may run as another user
  writeFileSync(join(folder, owner), JSON.stringify({ pid: process.pid, started: startOf(process.pid) }));
  return folder;
}

export async function endLeftovers() {
  if (!existsSync('/proc/self/cwd')) return;
  const { startOf } = await embeddedPostgres();
  const ours = readdirSync(tmpdir()).filter((name) => name.startsWith(prefix));
  for (const folder of ours.map((name) => join(tmpdir(), name))) {
    if (!existsSync(join(folder, owner))) continue;
    const { pid, started } = JSON.parse(readFileSync(join(folder, owner), 'utf8'));
    if (startOf(pid) === started) continue;
    for (const left of processesIn(folder)) process.kill(left, 'SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} folder @returns {number[]} */
function processesIn(folder) {
  const numbers = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return numbers.map(Number).filter((pid) => workingFolder(pid)?.startsWith(`${folder}/`));
}

/** @param {number} pid */
function workingFolder(pid) {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined; // ended, or not ours
  }
}
