/**
 * Nx plugin: gives each package of the workspace its targets `build`, `lint`, `typecheck` and `test`, so that no package.json
 * repeats them, and gives the root the targets that check the whole workspace in one process. Caching and inputs are in
 * nx.json (`targetDefaults`). Results that depend on files of other packages than the declared ones are not cached: a
 * package.json says so.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { packages, root } from '../workspace.mjs';

/** @typedef {import('../workspace.mjs').Package} Package */
/** @typedef {{ command: string, options?: { cwd: string } }} Target */

/** @type {import('nx/src/project-graph/plugins/public-api').CreateNodes} */
export const createNodes = [
  'package.json',
  () => {
    const all = packages();
    const folders = all.map(({ folder }) => folder);
    const targets = all.map((one) => [one.folder, { targets: targetsOf(one, nestedIn(one, folders)) }]);
    const projects = Object.fromEntries([...targets, ['.', { name: 'workspace', targets: ofWorkspace }]]);
    return [['package.json', { projects }]];
  },
];

/** One process is faster than one for each package where everything must be checked. */
const ofWorkspace = {
  'lint-all': { command: 'eslint . && oxlint' },
  'format-all': { command: 'oxfmt --check' },
  'typecheck-all': { command: 'node tools/nx/typecheck.mjs' },
};

/** @param {Package} one @param {string[]} nested @returns {Record<string, Target>} */
function targetsOf({ folder, manifest }, nested) {
  const isBuilt = JSON.stringify(manifest.exports ?? {}).includes('./dist/');
  const toRoot = folder.replaceAll(/[^/]+/g, '..');
  const without = nested.map((inner) => `--ignore-pattern ${inner}`);
  return {
    ...(isBuilt && {
      build: {
        command: `swc src -d dist --config-file ${toRoot}/.swcrc --strip-leading-paths --copy-files --delete-dir-on-start --quiet`,
        options: { cwd: folder },
      },
    }),
    lint: {
      command: ['eslint', 'oxlint'].map((linter) => [linter, folder, ...without].join(' ')).join(' && '),
    },
    typecheck: { command: ['node tools/nx/typecheck.mjs', folder, ...nested].join(' ') },
    ...(hasUnitTests(folder, nested) && {
      test: {
        command: `jest --selectProjects unit --testPathPatterns '/${folder}/${isBuilt ? 'src/' : ''}'`,
      },
    }),
  };
}

/** @param {Package} one @param {string[]} folders */
const nestedIn = ({ folder }, folders) => folders.filter((other) => other.startsWith(`${folder}/`));

/** The system tests in `tests` need a running system: `npm test` runs them. @param {string} folder @param {string[]} nested */
const hasUnitTests = (folder, nested) =>
  folder !== 'tests' &&
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).some(
    (file) =>
      file.endsWith('.spec.ts') && !nested.some((inner) => join(folder, file).startsWith(`${inner}/`)),
  );
