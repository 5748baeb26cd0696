import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Files that need internals that Nest does not export otherwise: how its decorators store routes and parameters. */
const known = ['deploy/deploy.spec.ts', 'libs/http/src/body/no-body.ts'];

const sources = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((one) => {
    const path = join(folder, one.name);
    if (one.isDirectory()) return ['node_modules', 'dist'].includes(one.name) ? [] : sources(path);
    return path.endsWith('.ts') ? [path] : [];
  });

test('Nest and TypeORM are imported by package name, not from their files', () => {
  const deep = /from '(@nestjs\/[a-z-]+|typeorm)\//;
  const found = ['libs', 'apps', 'tools', 'deploy']
    .flatMap(sources)
    .filter((file) => deep.test(readFileSync(file, 'utf8')));
  expect(found.sort()).toEqual(known);
});
