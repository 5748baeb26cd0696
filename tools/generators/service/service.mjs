/**
 * `npx nx g corridor:service standing-orders`: a service with one aggregate (`standing-order`), its controller, view,
 * migration, messages and specs, and a contract package. It also adds the service to the two lists of all services, its
 * messages to the timeline, and both packages to the lock file, and prints the remaining manual steps.
 */
import { join } from 'node:path';
import { formatFiles, generateFiles, readJson, updateJson } from '@nx/devkit';

/** @typedef {import('@nx/devkit').Tree} Tree */

/** The record has the name without the s. */
const NAME = /^[a-z]+(-[a-z]+)*s$/;

/** Of every package of this workspace. */
const VERSION = '0.1.0';

/** @param {Tree} tree @param {{ name: string, prefix?: string }} options */
export async function service(tree, { name, prefix = name.replaceAll('-', '').slice(0, 3) }) {
  if (!NAME.test(name))
    throw new Error(
      `the name must be a plural in kebab-case that ends in s, such as standing-orders: ${name}`,
    );
  if (tree.exists(`apps/${name}`)) throw new Error(`the service ${name} already exists`);
  const names = namesOf(name, prefix);
  generateFiles(tree, join(import.meta.dirname, 'files'), `apps/${name}`, names);
  addToContracts(tree, names);
  addToModules(tree, names);
  addToTimeline(tree, names);
  addToAlerts(tree, names);
  for (const [folder, dependencies] of Object.entries(dependenciesOf(name)))
    declare(tree, folder, dependencies);
  addToLock(tree, name);
  await formatFiles(tree);
  return () => console.log(remaining(names));
}

/** @param {string} name @param {string} prefix */
function namesOf(name, prefix) {
  const record = name.slice(0, -1);
  return {
    service: name,
    record,
    prefix,
    serviceCamel: camel(name),
    serviceSnake: name.replaceAll('-', '_'),
    serviceWords: name.replaceAll('-', ' '),
    Service: pascal(name),
    recordCamel: camel(record),
    recordSnake: record.replaceAll('-', '_'),
    recordWords: record.replaceAll('-', ' '),
    Record: pascal(record),
    tmpl: '',
  };
}

/** @typedef {ReturnType<typeof namesOf>} Names */

/** @param {string} name */
const pascal = (name) => name.replace(/(^|-)(\w)/g, (_, __, letter) => letter.toUpperCase());

/** @param {string} name */
const camel = (name) => name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());

/** @param {Tree} tree @param {string} file @param {[RegExp, string][]} changes */
function change(tree, file, changes) {
  const text = changes.reduce(
    (before, [pattern, replacement]) => {
      if (!pattern.test(before)) throw new Error(`${file} has no ${String(pattern)}`);
      return before.replace(pattern, replacement);
    },
    tree.read(file, 'utf8') ?? '',
  );
  tree.write(file, text);
}

/** @param {Tree} tree @param {Names} names */
const addToContracts = (tree, { service, serviceCamel }) =>
  change(tree, 'libs/services/src/contracts.ts', [
    [/^/, `import { contract as ${serviceCamel} } from '@corridor/${service}-contract';\n`],
    [/(export const contracts = \[[^\]]*?),?\s*\]/, `$1, ${serviceCamel}]`],
  ]);

/** @param {Tree} tree @param {Names} names */
const addToModules = (tree, { service, serviceCamel, Service }) =>
  change(tree, 'apps/all-in-one/src/modules.ts', [
    [/^/, `import { ${Service}Module, service as ${serviceCamel} } from '@corridor/${service}';\n`],
    [/(readonly Manifest\[\] = \[[^\]]*?),?\s*\]/, `$1, ${serviceCamel}]`],
    [/(\(Type \| DynamicModule\)\[\] => \[[^\]]*?),?\s*\]/, `$1, ${Service}Module]`],
  ]);

