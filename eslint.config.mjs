/**
 * What keeps the architecture standing. `tools/lint.spec.ts` plants a violation of each of these rules and proves that
 * it is reported, so none of them can silently be off.
 */
import js from '@eslint/js';
import boundaries from 'eslint-plugin-boundaries';
import tseslint from 'typescript-eslint';

const sources = ['libs/*/src/**/*.ts', 'apps/*/src/**/*.ts', 'apps/*/contract/src/**/*.ts'];
const specs = ['**/*.spec.ts', '**/*.fixture.ts', 'tests/**/*.ts', 'bench/**/*.ts', 'libs/testing/**/*.ts'];

const contracts = ['contracts', 'contract', 'services'];
const libraries = [
  'safe-http',
  'event-store',
  'search',
  'messaging',
  'http',
  'platform',
  'embedded-postgres',
];

/** Import direction: who may import whom. Beside these, every package may import itself. */
const direction = {
  kernel: [],
  calendars: ['kernel'],
  'calendar-rules': ['kernel'],
  contracts: ['kernel'],
  contract: ['kernel', 'contracts', 'contract'],
  services: ['kernel', 'contracts', 'contract'],
  'event-store': ['kernel', ...contracts, 'search'],
  search: ['kernel', ...contracts],
  messaging: ['kernel', ...contracts, 'event-store'],
  http: ['kernel', ...contracts, 'event-store', 'search'],
  platform: ['kernel', ...contracts, 'event-store', 'search', 'messaging', 'http'],
  'embedded-postgres': [],
  'safe-http': [],
  service: ['kernel', 'calendars', ...contracts, ...libraries],
  'all-in-one': ['kernel', 'calendars', ...contracts, ...libraries, 'service'],
};

const packagesByName = {
  group: [
    '**/libs/**',
    '**/apps/**',
    '@corridor/*/**',
    '!@corridor/testing/openapi',
    '!@corridor/testing/service',
  ],
  message: 'Import packages by name alone: @corridor/…',
};
const nothingOfSpecs = {
  regex: '\\.(spec|fixture)\\.js$',
  message: 'Specs and their fixtures are for specs: nothing that runs may need one.',
};

const importDirection = {
  files: sources,
  plugins: { boundaries },
  settings: {
    'import/resolver': { typescript: { project: 'tsconfig.json' } },
    'boundaries/elements': [
      { type: 'contract', pattern: 'apps/*/contract', capture: ['name'] },
      { type: 'all-in-one', pattern: 'apps/all-in-one' },
      { type: 'service', pattern: 'apps/*', capture: ['name'] },
      ...['kernel', 'calendars', 'calendar-rules', 'contracts', 'services', ...libraries, 'testing'].map(
        (name) => ({
          type: name,
          pattern: `libs/${name}`,
        }),
      ),
    ],
    'boundaries/files': [{ category: 'spec', pattern: '**/*.{spec,fixture}.ts' }],
  },
  rules: {
    'boundaries/dependencies': [
      'error',
      {
        default: 'disallow',
        message:
          '{{from.element.type}} must not import {{to.element.type}}: see "direction" in eslint.config.mjs',
        policies: [
          { allow: { to: { module: { origin: ['external', 'core'] } } } },
          ...Object.entries(direction).map(([type, targets]) => ({
            from: { element: { type } },
            allow: { to: { element: { types: { anyOf: targets } } } },
          })),
          // Stories and doubles for specs; specs of the lower packages may also open a database through platform.
          { from: { element: { type: 'testing' } }, allow: { to: { element: { type: '!service' } } } },
          {
            from: { file: { categories: 'spec' } },
            allow: { to: { element: { types: { anyOf: ['testing', 'platform'] } } } },
          },
        ],
      },
    ],
    'boundaries/no-unknown-files': 'error',
    'no-restricted-imports': ['error', { patterns: [packagesByName] }],
  },
};

const runsWithoutSpecs = {
  files: sources,
  ignores: specs,
  rules: { 'no-restricted-imports': ['error', { patterns: [packagesByName, nothingOfSpecs] }] },
};

