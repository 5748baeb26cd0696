/**
 * `npm run lock`: brings package-lock.json to what the package.json files say, for all platforms.
 *
 * npm leaves packages for other platforms out of the lock where the registry at hand does not have them (mirrors often
 * keep only what they were asked for), and npm 11 then refuses `npm ci` everywhere. Their versions are known: those who
 * need them name them exactly. An entry that is made here has no checksum, until npm adds one.
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

/** The path at which a package finds one that it needs. @param {Entries} entries @param {string} from @param {string} name */
export function resolveIn(entries, from, name) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/', at.lastIndexOf('node_modules'))))) {
    const path = at ? `${at}/node_modules/${name}` : `node_modules/${name}`;
    if (entries[path]) return path;
    if (at === '') return undefined;
  }
}

/** The optional packages that the lock does not have. @param {Entries} entries */
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
  if (os.length !== 1 || cpu.length !== 1) throw new Error(`For which platform is ${name}?`);
  const libc = one(['gnu', 'musl']).map((word) => (word === 'gnu' ? 'glibc' : word));
  return { os, cpu, ...(os[0] === 'linux' && libc.length > 0 && { libc }) };
}

/** @param {{ packages: Entries }} lock */
export function complete(lock) {
  const added = missingIn(lock.packages).map(({ name, version, dev }) => {
    if (!/^\d+\.\d+\.\d+/.test(version)) throw new Error(`Which version of ${name} is ${version}?`);
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
