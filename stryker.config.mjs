/** Stryker's settings for one file: `tools/mutation.mjs` passes it with its specs, both without extensions. */
import { dirname } from 'node:path';
import jest from './jest.config.mjs';

const { MUTATED_FILE: file = '', MUTATED_SPECS: specs = '' } = process.env;
/** How much longer than without a change the specs may take: a changed loop may never end, and the machine may be busy. */
const SLOWER_MS = 60_000;

export default {
  mutate: [`${file}.ts`],
  testRunner: 'jest',
  plugins: ['@stryker-mutator/jest-runner'],
  jest: {
    projectType: 'custom',
    enableFindRelatedTests: false,
    config: {
      ...jest.projects[0],
      globalSetup: undefined, // no Postgres: none of these specs uses one
      globalTeardown: undefined,
      testEnvironment: '<rootDir>/tools/mutation/environment.mjs',
      roots: [`<rootDir>/${dirname(file)}`],
      testMatch: specs.split(' ').map((spec) => `**/${spec}.spec.ts`),
      projects: [],
    },
  },
  coverageAnalysis: 'off', // it needs an environment of Stryker's, and all tests of a spec load the changed file
  inPlace: true,
  concurrency: 1,
  timeoutMS: SLOWER_MS,
  disableTypeChecks: false,
  reporters: ['json'],
  jsonReporter: { fileName: `.stryker-tmp/reports/${file}.json` },
  logLevel: 'warn',
};
