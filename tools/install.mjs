/**
 * Installs the packages of package-lock.json, and continues on the Node version that is installed with them.
 *
 * Guarantee: afterwards the installed packages match the lock file, and this process runs on the Node version in
 * package.json. A second call does nothing; of two concurrent calls the second waits; npm ends with this process. It needs
 * only Node and npm, so it imports no package.
 */
import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { oneAtATime } from './one-at-a-time.mjs';
import { launch } from './program.mjs';
import { OLDEST, continueOnRuntime, linkRuntime } from './runtime.mjs';

const root = join(import.meta.dirname, '..');
const installing = join(root, '.corridor', 'installing');

/** @typedef {{ version?: string, link?: boolean, optional?: boolean, devOptional?: boolean }} Entry */

export async function install() {
  refuseOldNode();
  if (!isInstalled()) {
    const onWait = () => console.log('Waiting for another command that installs packages …');
    await oneAtATime(installing, installUnlessDone, onWait);
  }
  linkRuntime();
  await continueOnRuntime();
}

async function installUnlessDone() {
  if (isInstalled()) return;
  console.log('Installing packages (once; a minute or two) …');
  const options = ['--include=dev', '--no-audit', '--no-fund', '--loglevel=error', '--progress=true'];
  const npm = await launch({
    name: 'npm',
    command: 'npm',
    args: ['ci', ...options],
    cwd: root,
    output: 'inherit',
    shell: process.platform === 'win32', // npm is a script there
  });
  if ((await npm.exitCode()) !== 0) throw new Error('npm ci failed');
}

function refuseOldNode() {
  const number = (/** @type {string} */ text) => {
    const [major = 0, minor = 0] = text.split('.').map(Number);
    return major * 1000 + minor;
  };
  if (number(process.versions.node) >= number(OLDEST)) return;
  console.error(`Corridor needs Node ${OLDEST} or newer to start; this is ${process.versions.node}.`);
  process.exit(1);
}

/** Whether the installed packages match the lock file. Packages for other platforms may be missing. */
function isInstalled() {
  const record = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const [wanted, found] = [join(root, 'package-lock.json'), record].map(entriesOf);
  return Object.entries(wanted ?? {}).every(([path, { version, link, optional, devOptional }]) => {
    if (!path.includes('node_modules/') || optional || devOptional) return true;
    return link
      ? lstatSync(join(root, path), { throwIfNoEntry: false })?.isSymbolicLink()
      : found?.[path]?.version === version;
  });
}

/** @param {string} file @returns {Record<string, Entry>} */
const entriesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;
