import { forgetOtherServers } from './tools/test/servers.mjs';
import { entries } from './tools/workspace.mjs';

forgetOtherServers(process.env);

/** Specs run on the sources of the packages that they import, not on what was built of them. */
const sourceOfPackage = entries().map(([name, file]) => [
  `^${name.replace('*', '(.*)')}$`,
  `<rootDir>/${file.replace('*', '$1')}`,
]);

const project = (displayName, roots, extra = {}) => ({
  displayName,
  roots,
  testMatch: ['**/*.spec.ts'],
  testEnvironment: '<rootDir>/tools/test/environment.mjs',
  runtime: '<rootDir>/tools/test/runtime.mjs',
  transform: { '\\.[cm]?[jt]s$': ['@swc/jest', swc] },
  moduleNameMapper: {
    ...Object.fromEntries(sourceOfPackage),
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  ...extra,
});

const swc = {
  swcrc: false,
  jsc: {
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
    target: 'es2022',
    keepClassNames: true,
  },
  module: { type: 'commonjs' },
};

/**
 * System tests in which services speak to each other, over Kafka and HTTP or within one process: they run on either
 * composition. The others see the same gateway in both, and see the distributed one in `npm run test:long` alone.
 */
const ofTransport = [
  'main-job',
  'tour',
  'webhooks',
  'webhooks-isolation',
  'contract/02-histories',
  'contract/04-idempotency',
  'contract/06-events',
  'contract/09-audit',
  'contract/09-records',
  'contract/10-timeline',
];
/** Those that run again on an all-in-one program in several processes: what a client may rely on in any of them. */
const ofProcesses = [
  'main-job',
  'webhooks',
  'contract/02-histories',
  'contract/04-idempotency',
  'contract/06-events',
];
const isFull = process.env.CORRIDOR_TEST_SIZE === 'full';
const parts = { distributed: isFull ? null : ofTransport, processes: ofProcesses };
const systemTests = parts[process.env.COMPOSITION]?.map((name) => `<rootDir>/tests/${name}.spec.ts`) ?? [
  '**/*.spec.ts',
];

const ofPostgres = {
  globalSetup: '<rootDir>/tools/postgres-for-specs.mjs',
  globalTeardown: '<rootDir>/tools/postgres-for-specs-end.mjs',
};

export default {
  testSequencer: '<rootDir>/tools/test/sequencer.mjs',
  testTimeout: 300_000, // only for what hangs: a busy machine is no defect
  projects: [
    project('unit', ['<rootDir>/libs', '<rootDir>/apps', '<rootDir>/tools', '<rootDir>/deploy'], ofPostgres),
    project('system', ['<rootDir>/tests'], {
      testMatch: systemTests,
      testPathIgnorePatterns: ['/tests/(all-in-one|distributed|production|simulation)/'],
    }),
    // Without a composition: the services over simulated ports.
    project('simulation', ['<rootDir>/tests/simulation'], ofPostgres),
    // What only one of the compositions can show, and the life of a company in PRODUCTION, which each starts itself.
    project('all-in-one', ['<rootDir>/tests/all-in-one', '<rootDir>/tests/production']),
    project('distributed', ['<rootDir>/tests/distributed', '<rootDir>/tests/production']),
  ],
};
