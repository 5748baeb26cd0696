/**
 * `npm run licences`: writes docs/licences.txt, the packages of production with their licences, from package-lock.json.
 * Exit code 1 if one of them has a licence that is not allowed.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { productionPackages } from './production-packages.mjs';

/** @typedef {import('./production-packages.mjs').Package} Package */

/** They allow use in a program under another licence, without conditions for its own code. */
const ALLOWED = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'Python-2.0',
  'Unlicense',
];

/** An SPDX expression: one of the alternatives, and all that are joined by AND. @param {string} licence */
export const isAllowed = (licence) =>
  licence
    .replace(/[()]/g, '')
    .split(/ or /i)
    .some((one) => one.split(/ and /i).every((name) => ALLOWED.includes(name.trim())));

/** @param {readonly Package[]} packages @returns {Package[]} */
export const refused = (packages) => packages.filter(({ licence }) => !isAllowed(licence));

/** @param {readonly Package[]} packages */
export const listOf = (packages) =>
  [
    '# Packages of production and their licences, from package-lock.json by `npm run licences`.',
    ...packages.map(({ name, version, licence }) => `${licence.padEnd(14)} ${name}@${version}`),
    '',
  ].join('\n');

if (import.meta.filename === process.argv[1]) {
  const root = join(import.meta.dirname, '..');
  const read = (/** @type {string} */ file) => readFileSync(join(root, file), 'utf8');
  const { packages } = JSON.parse(read('package-lock.json'));
  const all = productionPackages(packages, read('deploy/Dockerfile'));
  writeFileSync(join(root, 'docs', 'licences.txt'), listOf(all));
  for (const { name, version, licence } of refused(all))
    console.error(`${name}@${version}: ${licence} is not an allowed licence`);
  process.exitCode = refused(all).length > 0 ? 1 : 0;
}
