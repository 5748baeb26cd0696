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
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { embeddedPostgres } from '../embedded-postgres.mjs';

const prefix = 'corridor-servers-';
const owner = 'owner.json';

/** A file system in memory: there a copy of a database takes 30 ms instead of 400. */
const MEMORY = '/dev/shm';
/** Of the folder, and of the machine. */
const FREE_BYTES = 8 * 2 ** 30;

/** A new folder for temporary data that belongs to this process. */
export async function claimedFolder() {
  const { startOf } = await embeddedPostgres();
  const folder = mkdtempSync(join(placeOfData(), prefix));
  chmodSync(folder, 0o755); // Postgres may run as another user
  writeFileSync(join(folder, owner), JSON.stringify({ pid: process.pid, started: startOf(process.pid) }));
  return folder;
}

export const placeOfData = () => (isMemoryFree() ? MEMORY : tmpdir());

function isMemoryFree() {
  if (!existsSync(MEMORY) || isForbidden()) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return Math.min(bavail * bsize, process.availableMemory()) >= FREE_BYTES;
}

/** In containers it may not contain programs, and Postgres may be copied to where another user can start it. */
const isForbidden = () => / \/dev\/shm tmpfs \S*\bnoexec\b/.test(readFileSync('/proc/mounts', 'utf8'));

export async function endLeftovers() {
  if (!existsSync('/proc/self/cwd')) return;
  const { startOf } = await embeddedPostgres();
  const ours = [tmpdir(), MEMORY]
    .filter((place) => existsSync(place))
    .flatMap((place) => readdirSync(place).map((name) => join(place, name)))
    .filter((folder) => basename(folder).startsWith(prefix));
  for (const folder of ours) {
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