const pureSyntax = [
  { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: 'Time is an argument.' },
  { selector: "CallExpression[callee.name='Date']", message: 'Time is an argument.' },
];
const pureProperties = [
  { object: 'Date', property: 'now', message: 'Time is an argument.' },
  { object: 'Math', property: 'random', message: 'Chance is an argument.' },
];

/** Time and chance are arguments in everything that decides: kernel, calendars, contracts and services. */
const timeAndChanceAreArguments = {
  files: [
    'libs/kernel/src/**/*.ts',
    'libs/calendars/src/**/*.ts',
    'libs/calendar-rules/src/**/*.ts',
    'libs/contracts/src/**/*.ts',
    'libs/services/src/**/*.ts',
    'apps/*/contract/src/**/*.ts',
    'apps/*/src/**/*.ts',
  ],
  ignores: [...specs, 'apps/all-in-one/**', '**/main.ts'],
  rules: {
    'no-restricted-syntax': ['error', ...pureSyntax],
    'no-restricted-properties': ['error', ...pureProperties],
  },
};

/** The kernel and the calendars compute; they do nothing else. */
const pureKernel = {
  files: ['libs/kernel/src/**/*.ts', 'libs/calendars/src/**/*.ts', 'libs/calendar-rules/src/**/*.ts'],
  ignores: specs,
  rules: {
    'no-restricted-globals': [
      'error',
      ...[
        'process',
        'globalThis',
        'crypto',
        'performance',
        'console',
        'fetch',
        'setTimeout',
        'setInterval',
        'setImmediate',
      ].map((name) => ({ name, message: 'This package is pure.' })),
    ],
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          packagesByName,
          nothingOfSpecs,
          { regex: '^(?!\\.\\.?/|@corridor/|decimal\\.js$)', message: 'This package is pure.' },
        ],
      },
    ],
  },
};

/** Short files and short functions: see how far one screen goes. Specs and migrations are lists, not procedures. */
const sizes = {
  files: [...sources, 'tools/**/*.mjs'],
  rules: {
    'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
    'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
    complexity: ['error', 20],
    'max-depth': ['error', 3],
  },
};

const typeScript = {
  files: ['**/*.ts'],
  extends: [tseslint.configs.recommendedTypeChecked],
  languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
  rules: {
    '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    // Leaves files with decorators alone: there the class is what Nest injects.
    '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
    '@typescript-eslint/no-unnecessary-type-assertion': 'off', // says no more than a reader sees
    '@typescript-eslint/unbound-method': 'off', // libraries hand out functions as methods
    '@typescript-eslint/require-await': 'off', // a port's method is async whatever its adapter does
    '@typescript-eslint/no-empty-object-type': ['error', { allowInterfaces: 'always' }], // open for declaration merging
    '@typescript-eslint/return-await': ['error', 'error-handling-correctness-only'],
    '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
  },
};

/** Specs read foreign JSON and hand methods to matchers; their stories are as long as they are. */
const looserInSpecs = {
  files: specs,
  rules: {
    'max-lines': ['error', 500],
    'max-lines-per-function': 'off',
    '@typescript-eslint/no-explicit-any': 'off',
    '@typescript-eslint/no-unsafe-argument': 'off',
    '@typescript-eslint/no-unsafe-assignment': 'off',
    '@typescript-eslint/no-unsafe-call': 'off',
    '@typescript-eslint/no-unsafe-member-access': 'off',
    '@typescript-eslint/no-unsafe-return': 'off',
    '@typescript-eslint/restrict-plus-operands': 'off',
    '@typescript-eslint/restrict-template-expressions': 'off',
  },
};

export default tseslint.config(
  { ignores: ['**/dist/', '.nx/', '.corridor/', 'coverage/'] },
  js.configs.recommended,
  { files: ['**/*.mjs'], rules: { 'no-undef': 'off' } }, // the type check knows better
  typeScript,
  importDirection,
  runsWithoutSpecs,
  timeAndChanceAreArguments,
  pureKernel,
  sizes,
  looserInSpecs,
);
