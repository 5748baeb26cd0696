/**
 * Programs from Debian packages, on machines where they may be installed.
 *
 * Guarantee: only packages that start no service are installed.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { cached } from './cache-folder.mjs';
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

/**
 * Packages that would start a service, or that nobody has to install: they are downloaded and unpacked, once.
 *
 * @param {string} what for the messages @param {string} name of the folder @param {() => string[]} packages called when apt knows them
 * @returns {string} the folder in which they are, as in `/` @throws {Unavailable}
 */
export function unpackPackages(what, name, packages) {
  const apt = findProgram('apt-get');
  if (!apt) throw new Unavailable(`${what} is not installed, and this is not a Debian system`);
  return cached(name, (unfinished) => {
    console.error(`Downloading ${what} (once) …`);
    if (process.getuid?.() === 0) run([apt, '-o', 'DPkg::Lock::Timeout=300', 'update', '-qq'], what);
    run([apt, 'download', '-qq', ...packages()], what, unfinished);
    for (const file of readdirSync(unfinished)) run(['dpkg-deb', '-x', file, '.'], what, unfinished);
  });
}

/** Where unpacked programs find the libraries that were unpacked with them: LD_LIBRARY_PATH. @param {string} root */
export function librariesIn(root) {
  const lib = join(root, 'usr', 'lib');
  return readdirSync(lib)
    .filter((name) => name.includes('-linux-'))
    .map((name) => join(lib, name))
    .join(':');
}

/** @param {string[]} command @param {string} what @param {string} [cwd] */
function run([program = '', ...args], what, cwd) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, env, encoding: 'utf8' });
  if (status !== 0) throw new Unavailable(`${what} could not be obtained:\n${stdout}${stderr}`);
}
