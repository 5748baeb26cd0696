/**
 * The packages of this workspace as their package.json files describe them. The test runner and the linter take paths,
 * tags and dependencies from here, so a new package needs no entry in their settings.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..');

/**
 * @typedef {object} Manifest the part of a package.json that is used here
 * @property {string} name
 * @property {string} [version]
 * @property {string[]} [workspaces]
 * @property {Record<string, string | { types: string, default: string }>} [exports]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [devDependencies]
 * @property {Record<string, string>} [optionalDependencies]
 * @property {{ tags?: string[] }} [nx]
 */

/**
 * @typedef {object} Package
 * @property {string} folder relative to the root, with `/` between its parts
 * @property {string} name
 * @property {string} type what kind of package it is: its tag `type:…`
 * @property {string} scope the service that it belongs to, or `shared`: its tag `scope:…`
 * @property {Manifest} manifest
 */

/** @param {string} folder @returns {Manifest} */
export const manifestOf = (folder) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));

/** @returns {Package[]} in the order of their folders */
export function packages() {
  const folders = (manifestOf('.').workspaces ?? []).flatMap((pattern) => matching(pattern.split('/')));
  return folders.sort().map((folder) => {
    const manifest = manifestOf(folder);
    return {
      folder,
      name: manifest.name,
      type: tagOf(manifest, 'type'),
      scope: tagOf(manifest, 'scope'),
      manifest,
    };
  });
}

/**
 * Where the source of each package entry is: `@corridor/kernel` → `libs/kernel/src/index.ts`, `@corridor/tools/*` → `tools/*`.
 * @returns {[name: string, file: string][]}
 */
export const entries = () =>
  packages().flatMap(({ name, folder, manifest }) =>
    Object.entries(manifest.exports ?? {}).map(([entry, target]) => {
      const types = typeof target === 'string' ? target : target.types;
      const file = types.replace(/^\.\/dist\/(.*)\.d\.ts$/, './src/$1.ts'); // a package that is published has its own
      return /** @type {[string, string]} */ ([join(name, entry), join(folder, file)]);
    }),
  );

/** @param {Manifest} manifest @param {string} kind */
function tagOf({ name, nx }, kind) {
  const tag = nx?.tags?.find((one) => one.startsWith(`${kind}:`));
  if (!tag) throw new Error(`The package.json of ${name} has no tag ${kind}:… in "nx"`);
  return tag.slice(kind.length + 1);
}

/** The folders with a package.json that a pattern of "workspaces" means. @param {string[]} pattern @returns {string[]} */
function matching([first = '', ...rest], parent = '') {
  const names = first === '*' ? subfolders(parent) : [first];
  const found = names.map((name) => (parent ? `${parent}/${name}` : name));
  if (rest.length > 0) return found.flatMap((folder) => matching(rest, folder));
  return found.filter((folder) => existsSync(join(root, folder, 'package.json')));
}

/** @param {string} folder */
const subfolders = (folder) =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
    .map(({ name }) => name);
