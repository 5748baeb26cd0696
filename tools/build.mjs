/**
 * Builds every package and the API documents with Nx. Unchanged packages come from Nx's cache in `.nx`.
 *
 * Guarantee: it prints nothing on success, and the whole output on failure.
 */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** @param {string[]} projects all by default */
export function build(projects = []) {
  // Nx writes the results anew although they are there, and other tests run on them.
  if (process.env['CORRIDOR_BUILT']) return;
  const nx = createRequire(import.meta.url).resolve('nx/bin/nx.js');
  const targets = projects.length > 0 ? ['build'] : ['build', 'docs'];
  const some = projects.length > 0 ? ['-p', projects.join(',')] : [];
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [nx, 'run-many', '-t', ...targets, '--parallel=2', '--outputStyle=static', ...some],
    {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      env: { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false', NX_NO_CLOUD: 'true' },
    },
  );
  if (status === 0) return;
  process.stderr.write(stdout + stderr);
  throw new Error('The build failed');
}
