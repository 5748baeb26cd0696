import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const sources = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((one) => {
    const path = join(folder, one.name);
    if (one.isDirectory()) return ['node_modules', 'dist'].includes(one.name) ? [] : sources(path);
    return /\.(ts|mjs|ts__tmpl__)$/.test(path) ? [path] : [];
  });

const containing = (pattern: RegExp) =>
  ['libs', 'apps', 'tools', 'deploy', 'tests', 'bench']
    .flatMap(sources)
    .filter((file) => pattern.test(readFileSync(file, 'utf8')));

test('Nest and TypeORM are imported by package name, not from their files', () => {
  expect(containing(/(from|import\(|require\() ?'(@nestjs\/[a-z-]+|typeorm)\//)).toEqual([]);
});

test('routes take bodies by `Body` of @corridor/http, which marks them', () => {
  expect(containing(/import \{[^}]*\bBody\b[^}]*\} from '@nestjs\/common'/)).toEqual([
    'libs/http/src/body/body.ts',
  ]);
});