/** A message without a sentence does not compile. @param {Tree} tree @param {Names} names */
const addToTimeline = (tree, { recordSnake, recordWords }) =>
  change(tree, 'apps/gateway/src/timeline/sentences.ts', [
    [
      /(?=\n\};\n\n\/\*\* What happened\. \*\/)/,
      ['opened', 'closed']
        .map((verb) => `\n  '${recordSnake}.${verb}': () => 'The ${recordWords} was ${verb}.',`)
        .join(''),
    ],
  ]);

/** A service of which Prometheus gets no metrics is missed by its name. @param {Tree} tree @param {Names} names */
const addToAlerts = (tree, { service }) =>
  change(tree, 'deploy/observability/alerts.yaml', [
    [
      /(?<=CorridorMetricsMissing\n[^]*?service="webhook-dispatcher"\}\))/,
      `\n          or absent(corridor_outbox_pending{service="${service}"})`,
    ],
  ]);

/** Whose versions a new service takes. */
const MODELS = ['apps/ledger', 'apps/ledger/contract'];

/** What the generated packages import, and who imports them. @param {string} name @returns {Record<string, string[]>} */
const dependenciesOf = (name) => ({
  [`apps/${name}/contract`]: ['@corridor/contracts', '@corridor/kernel'],
  [`apps/${name}`]: [
    `@corridor/${name}-contract`,
    ...['contracts', 'event-store', 'http', 'kernel', 'platform', 'search'].map((one) => `@corridor/${one}`),
    '@nestjs/common',
    '@nestjs/swagger',
    'typeorm',
  ],
  'libs/services': [`@corridor/${name}-contract`],
  'apps/all-in-one': [`@corridor/${name}`],
});

/** @param {Tree} tree @param {string} folder @param {string[]} names */
function declare(tree, folder, names) {
  const file = `${folder}/package.json`;
  /** @type {Record<string, string>} */
  const versions = Object.assign(
    {},
    ...MODELS.map((model) => readJson(tree, `${model}/package.json`).dependencies),
  );
  const added = names.map((name) => [name, name.startsWith('@corridor/') ? VERSION : versions[name]]);
  updateJson(tree, file, ({ nx, dependencies, ...rest }) => ({
    ...rest,
    dependencies: sorted({ ...dependencies, ...Object.fromEntries(added) }),
    nx,
  }));
}

/** @param {Record<string, string>} dependencies */
const sorted = (dependencies) =>
  Object.fromEntries(Object.entries(dependencies).sort(([a], [b]) => a.localeCompare(b, 'en')));

/** The packages of the workspace are in the lock, which `npm ci` compares. @param {Tree} tree @param {string} name */
function addToLock(tree, name) {
  const lock = JSON.parse(tree.read('package-lock.json', 'utf8') ?? '');
  const { '': root, ...packages } = lock.packages;
  for (const folder of [`apps/${name}`, `apps/${name}/contract`]) {
    const entry = lockEntry(tree, folder);
    packages[folder] = entry;
    packages[`node_modules/${entry.name}`] = { resolved: folder, link: true };
  }
  for (const folder of ['libs/services', 'apps/all-in-one']) packages[folder] = lockEntry(tree, folder);
  const inOrder = Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1));
  tree.write(
    'package-lock.json',
    `${JSON.stringify({ ...lock, packages: { '': root, ...Object.fromEntries(inOrder) } }, null, 2)}\n`,
  );
}

/** What npm writes into the lock about a package of the workspace. @param {Tree} tree @param {string} folder */
function lockEntry(tree, folder) {
  const { name, version, license, dependencies, devDependencies, optionalDependencies } = readJson(
    tree,
    `${folder}/package.json`,
  );
  return { name, version, license, dependencies, devDependencies, optionalDependencies };
}

/** @param {Names} names */
const remaining = ({ service, record }) => `
Remaining steps:
  1. apps/${service}/src/${record} and apps/${service}/contract: replace the sample rules, record and messages
  2. apps/${service}/src/service.ts: listensTo, if it reacts to messages of other services
  3. apps/webhook-dispatcher/contract/src/event-types.ts: publishers, if one of its messages is sent to webhooks
  4. docs/tour.http: a request for each operation
  5. tests/support/routes.ts: the mutations of /v1/${service}
  6. npm run lock, npm ci, npm run messages, npm run deploy:files, npm run openapi
`;
