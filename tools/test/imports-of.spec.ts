import { globSync, readFileSync } from 'node:fs';
import { loadedBy } from './imports-of.mjs';

/** Packages whose specs are pure computations. */
const PURE = /^libs\/(kernel|calendars|calendar-rules|contracts|search)\//;
const SERVICE = /^(@nestjs\/|typeorm|fastify$|pg$|kafkajs$|bullmq$)/;

const specs = globSync('{apps,libs,tests}/**/*.spec.ts', { exclude: ['**/node_modules', '**/dist'] });
const isStory = (spec: string) => /\bgiven\b[^;]* from '@corridor\/testing'/.test(readFileSync(spec, 'utf8'));
/** They run services, or a part of one, themselves. */
const WITH_SERVICES = /^tests\/(simulation\/|distributed\/(consumer-group|encrypted\.long)\.spec)/;
const systemTests = specs.filter((spec) => spec.startsWith('tests/') && !WITH_SERVICES.test(spec));
const pureSpecs = specs.filter((spec) => PURE.test(spec) || isStory(spec));

test('finds the files that are loaded transitively, without type-only imports', () => {
  expect(loadedBy('apps/ledger/src/ledger.module.ts')).toContain('@nestjs/core');
  expect(loadedBy('libs/testing/src/delivered.ts')).toContain('libs/kernel/src/testing/caller.ts');
  expect(loadedBy('libs/testing/src/delivered.ts')).not.toContain('libs/messaging/src/index.ts');
  expect(loadedBy('libs/testing/src/service/index.ts').filter((one) => SERVICE.test(one))).toContain(
    'typeorm',
  );
});

test('there are specs of rules and system tests', () => {
  expect(pureSpecs.length).toBeGreaterThan(40);
  expect(systemTests.length).toBeGreaterThan(30);
});

test.each(pureSpecs)('%s loads no framework, no database and no server', (spec) => {
  expect(loadedBy(spec).filter((one) => SERVICE.test(one))).toEqual([]);
});

test.each(systemTests)('%s loads no framework', (spec) => {
  expect(loadedBy(spec).filter((one) => /^(@nestjs\/|typeorm)/.test(one))).toEqual([]);
});
