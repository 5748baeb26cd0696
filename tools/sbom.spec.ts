import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { bundledIn, removedBy } from './production-packages.mjs';

interface Component {
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly 'bom-ref': string;
  readonly licenses: readonly { readonly expression: string }[];
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
}

const { status, stdout } = spawnSync(process.execPath, ['tools/sbom.mjs'], { encoding: 'utf8' });
const bill = JSON.parse(stdout) as { readonly components: readonly Component[] };
const names = new Set(bill.components.map(({ name }) => name));

interface Locked {
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly link?: boolean;
  readonly os?: string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, Locked>;
};
const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
const external = Object.entries(packages).filter(
  ([path, { link }]) => path.includes('node_modules/') && !link,
);

test('is a bill of materials of CycloneDX', () => {
  expect(status).toBe(0);
  expect(bill).toMatchObject({
    ...{ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 },
    metadata: { component: { type: 'application', name: 'corridor' } },
  });
  for (const { name, version, purl, licenses, hashes = [], ...component } of bill.components) {
    expect(purl).toBe(`pkg:npm/${name.replace('@', '%40')}@${version}`);
    expect(component['bom-ref']).toBe(purl);
    expect(licenses[0]?.expression).toMatch(/\w/);
    for (const { alg, content } of hashes) expect([alg, content.length]).toEqual(['SHA-512', 128]);
  }
  const refs = bill.components.map((one) => one['bom-ref']);
  expect(new Set(refs).size).toBe(refs.length);
});

test('names what each part of the image depends on, and what that depends on', () => {
  const ours = Object.entries(packages).filter(([path]) => /^(apps|libs)\//.test(path));
  expect(ours.length).toBeGreaterThan(20);
  const isOurs = (name: string) => name.startsWith('@corridor/');
  const removed = new Set(removedBy(readFileSync('deploy/Dockerfile', 'utf8')));
  const wanted = ours
    .filter(([path]) => !/^(apps\/bank-simulator|libs\/(testing|embedded-postgres))/.test(path))
    .flatMap(([, { dependencies = {} }]) => Object.keys(dependencies));
  const reached = new Set<string>();
  for (const queue = wanted; queue.length > 0;) {
    const name = queue.pop() as string;
    if (isOurs(name) || removed.has(name) || reached.has(name)) continue;
    reached.add(name);
    const { dependencies = {} } = packages[`node_modules/${name}`] ?? {};
    queue.push(...Object.keys(dependencies));
  }
  expect(reached.size).toBeGreaterThan(100);
  expect([...reached].filter((name) => !names.has(name))).toEqual([]);
});

test('names nothing that is only for development, except what is in the files of the console', () => {
  const bundled = bundledIn(packages);
  const isProduction = new Set(
    external.filter(([path, { dev }]) => !dev || bundled.has(path)).map(([path]) => nameOf(path)),
  );
  const development = external.filter(([, { dev }]) => dev).map(([path]) => nameOf(path));
  expect(development.length).toBeGreaterThan(300);
  expect(development.filter((name) => names.has(name) && !isProduction.has(name))).toEqual([]);
  for (const name of ['jest', 'nx', 'eslint', 'typescript', '@swc/core', 'embedded-postgres'])
    expect(names).not.toContain(name);
});
