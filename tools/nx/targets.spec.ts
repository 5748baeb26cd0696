import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packages } from '../workspace.mjs';

const all = packages();
const typeOf = new Map(all.map(({ name, type }) => [name, type]));
const production = all.flatMap(({ name, manifest }) =>
  Object.keys(manifest.dependencies ?? {}).map((target) => [name, target] as const),
);

/** Runs Nx as a terminal would, even if these specs run in a target. */
function nx(...args: string[]) {
  const env = Object.entries(process.env).filter(([name]) => !name.startsWith('NX_'));
  return execFileSync(process.execPath, [createRequire(__filename).resolve('nx/bin/nx.js'), ...args], {
    encoding: 'utf8',
    env: {
      ...Object.fromEntries(env),
      NX_DAEMON: 'false',
      NX_TUI: 'false',
      NX_NO_CLOUD: 'true',
      NX_ISOLATE_PLUGINS: 'false',
    },
  });
}

interface Graph {
  readonly nodes: Record<
    string,
    { readonly data: { readonly targets: Record<string, { cache?: boolean }> } }
  >;
  readonly dependencies: Record<string, readonly { readonly target: string }[]>;
}

let graph: Graph;
beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), 'corridor-graph-'));
  nx('graph', `--file=${join(folder, 'graph.json')}`);
  ({ graph } = JSON.parse(readFileSync(join(folder, 'graph.json'), 'utf8')) as { graph: Graph });
  rmSync(folder, { recursive: true });
});

test('the edges of the project graph are the declared dependencies', () => {
  const declared = all.flatMap(({ name, manifest }) =>
    Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })
      .filter((target) => typeOf.has(target))
      .map((target) => `${name} → ${target}`),
  );
  const edges = Object.entries(graph.dependencies).flatMap(([name, targets]) =>
    targets.map(({ target }) => `${name} → ${target}`),
  );
  expect(edges.sort()).toEqual(declared.sort());
  expect(edges.length).toBeGreaterThan(150);
});

test('what is deployed depends in the direction of the architecture', () => {
  const order = ['client', 'kernel', 'pure', 'contract', 'infrastructure', 'service', 'composition'];
  const level = (name: string) => order.indexOf(typeOf.get(name) ?? '');
  const deployed = production.filter(([from, to]) => level(from) >= 0 && typeOf.has(to));
  const isDown = ([from, to]: readonly [string, string]) => level(to) >= 0 && level(to) <= level(from);
  expect(deployed.filter((edge) => !isDown(edge))).toEqual([]);
  expect(deployed.length).toBeGreaterThan(50);
});

test.each(all.map(({ folder, name }) => [folder, name] as const))('%s has its targets', (folder, name) => {
  const { targets = {} } = graph.nodes[name]?.data ?? {};
  const isLibraryOrApp = /^(apps|libs)/.test(folder);
  expect(Object.keys(targets)).toEqual(expect.arrayContaining(['lint', 'typecheck']));
  if (isLibraryOrApp) expect(targets).toHaveProperty('build.cache', true);
});

/** The packages with unit tests that a change of a file affects. */
const affectedBy = (file: string) =>
  JSON.parse(
    nx('show', 'projects', '--affected', `--files=${file}`, '--with-target=test', '--json'),
  ) as string[];

test('a change in the ledger affects the ledger and what depends on it, and nothing else', () => {
  const declares = (name: string) =>
    all.filter(({ manifest }) =>
      Object.hasOwn({ ...manifest.dependencies, ...manifest.devDependencies }, name),
    );
  const reached = new Set(['@corridor/ledger']);
  for (const name of reached) for (const dependent of declares(name)) reached.add(dependent.name);
  const tested = [...reached].filter((name) => graph.nodes[name]?.data.targets['test']);

  const affected = affectedBy('apps/ledger/src/ledger.module.ts');
  expect(affected.sort()).toEqual(tested.sort());
  expect(affected).toEqual(expect.arrayContaining(['@corridor/ledger', '@corridor/all-in-one']));
  expect(affected).not.toContain('@corridor/payments');
});

test.each(['package-lock.json', 'jest.config.mjs'])(
  'a change of %s affects every package with unit tests',
  (file) => {
    const tested = all.map(({ name }) => name).filter((name) => graph.nodes[name]?.data.targets['test']);
    expect(affectedBy(file).sort()).toEqual(tested.sort());
    expect(tested.length).toBeGreaterThan(15);
  },
);
