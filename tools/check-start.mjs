/** Checks the settings and the port of a composition before it is built, because a first build takes long. */
import { join } from 'node:path';
import { launch } from './program.mjs';

const root = join(import.meta.dirname, '..');

/**
 * Ends this process if the composition would not start, after printing why.
 *
 * @param {'all-in-one' | 'distributed'} composition
 */
export async function checkStart(composition) {
  const program = await launch({
    name: 'check',
    command: process.execPath,
    args: [
      '--import',
      join(import.meta.dirname, 'from-source.mjs'),
      join(root, 'apps', 'all-in-one', 'src', 'check.ts'),
      composition,
    ],
    output: 'inherit',
  });
  const exitCode = await program.exitCode();
  if (exitCode !== 0) process.exit(exitCode);
}
