import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

/** Each violation is planted in an existing file, which the type-aware parser knows. */
const planted: { rule: string | null; file: string; text: string }[] = [
  direction('libs/kernel/src/index.ts', '@corridor/contracts'),
  direction('libs/kernel/src/index.ts', '@corridor/calendars'),
  direction('libs/calendars/src/index.ts', '@corridor/contracts'),
  direction('libs/sdk/src/index.ts', '@corridor/kernel'),
  direction('apps/gateway/src/index.ts', '@corridor/sdk'),
  direction('libs/http/src/index.ts', '@corridor/calendars'),
  direction('libs/calendars/src/index.ts', '@corridor/calendar-rules'),
  direction('apps/payments/src/index.ts', '@corridor/calendar-rules'),
  direction('libs/contracts/src/index.ts', '@corridor/event-store'),
  undeclared('libs/event-store/src/index.ts', `export * from '@corridor/messaging';`),
  undeclared('libs/messaging/src/index.ts', `export * from '@corridor/platform';`),
  undeclared('libs/http/src/index.ts', `export * from '@corridor/platform';`),
  direction('libs/platform/src/index.ts', '@corridor/payments'),
  direction('libs/platform/src/index.ts', '@corridor/testing'),
  direction('apps/payments/src/index.ts', '@corridor/ledger'),
  direction('apps/payments/src/index.ts', '@corridor/testing'),
  direction('apps/ledger/src/index.ts', '@corridor/all-in-one'),
  allowed('apps/payments/src/index.ts', `export * from '@corridor/platform';`),
  allowed('apps/payments/src/index.ts', `export * from '@corridor/calendars';`),
  allowed('libs/calendars/src/index.ts', `export * from '@corridor/kernel';`),
  allowed('apps/all-in-one/src/main.ts', `export * from '@corridor/payments';`),
  allowed('libs/contracts/src/index.ts', `export * from '@corridor/kernel';`),
  direction('apps/console/src/router.ts', '@corridor/platform'),
  allowed('apps/console/src/router.ts', `export * from '@corridor/sdk';`),
  direction('libs/testing/src/index.ts', '@corridor/payments'),
  breaks(
    'boundaries/dependencies',
    'apps/payments/src/index.ts',
    `export * from '../../ledger/src/index.js';`,
  ),
  breaks('boundaries/dependencies', 'apps/payments/src/index.ts', `export type * from '@corridor/ledger';`),
  breaks(
    'boundaries/dependencies',
    'libs/kernel/src/index.ts',
    `export const later = () => import('@corridor/contracts');`,
  ),
  breaks(
    'no-restricted-imports',
    'apps/payments/src/index.ts',
    `export * from '@corridor/kernel/src/money.js';`,
  ),
  direction('libs/kernel/src/money.spec.ts', '@corridor/payments'),
  breaks(
    'no-restricted-imports',
    'apps/payments/src/index.ts',
    `export * from '../../../libs/kernel/src/index.js';`,
  ),
  allowed('libs/testing/src/service/index.ts', `export * from '@corridor/event-store';`),
  allowed('libs/kernel/src/money.spec.ts', `export * from '@corridor/kernel/testing';`),
  breaks('no-restricted-imports', 'apps/payments/src/index.ts', `export * from '@corridor/kernel/testing';`),
  direction('libs/contracts/src/index.ts', '@corridor/http'),
  direction('apps/ledger/contract/src/index.ts', '@corridor/platform'),
  direction('apps/ledger/contract/src/index.ts', '@corridor/ledger'),
  allowed('apps/ledger/contract/src/index.ts', `export * from '@corridor/contracts';`),

  undeclared('apps/ledger/contract/src/index.ts', `export * from '@corridor/gateway-contract';`),
  undeclared('libs/kernel/src/index.ts', `export * from '@corridor/contracts';`),
  undeclared('libs/kernel/src/money.spec.ts', `export * from '@corridor/testing';`),
  undeclared('apps/payments/src/index.ts', `export * from 'jose';`),
  undeclared('apps/payments/src/index.ts', `export type { VerifyOptions } from 'jose';`),
  undeclared('apps/payments/src/index.ts', `export * from 'eslint';`),
  undeclared('apps/payments/src/index.ts', `export const later = () => import('jose');`),
  undeclared('apps/payments/src/publish.spec.ts', `export * from 'standardwebhooks';`),
  undeclared('libs/http/src/index.ts', `export * from 'fast-check';`), // for its specs alone
  allowed('libs/http/src/page.ts', `export * from 'fastify';`),
  allowed('apps/payments/src/publish.spec.ts', `export * from 'eslint';`),
  allowed('apps/payments/src/payments.fixture.ts', `export * from '@corridor/testing';`),
  allowed('apps/payments/src/payments.fixture.ts', `export * from '@corridor/testing/service';`),
  breaks('no-restricted-imports', 'apps/payments/src/index.ts', `export * from './payments.fixture.js';`),
  breaks('no-restricted-imports', 'libs/kernel/src/index.ts', `export * from './money.spec.js';`),

  breaks('no-restricted-properties', 'libs/kernel/src/index.ts', 'export const at = Date.now();'),
  breaks('no-restricted-properties', 'libs/kernel/src/index.ts', 'export const chance = Math.random();'),
  breaks('no-restricted-syntax', 'libs/kernel/src/index.ts', 'export const at = new Date();'),
  breaks('no-restricted-syntax', 'apps/payments/src/index.ts', 'export const at = new Date();'),
  breaks('no-restricted-properties', 'libs/calendars/src/index.ts', 'export const at = Date.now();'),
  breaks('no-restricted-imports', 'libs/calendars/src/index.ts', `export * from 'date-holidays';`),
  breaks('no-restricted-globals', 'libs/kernel/src/index.ts', 'export const where = process.cwd();'),
  breaks('no-restricted-imports', 'libs/kernel/src/index.ts', `export { readFile } from 'node:fs';`),
  breaks('no-restricted-imports', 'libs/kernel/src/index.ts', `export { readFile } from 'fs';`),
  breaks('no-restricted-imports', 'libs/kernel/src/index.ts', `export * from 'rxjs';`),
  allowed('libs/kernel/src/index.ts', `export { Decimal } from 'decimal.js';`),
  allowed('libs/kernel/src/index.ts', 'export const at = (on: string) => new Date(on);'),

  breaks(
    'no-restricted-globals',
    'libs/kernel/src/index.ts',
    'export const at = () => new globalThis.Date();',
  ),
  breaks('no-restricted-globals', 'apps/payments/src/index.ts', 'export const at = globalThis.Date.now();'),
  breaks('no-restricted-globals', 'apps/payments/src/index.ts', 'export const at = new global.Date();'),

  breaks('no-restricted-syntax', 'libs/kernel/src/index.ts', 'const D = Date; export const at = new D();'),
  breaks(
    'no-restricted-syntax',
    'apps/payments/src/index.ts',
    'const { now } = Date; export const at = now();',
  ),
  breaks(
    'no-restricted-syntax',
    'apps/payments/src/index.ts',
    'export const at = Reflect.construct(Date, []);',
  ),
  breaks('no-restricted-syntax', 'apps/payments/src/index.ts', 'export const clocks = [Date];'),
  breaks('no-restricted-syntax', 'libs/kernel/src/index.ts', 'const M = Math; export const x = M.random();'),
  allowed('libs/kernel/src/index.ts', 'export const isDate = (x: unknown): x is Date => x instanceof Date;'),
  allowed('libs/kernel/src/index.ts', 'export const at = (on: string) => Date.parse(on) + Math.max(1, 2);'),

  hidden('apps/payments/src/index.ts', 'export const later = () => import(`@corridor/ledger`);'),
  hidden('apps/payments/src/index.ts', `export const fs = process.getBuiltinModule('node:fs');`),
  hidden('apps/payments/src/index.ts', `export { getBuiltinModule } from 'node:process';`),
  hidden('libs/kernel/src/money.spec.ts', `export const later = jest.requireActual('@corridor/payments');`),
  hidden('libs/kernel/src/money.spec.ts', `export const later = require('@corridor/payments');`),
  hidden('apps/payments/src/index.ts', `export const later = () => import('./payments.fixture.js');`),
  hidden('libs/kernel/src/index.ts', `export const later = () => import('node:fs');`),
  hidden('libs/kernel/src/money.spec.ts', 'export const later = () => import(`@corridor/payments`);'),
  hidden('apps/console/src/router.ts', `export const later = () => import('react');`),
  allowed('apps/console/src/router.ts', `export const later = () => import('./pages/payments.js');`),
  ...['node:module', 'module'].map((name) =>
    breaks(
      '@typescript-eslint/no-restricted-imports',
      'apps/payments/src/index.ts',
      `import { createRequire } from '${name}'; createRequire(import.meta.url)('@corridor/ledger');`,
    ),
  ),
  ...['js', 'cjs', 'mjs'].map((end) => hidden(`apps/payments/src/more.${end}`, '')),
  hidden('tools/more.cjs', ''),
  allowed(
    'apps/all-in-one/src/start.ts',
    `export const later = () => import('@corridor/embedded-postgres');`,
  ),

  breaks('@typescript-eslint/no-explicit-any', 'apps/payments/src/index.ts', 'export let x: any;'),
  breaks(
    '@typescript-eslint/consistent-type-imports',
    'apps/payments/src/index.ts',
    `import { Clock } from '@corridor/kernel'; export let clock: Clock;`,
  ),
  // Injected classes must be imported as values.
  allowed(
    'apps/payments/src/index.ts',
    `import { Clock } from '@corridor/kernel';
     import { Injectable } from '@nestjs/common';
     @Injectable() export class Desk { constructor(readonly clock: Clock) {} }`,
  ),
  breaks(
    'max-lines-per-function',
    'apps/payments/src/index.ts',
    `export function long() {${'\n;'.repeat(61)}}`,
  ),
  breaks('max-lines', 'apps/payments/src/index.ts', `export const a = 1;${'\n;'.repeat(301)}`),
];

