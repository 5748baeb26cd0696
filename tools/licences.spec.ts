import { readFileSync } from 'node:fs';
import { isAllowed, listOf, refused } from './licences.mjs';
import { type Entry, productionPackages } from './production-packages.mjs';

const { packages: entries } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, Entry>;
};
const dockerfile = readFileSync('deploy/Dockerfile', 'utf8');
const packages = productionPackages(entries, dockerfile);

test('every package of production has an allowed licence', () => {
  expect(packages.length).toBeGreaterThan(100);
  expect(refused(packages)).toEqual([]);
});

test('docs/licences.txt is up to date; where it is not: npm run licences', () => {
  expect(readFileSync('docs/licences.txt', 'utf8')).toBe(listOf(packages));
});

test.each(['GPL-3.0-only', 'AGPL-3.0-or-later', 'UNLICENSED', undefined])(
  'a package with the licence %s is refused',
  (license) => {
    const planted = { ...entries, 'node_modules/left-pad': { version: '1.3.0', license } };
    expect(refused(productionPackages(planted, dockerfile))).toEqual([
      { name: 'left-pad', version: '1.3.0', licence: license ?? 'unknown' },
    ]);
  },
);

test('the packages in the files of the console are of production, and what builds them is not', () => {
  const names = packages.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['react', 'react-aria', '@tanstack/router-core']));
  for (const name of ['vite', 'rolldown', '@types/react']) expect(names).not.toContain(name);
});

test('one that only tests use is not', () => {
  const planted = { 'node_modules/left-pad': { version: '1.3.0', license: 'GPL-3.0-only', dev: true } };
  expect(productionPackages(planted, dockerfile)).toEqual([]);
});

test.each([
  ['MIT or MPL-2.0', true],
  ['(MIT OR GPL-3.0)', true],
  ['MIT AND GPL-3.0', false],
  ['(MIT AND ISC) OR GPL-3.0', true],
  ['GPL-3.0', false],
])('%s: %p', (licence, allowed) => expect(isAllowed(licence)).toBe(allowed));

test('a package for another platform has the licence of its family', () => {
  const family = {
    'node_modules/@a/linux': { version: '1.0.0', license: 'ISC' },
    'node_modules/@a/darwin': { version: '1.0.0' },
    'node_modules/@a/other': { version: '2.0.0' },
  };
  const licences = productionPackages(family, '').map(({ name, licence }) => [name, licence]);
  expect(licences).toEqual([
    ['@a/darwin', 'ISC'],
    ['@a/linux', 'ISC'],
    ['@a/other', 'unknown'],
  ]);
});
