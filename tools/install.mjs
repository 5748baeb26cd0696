/**
 * Brings node_modules to what package-lock.json says.
 *
 * Guarantee: after it, the installed packages are those of the lock file, and a second call costs nothing. It needs
 * nothing but Node and npm, so it imports nothing else. `npm install` and not `npm ci`: the latter refuses a lock file
 * that does not list the optional packages of other platforms.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const stamp = join(root, 'node_modules', '.corridor-installed');

/** @returns whether there was anything to do */
export function install() {
  refuseOldNode();
  const wanted = fingerprint();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return false;
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
