/** Stryker's settings for one file: `tools/mutation.mjs` passes it with its specs, both without extensions. */
import { dirname, join } from 'node:path';
import jest from './jest.config.mjs';

const { MUTATED_FILE: file = '', MUTATED_SPECS: specs = '' } = process.env;
/** How much longer than without a change the specs may take: a changed loop may never end, and the machine may be busy. */
const SLOWER_MS = 30_000;

export default {
  mutate: [`${file}.ts`],
  testRunner: 'jest',
  plugins: ['@stryker-mutator/jest-runner'],
  jest: {
    projectType: 'custom',
    enableFindRelatedTests: false,
    config: {
      ...jest.projects[0],
      globalSetup: undefined, // one Postgres for all changes: `tools/mutation.mjs` starts it
      globalTeardown: undefined,
      testEnvironment: join(import.meta.dirname, 'tools', 'mutation', 'environment.mjs'),
      roots: [`<rootDir>/${dirname(file)}`],
      testMatch: specs.split(' ').map((spec) => `**/${spec}.spec.ts`),
      projects: [],
    },
  },
  coverageAnalysis: 'perTest',
  inPlace: true,
  concurrency: 1,
  timeoutMS: SLOWER_MS,
  disableTypeChecks: false,
  thresholds: { high: 100, low: 90, break: 90 },
  reporters: ['clear-text'],
  clearTextReporter: { allowColor: false, reportTests: false, logTests: false, skipFull: false },
  logLevel: 'warn',
};
