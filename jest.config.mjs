import { forgetOtherServers } from './tools/test/servers.mjs';
import { sizedSpecs } from './tools/test/sized-specs.mjs';
import { entries } from './tools/workspace.mjs';

forgetOtherServers(process.env);

/** Specs run on the sources of the packages that they import, not on what was built of them. */
const sourceOfPackage = entries().map(([name, file]) => [
  `^${name.replace('*', '(.*)')}$`,
  `<rootDir>/${file.replace('*', '$1')}`,
]);

const isFull = process.env.CORRIDOR_TEST_SIZE === 'full';
const everySpec = ['**/*.spec.ts'];
/** At full size only those that have a size, or are too long for `npm test`, which runs the others as they are. */
const specs = isFull ? sizedSpecs().map((spec) => `<rootDir>/${spec}`) : [...everySpec, '!**/*.long.spec.ts'];

const project = (displayName, roots, extra = {}) => ({
  displayName,
  roots,
  testMatch: specs,
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
 * System tests in which services speak to each other, over Kafka and HTTP or within one process, or which say who may call what:
 * each service checks that itself. They run on either composition. The others see the same gateway in both, and see the
 * distributed one in `npm run test:long` alone.
 */
const ofTransport = [
  'main-job',
  'sdk',
  'tour',
  'webhooks',
  'webhooks-isolation',
  'role-matrix',
  'contract/02-histories',
  'contract/04-idempotency',
  'contract/06-events',
  'contract/09-audit',
  'contract/09-operator',
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
const systemTest = (name) => `<rootDir>/tests/${name}.spec.ts`;
const systemTests = () => {
  const { COMPOSITION } = process.env;
  if (COMPOSITION === 'processes') return ofProcesses.map(systemTest);
  if (COMPOSITION === 'distributed') return isFull ? everySpec : ofTransport.map(systemTest);
  return specs;
};

const ofPostgres = {
  globalSetup: '<rootDir>/tools/postgres-for-specs.mjs',
  globalTeardown: '<rootDir>/tools/postgres-for-specs-end.mjs',
};

export default {
  cacheDirectory: '<rootDir>/.corridor/jest-cache', // not in the temporary folder, which is another one for each step
  testSequencer: '<rootDir>/tools/test/sequencer.mjs',
  testTimeout: process.env.CORRIDOR_TEST_SIZE === 'full' ? 1_800_000 : 300_000, // only for what hangs: a busy machine is no defect
  projects: [
    project('unit', ['<rootDir>/libs', '<rootDir>/apps', '<rootDir>/tools', '<rootDir>/deploy'], ofPostgres),
    project('system', ['<rootDir>/tests'], {
      testMatch: systemTests(),
      testPathIgnorePatterns: ['/tests/(all-in-one|distributed|drills|production|simulation)/'],
    }),
    // Without a composition: the services over simulated ports.
    project('simulation', ['<rootDir>/tests/simulation'], ofPostgres),
    // What only one of the compositions can show, and the life of a company in PRODUCTION, which each starts itself.
    project('all-in-one', ['<rootDir>/tests/all-in-one', '<rootDir>/tests/production']),
    // `npm test` runs forwards on the other composition alone: they take long.
    project('distributed', ['<rootDir>/tests/distributed', '<rootDir>/tests/production'], {
      testMatch: isFull
        ? [...specs, '**/tests/production/*.spec.ts']
        : [...specs, '!**/production/forwards.spec.ts'],
    }),
    // Of alerts, upgrades and copies, in `npm run test:long` alone.
    project('drills', ['<rootDir>/tests/drills'], { testMatch: everySpec }),
  ],
};
