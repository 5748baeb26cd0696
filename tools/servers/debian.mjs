/**
 * Programs from Debian packages, on machines where they may be installed.
 *
 * Guarantee: only packages that start no service are installed.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Unavailable } from './unavailable.mjs';

/** @param {string} name @returns {string | undefined} where a program is */
export function findProgram(name) {
  const folders = (process.env['PATH'] ?? '')
    .split(delimiter)
    .concat('/usr/bin', '/usr/local/bin', '/opt/homebrew/bin');
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
}

/** @param {string} what for the message @param {string[]} packages @throws {Unavailable} */
export function installPackages(what, packages) {
  const apt = findProgram('apt-get');
  if (!apt) throw new Unavailable(`${what} is not installed, and this is not a Debian system`);
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  if (asRoot.length > 0 && spawnSync('sudo', ['-n', 'true']).status !== 0)
    throw new Unavailable(`${what} is not installed; as root: apt-get install ${packages.join(' ')}`);
  console.error(`Installing ${packages.join(', ')} (once) …`);
  const wait = ['-o', 'DPkg::Lock::Timeout=300'];
  run([...asRoot, apt, ...wait, 'update', '-qq'], what);
  run([...asRoot, apt, ...wait, 'install', '-y', '-qq', '--no-install-recommends', ...packages], what);
}

/** @param {string[]} command @param {string} what */
function run([program = '', ...args], what) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status, stdout, stderr } = spawnSync(program, args, { env, encoding: 'utf8' });
  if (status !== 0) throw new Unavailable(`${what} could not be installed:\n${stdout}${stderr}`);
}
