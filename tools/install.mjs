/**
 * Brings node_modules to what package-lock.json says.
 *
 * Guarantee: after it, the installed packages are those of the lock file, and a second call costs nothing, and of two at
 * the same time the second waits. It needs nothing but Node and npm, so it imports no package. `npm install` and not `npm ci`: the latter refuses a lock file
 * that does not list the optional packages of other platforms.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { oneAtATime } from './one-at-a-time.mjs';

const root = join(import.meta.dirname, '..');
const installing = join(root, '.corridor', 'installing');
const stamp = join(root, 'node_modules', '.corridor-installed');

/** @returns whether there was anything to do */
export function install() {
  refuseOldNode();
  if (isInstalled(fingerprint())) return false;
  const onWait = () => console.log('Waiting for another command that installs packages …');
  return oneAtATime(installing, installUnlessDone, onWait);
}

/** @param {string} wanted */
const isInstalled = (wanted) => existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted;

function installUnlessDone() {
  const wanted = fingerprint();
  if (isInstalled(wanted)) return false;
  console.log('Installing packages (once; a minute or two) …');
  const options = [
    '--no-save',
    '--include=dev',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--progress=true',
  ];
  const { status, error } = spawnSync('npm', ['install', ...options], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32', // npm is a script there
  });
  if (status !== 0) throw new Error(`npm install failed${error ? `: ${error.message}` : ''}`);
  writeFileSync(stamp, wanted);
  return true;
}

function refuseOldNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(`Corridor needs Node 20.19 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

function fingerprint() {
  const lock = readFileSync(join(root, 'package-lock.json'));
  return createHash('sha256').update(lock).update(process.version).update(process.arch).digest('hex');
}
