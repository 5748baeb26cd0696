/**
 * What keeps the architecture standing. `tools/lint.spec.ts` plants a violation of each of these rules and proves that
 * it is reported, so none of them can silently be off.
 */
import { join } from 'node:path';
import js from '@eslint/js';
import boundaries from 'eslint-plugin-boundaries';
import imports from 'eslint-plugin-import-x';
import tseslint from 'typescript-eslint';
import { entries, packages } from './tools/workspace.mjs';

const sources = [
  'libs/*/src/**/*.ts',
  'apps/*/src/**/*.ts',
  'apps/*/contract/src/**/*.ts',
  'apps/console/src/**/*.tsx',
];
const specs = [
  '**/*.spec.ts',
  '**/*.fixture.ts',
  '**/src/testing/**/*.ts',
  'libs/testing/**/*.ts',
  '{tests,bench,tools,deploy}/**/*.ts',
];

/** Their build takes what they import into their own files: nothing of it is installed in production. */
const bundled = ['apps/console/**'];

const below = ['kernel', 'pure', 'contract', 'infrastructure'];

/**
 * Import direction: which type of package (its tag `type:…`) may import which. Within a type the packages depend on each
 * other as their package.json files say, never in a circle (tools/workspace.spec.ts).
 */
const direction = {
  kernel: [],
  client: [],
  pure: ['kernel', 'pure'],
  contract: ['kernel', 'contract'],
  infrastructure: ['kernel', 'contract', 'infrastructure'],
  service: below,
  composition: [...below, 'service', 'client'],
  console: ['kernel', 'contract', 'client'],
  testing: below,
  tooling: [...below, 'client', 'service', 'composition', 'testing', 'tooling'],
};

for (const { name, type } of packages())
  if (!(type in direction))
    throw new Error(`${name} has the tag type:${type}, which "direction" does not know`);

const packagesByName = {
  regex: `^(?!(?:${entries()
    .map(([name]) => name.replace('*', '.*'))
    .join('|')})$)(@corridor/|.*/(libs|apps)/)`,
  message: 'Import packages by name alone: @corridor/…',
};
const nothingOfSpecs = {
  regex: '\\.(spec|fixture)\\.js$|/testing(/|$)',
  message: 'What specs need is for specs: nothing that runs may need it.',
};

/** What can hide from the import rules what it imports. */
const visibleImports = [
  "ImportExpression:not([source.value='@corridor/embedded-postgres'])",
  "CallExpression[callee.name='require']",
  'Identifier[name=/^(getBuiltinModule|requireActual|requireMock)$/]',
].map((selector) => ({ selector, message: 'Import at the beginning of the file.' }));

/** A page of the console loads a file of its own when it is opened. */
const loadedLater = {
  files: ['apps/console/src/**/*.{ts,tsx}'],
  rules: {
    'no-restricted-syntax': [
      'error',
      {
        selector: 'ImportExpression:not([source.value=/^[.]/])',
        message: 'Import packages at the beginning of the file.',
      },
      ...visibleImports.slice(1),
    ],
  },
};

/** So can `createRequire`; this file resolves paths with it. */
const noCreateRequire = {
  files: sources,
  ignores: ['libs/embedded-postgres/src/postgres-binaries.ts'],
  rules: {
    '@typescript-eslint/no-restricted-imports': [
      'error',
      ...['node:module', 'module'].map((name) => ({ name, message: 'Import at the beginning of the file.' })),
    ],
  },
};

/** The rules of a package are rules for its sources: `src/**\/*.ts`. */
const noOtherSources = {
  files: ['**/*.{js,cjs,jsx,mts,cts,tsx}', '{libs,apps}/**/*.{mjs,ts}'],
  ignores: [...sources, '.httpyac.cjs', 'apps/*/bin/*.mjs', 'apps/console/vite.config.ts'],
  rules: {
    'no-restricted-syntax': [
      'error',
      { selector: 'Program', message: 'Packages have src/**/*.ts only, tools and tests also .mjs.' },
    ],
  },
};

const deepestFirst = packages().sort((a, b) => b.folder.split('/').length - a.folder.split('/').length);

