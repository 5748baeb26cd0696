/**
 * `node tools/nx/typecheck.mjs [libs/kernel [folders to leave out]]`: reports the type errors in the whole workspace, or
 * in one package and what it imports, with the settings of tsconfig.json. TypeScript 7 is a native program, several times
 * faster than the version that typescript-eslint needs.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../workspace.mjs';

const [folder, ...nested] = process.argv.slice(2);
const compiler = join(root, 'node_modules', 'typescript-7', 'bin', 'tsc');
/** Runs in a browser, so it has settings of its own. */
const BROWSER = 'apps/console';
const projects = folder ? [folder === BROWSER ? BROWSER : projectOf(folder)] : [root, BROWSER];
const statuses = projects.map((project) => {
  const args = [compiler, '--noEmit', '-p', project];
  return spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status ?? 1;
});
process.exitCode = Math.max(...statuses);

/** @param {string} folder @returns {string} a tsconfig.json for it */
function projectOf(folder) {
  const file = join(root, '.corridor', 'types', `${folder.replaceAll('/', '-')}.json`);
  mkdirSync(join(file, '..'), { recursive: true });
  // The contracts declare the ids and refusals of which the kernel knows only that there are some.
  const include = [folder, 'libs/services/src', '**/*.d.ts'];
  const exclude = [...nested, '**/node_modules', '**/dist'];
  const fromFile = (/** @type {string[]} */ paths) => paths.map((path) => `../../${path}`);
  writeFileSync(
    file,
    JSON.stringify({
      extends: '../../tsconfig.json',
      include: fromFile(include),
      exclude: fromFile(exclude),
    }),
  );
  return file;
}
