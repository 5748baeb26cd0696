/**
 * `npm run lock`: updates package-lock.json from the package.json files, for all platforms.
 *
 * npm omits packages for other platforms from the lock if the registry does not have them (mirrors often store only
 * requested packages), and npm 11 then rejects `npm ci` everywhere. Their versions are known, because dependents name
 * them exactly. An entry that is added here has no checksum until npm adds one.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const file = join(import.meta.dirname, '..', 'package-lock.json');

/**
 * @typedef {object} Entry of package-lock.json
 * @property {string} [version]
 * @property {string} [resolved]
 * @property {boolean} [dev]
 * @property {boolean} [optional]
 * @property {boolean} [link]
 * @property {string[] | string} [os]
 * @property {string[] | string} [cpu]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [devDependencies]
 * @property {Record<string, string>} [optionalDependencies]
 */

/** @typedef {Record<string, Entry>} Entries by path: `node_modules/pg`, `apps/ledger` */

/**
 * The path at which a package resolves one of its dependencies.
 * @param {Entries} entries
 * @param {string} from
 * @param {string} name
 */
export function resolveIn(entries, from, name) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/', at.lastIndexOf('node_modules'))))) {
    const path = at ? `${at}/node_modules/${name}` : `node_modules/${name}`;
    if (entries[path]) return path;
    if (at === '') return undefined;
  }
}

/** The optional packages that are missing from the lock. @param {Entries} entries */
export const missingIn = (entries) =>
  Object.entries(entries).flatMap(([from, { optionalDependencies = {}, dev }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !resolveIn(entries, from, name))
      .map(([name, version]) => ({ name, version, dev })),
  );

/** @param {string} name such as `@swc/core-linux-arm64-musl` */
export function platformOf(name) {
  const words = name.split(/[-/]/);
  const one = (/** @type {string[]} */ known) => words.filter((word) => known.includes(word));
  const os = one(['darwin', 'linux', 'win32', 'freebsd', 'android', 'openharmony']);
  const cpu = one(['arm64', 'x64', 'ia32', 'arm', 'ppc64', 's390x', 'riscv64', 'loong64']);
  if (os.length !== 1 || cpu.length !== 1) throw new Error(`Cannot tell the platform of ${name}`);
  const libc = one(['gnu', 'musl']).map((word) => (word === 'gnu' ? 'glibc' : word));
  return { os, cpu, ...(os[0] === 'linux' && libc.length > 0 && { libc }) };
}

/** @param {{ packages: Entries }} lock */
export function complete(lock) {
  const added = missingIn(lock.packages).map(({ name, version, dev }) => {
    if (!/^\d+\.\d+\.\d+/.test(version)) throw new Error(`${name} has no exact version: ${version}`);
    const entry = { version, ...(dev && { dev }), optional: true, ...platformOf(name) };
    return /** @type {[string, Entry]} */ ([`node_modules/${name}`, entry]);
  });
  const all = [...Object.entries(lock.packages), ...added];
  const packages = Object.fromEntries(all.sort(([a], [b]) => a.localeCompare(b, 'en')));
  return { lock: { ...lock, packages }, added: added.map(([path]) => path) };
}

if (import.meta.filename === process.argv[1]) {
  const options = ['--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund'];
  const { status } = spawnSync('npm', ['install', ...options], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
  const { lock, added } = complete(JSON.parse(readFileSync(file, 'utf8')));
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  for (const path of added) console.log(`added ${path}`);
}