const importDirection = {
  files: sources,
  plugins: { boundaries },
  settings: {
    'import/resolver': { typescript: { project: 'tsconfig.json' } },
    'boundaries/elements': deepestFirst.map(({ type, folder }) => ({ type, pattern: folder })),
    'boundaries/files': [{ category: 'spec', pattern: ['**/*.{spec,fixture}.ts', '**/src/testing/**'] }],
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
          {
            from: { file: { categories: 'spec' } },
            allow: { to: { element: { types: { anyOf: ['testing', 'tooling'] } } } },
          },
        ],
      },
    ],
    'boundaries/no-unknown-files': 'error',
    'no-restricted-imports': ['error', { patterns: [packagesByName] }],
    'no-restricted-syntax': ['error', ...visibleImports],
  },
};

/** A package imports only what its own package.json names; its specs also the workspace's tools. */
const declared = deepestFirst.reverse().map(({ folder }) => ({
  files: [`${folder}/**/*.{ts,tsx,mjs}`],
  plugins: { 'import-x': imports },
  settings: { 'import-x/resolver': { typescript: { project: 'tsconfig.json' } } },
  rules: {
    'import-x/no-extraneous-dependencies': [
      'error',
      {
        packageDir: [folder, '.'].map((name) => join(import.meta.dirname, name)),
        devDependencies: [...specs, ...bundled, '{tests,bench,tools,deploy}/**'].map((name) =>
          join(import.meta.dirname, name),
        ),
        includeInternal: true,
        includeTypes: true,
      },
    ],
  },
}));

const runsWithoutSpecs = {
  files: sources,
  ignores: specs,
  rules: { 'no-restricted-imports': ['error', { patterns: [packagesByName, nothingOfSpecs] }] },
};

const pureSyntax = [
  {
    selector:
      ":not(NewExpression[callee.name='Date'], CallExpression[callee.name='Date'], MemberExpression, BinaryExpression, TSTypeReference) > Identifier[name=/^(Date|Math)$/]",
    message: 'Use it under its own name, so that time and chance are visible.',
  },
  { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: 'Time is an argument.' },
  { selector: "CallExpression[callee.name='Date']", message: 'Time is an argument.' },
];
const globalObject = ['globalThis', 'global'].map((name) => ({
  name,
  message: 'Its properties are names of their own: Date, not globalThis.Date.',
}));
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
  ignores: [...specs, 'apps/all-in-one/**', 'apps/console/**', '**/main.ts'],
  rules: {
    'no-restricted-syntax': ['error', ...visibleImports, ...pureSyntax],
    'no-restricted-globals': ['error', ...globalObject],
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
      ...globalObject,
      ...[
        'process',
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
  ignores: ['libs/sdk/src/generated/**'],
  rules: {
    'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
    'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
    complexity: ['error', 20],
    'max-depth': ['error', 3],
  },
};

/** The rules that need types are in .oxlintrc.json. */
const typeScript = {
  files: ['**/*.{ts,tsx}'],
  extends: [tseslint.configs.recommended],
  languageOptions: { parserOptions: { emitDecoratorMetadata: true, experimentalDecorators: true } },
  rules: {
    '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    // Leaves files with decorators alone: there the class is what Nest injects.
    '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
    '@typescript-eslint/no-empty-object-type': ['error', { allowInterfaces: 'always' }], // open for declaration merging
  },
};

/** Specs read foreign JSON and hand methods to matchers; their stories are as long as they are. */
const looserInSpecs = {
  files: specs,
  rules: {
    'max-lines': ['error', 500],
    'max-lines-per-function': 'off',
    '@typescript-eslint/no-explicit-any': 'off',
  },
};

export default tseslint.config(
  { ignores: ['**/dist/', '.nx/', '.corridor/', 'coverage/'] },
  js.configs.recommended,
  { files: ['**/*.mjs'], rules: { 'no-undef': 'off' } }, // the type check knows better
  typeScript,
  noOtherSources,
  noCreateRequire,
  importDirection,
  loadedLater,
  ...declared,
  runsWithoutSpecs,
  timeAndChanceAreArguments,
  pureKernel,
  sizes,
  looserInSpecs,
);
