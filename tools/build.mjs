/**
 * Builds every package and the API documents with Nx. Unchanged packages come from Nx's cache in `.nx`.
 *
 * Guarantee: it prints nothing on success, and the end of Nx's output on failure; Nx ends with this process.
 */
import { logFile, run } from './test/run.mjs';

/** @param {string[]} projects all by default */
export async function build(projects = []) {
  // Nx writes the results anew although they are there, and other tests run on them.
  if (process.env['CORRIDOR_BUILT']) return;
  const some = projects.length > 0 ? ['-t', 'build', '-p', projects.join(',')] : ['-t', 'build', 'docs'];
  await nx('build', [...some, '--parallel=2']);
}

/**
 * Runs targets of all packages. Nx takes a result from its cache if nothing has changed.
 *
 * @param {string} name of the log
 * @param {string[]} args
 */
export const nx = (name, args) =>
  run('nx', 'dist/bin/nx.js', ['run-many', '--outputStyle=static', ...args], {
    log: logFile(name),
    // Our plugin is small: a process of its own for each plugin takes longer than Nx itself.
    env: { NX_DAEMON: 'false', NX_TUI: 'false', NX_NO_CLOUD: 'true', NX_ISOLATE_PLUGINS: 'false' },
  });
