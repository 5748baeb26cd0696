/**
 * The packages of production: what `npm ci --omit=dev` installs on Linux, without what the Dockerfile removes after it, and what is in the
 * files of the console.
 *
 * @typedef {{ version?: string, license?: string, dev?: boolean, link?: boolean, os?: string[], integrity?: string, dependencies?: Record<string, string>, devDependencies?: Record<string, string> }} Entry of package-lock.json
 * @typedef {{ name: string, version: string, licence: string, integrity?: string }} Package
 */
import { resolveIn } from './lock.mjs';

const FOLDER = 'node_modules/';

/** Its build takes the packages that it imports into its own files, so they are development dependencies. */
const CONSOLE = 'apps/console';
const NOT_BUNDLED = /^(@corridor\/|vite$)/;

/** Packages whose licence is not in the lock: package.json names it in the old form, `licenses`, or it is only in the file LICENSE. @type {Record<string, string>} */
const notInLock = { buildcheck: 'MIT', 'cpu-features': 'MIT', 'png-js': 'MIT', ssh2: 'MIT' };

/** Names that the Dockerfile removes; one that ends in `*` is a prefix. @param {string} dockerfile */
export const removedBy = (dockerfile) =>
  [...dockerfile.matchAll(/ node_modules\/([\w-]+\*?)/g)].map(([, name = '']) => name);

/** @param {Record<string, Entry>} entries by path @param {string} dockerfile @returns {Package[]} by name and version */
export function productionPackages(entries, dockerfile) {
  const removed = removedBy(dockerfile);
  const bundled = bundledIn(entries);
  const isRemoved = (/** @type {string} */ name) =>
    removed.some((one) => (one.endsWith('*') ? name.startsWith(one.slice(0, -1)) : name === one));
  return Object.entries(entries)
    .filter(
      ([path, { dev, link, os = ['linux'] }]) =>
        bundled.has(path) || (path.includes(FOLDER) && !dev && !link && os.includes('linux')),
    )
    .map(([path, entry]) => ({ name: path.slice(path.lastIndexOf(FOLDER) + FOLDER.length), ...entry }))
    .filter(({ name }) => !isRemoved(name))
    .map(({ name, version = '', license, integrity }, _, all) => ({
      name,
      version,
      licence: license ?? notInLock[name] ?? licenceOfFamily(name, version, all),
      ...(integrity && { integrity }),
    }))
    .sort((a, b) => `${a.name} ${a.version}`.localeCompare(`${b.name} ${b.version}`, 'en'));
}

/** The paths of the packages that the console imports, and of what they need. @param {Record<string, Entry>} entries */
export function bundledIn(entries) {
  const imported = Object.keys(entries[CONSOLE]?.devDependencies ?? {}).filter(
    (name) => !NOT_BUNDLED.test(name),
  );
  const found = new Set(imported.map((name) => resolveIn(entries, CONSOLE, name) ?? name));
  for (const path of found)
    for (const name of Object.keys(entries[path]?.dependencies ?? {}))
      found.add(resolveIn(entries, path, name) ?? name);
  return found;
}

/**
 * The lock does not have the licence of a package for another platform: it is that of the same scope and version.
 * @param {string} name @param {string} version @param {(Entry & { name: string })[]} all
 */
function licenceOfFamily(name, version, all) {
  const scope = name.startsWith('@') ? name.slice(0, name.indexOf('/') + 1) : name;
  const sibling = all.find((one) => one.name.startsWith(scope) && one.version === version && one.license);
  return sibling?.license ?? 'unknown';
}
