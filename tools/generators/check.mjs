/**
 * `npm run test:generator`: generates a service into a scratch copy of the workspace and runs every check there that a
 * new service must pass: types, lint, format, build, the derived files, and the specs of the service and of the contracts.
 *
 * Guarantee: nothing is written into this workspace; the scratch copy is removed unless a check fails.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');
const NAME = 'standing-orders';
/** These checks do not depend on the remaining manual steps. */
const SPECS = [`apps/${NAME}`, 'libs/services', 'libs/contracts', 'deploy/[^/]+\\.spec'];

const scratch = mkdtempSync(join(tmpdir(), 'corridor-generator-'));
copyTo(scratch);
const packages = packagesIn(scratch);
link(packages);
run('generate', createRequire(import.meta.url).resolve('nx/bin/nx.js'), [
  'generate',
  'corridor:service',
  NAME,
]);
link([`apps/${NAME}`, `apps/${NAME}/contract`]);
run('types', join(scratch, 'tools/nx/typecheck.mjs'));
run('messages', join(scratch, 'tools/messages.mjs'));
run('build and documents', join(scratch, 'tools/openapi.mjs'));
run('deploy files', join(scratch, 'deploy/write.mjs'));
const generated = [`apps/${NAME}`, 'libs/services'];
run('lint', 'eslint/bin/eslint.js', [...generated, 'apps/all-in-one/src/modules.ts']);
run('lint of types', 'oxlint/bin/oxlint', generated);
run('format', 'oxfmt/bin/oxfmt', ['--check', ...generated, 'docs/architecture.md', 'docs/settings.md']);
run('specs', 'jest/bin/jest.js', SPECS);
rmSync(scratch, { recursive: true, force: true });

/** Copies the files that git tracks, and links every installed package. @param {string} to */
function copyTo(to) {
  const { stdout } = spawnSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const file of stdout.trim().split('\n')) {
    mkdirSync(dirname(join(to, file)), { recursive: true });
    cpSync(join(root, file), join(to, file), { force: true });
  }
  const installed = join(root, 'node_modules');
  mkdirSync(join(to, 'node_modules', '@corridor'), { recursive: true });
  for (const name of readdirSync(installed))
    if (name !== '@corridor' && name !== 'corridor')
      symlinkSync(join(installed, name), join(to, 'node_modules', name));
}

/** The folders of the workspace's packages. @param {string} of */
function packagesIn(of) {
  const { stdout } = spawnSync('git', ['ls-files', '*/package.json'], {
    cwd: root,
    encoding: 'utf8',
  });
  const folders = stdout.trim().split('\n').map(dirname);
  if (folders.length === 0) throw new Error(`there are no packages in ${of}`);
  return folders;
}

/** Links the packages of the workspace as npm does. @param {string[]} folders */
function link(folders) {
  for (const folder of folders) {
    const { name } = JSON.parse(readFileSync(join(scratch, folder, 'package.json'), 'utf8'));
    symlinkSync(join(scratch, folder), join(scratch, 'node_modules', name));
  }
}

/** @param {string} what @param {string} program a path, or one below node_modules @param {string[]} [args] */
function run(what, program, args = []) {
  const from = Date.now();
  const path = program.startsWith('/') ? program : join(root, 'node_modules', program);
  const { status, stdout, stderr } = spawnSync(process.execPath, [path, ...args], {
    cwd: scratch,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    env: {
      ...process.env,
      NX_DAEMON: 'false',
      NX_TUI: 'false',
      NX_NO_CLOUD: 'true',
      NX_ISOLATE_PLUGINS: 'false',
      NX_WORKSPACE_ROOT_PATH: scratch,
    },
  });
  if (status !== 0) {
    process.stderr.write(`${stdout}${stderr}`);
    console.error(`The generated service fails: ${what}. The copy is in ${scratch}`);
    process.exit(1);
  }
  console.log(`${what.padEnd(20)} ${((Date.now() - from) / 1000).toFixed(0)} s`);
}