let broken: string[][];
beforeAll(() => {
  const output = execFileSync(process.execPath, ['tools/lint-planted.mjs'], {
    input: JSON.stringify(planted),
  });
  broken = JSON.parse(output.toString());
});

describe('a planted violation is reported', () => {
  planted.forEach(({ rule, file, text }, index) => {
    test(`${file}: ${text.split('\n')[0]} ${rule ? `breaks ${rule}` : 'is allowed'}`, () => {
      if (rule) expect(broken[index]).toContain(rule);
      else expect(broken[index]).toEqual([]);
    });
  });
});

/** The rules that need types, which another linter checks. */
describe('a planted violation of types is reported', () => {
  const typed = [
    ['no-floating-promises', 'ts', 'Promise.resolve(1);'],
    ['no-floating-promises', 'mjs', 'Promise.resolve(1);'],
    ['no-misused-promises', 'ts', '[1].forEach(async (n) => Promise.resolve(n));'],
    ['no-unsafe-return', 'ts', `export const found = (): string => JSON.parse('1');`],
    [
      'switch-exhaustiveness-check',
      'ts',
      `export function of(a: 'b' | 'c') { switch (a) { case 'b': return 1; } }`,
    ],
  ] as const;
  const folder = mkdtempSync(join(tmpdir(), 'corridor-lint-'));
  const oxlint = join(createRequire(__filename).resolve('oxlint/package.json'), '..', 'bin', 'oxlint');
  let found: { code: string; filename: string }[];
  beforeAll(() => {
    for (const [rule, type, text] of typed) writeFileSync(join(folder, `${rule}.${type}`), text);
    const args = [oxlint, '-c', '.oxlintrc.json', '--format=json', folder];
    found = JSON.parse(spawnSync(process.execPath, args).stdout.toString()).diagnostics;
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each(typed)('%s in .%s: %s', (rule, type) => {
    const ofFile = found.filter(({ filename }) => basename(filename) === `${rule}.${type}`);
    expect(ofFile.map(({ code }) => code)).toEqual([`typescript(${rule})`]);
  });
});

function breaks(rule: string, file: string, text: string) {
  return { rule, file, text };
}

function direction(file: string, imported: string) {
  return breaks('boundaries/dependencies', file, `export * from '${imported}';`);
}

/** What the import rules would not see. */
function hidden(file: string, text: string) {
  return breaks('no-restricted-syntax', file, text);
}

/** An import of what its package.json does not name. */
function undeclared(file: string, text: string) {
  return breaks('import-x/no-extraneous-dependencies', file, text);
}

function allowed(file: string, text: string) {
  return { rule: null, file, text };
}
