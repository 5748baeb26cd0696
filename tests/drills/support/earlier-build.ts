import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Build } from '../../support/program.js';

const PACKAGES = resolve('node_modules');
const OURS = '@corridor';

/**
 * The all-in-one program of an earlier commit, from its sources, with the packages of others that are installed now.
 * @param commit of this repository
 * @throws Error if the clone does not have it
 */
export function earlierBuild(commit: string): Build & { readonly folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'corridor-earlier-'));
  const archive = join(folder, 'sources.tar');
  try {
    execFileSync('git', ['archive', '--output', archive, commit], { stdio: ['ignore', 'ignore', 'pipe'] });
  } catch (cause) {
    rmSync(folder, { recursive: true });
    throw new Error(`commit ${commit} is not in this clone: git fetch --unshallow`, { cause });
  }
  execFileSync('tar', ['-xf', archive, '-C', folder]);
  const packages = join(folder, 'node_modules');
  mkdirSync(join(packages, OURS), { recursive: true });
  for (const name of readdirSync(PACKAGES))
    if (name !== OURS) symlinkSync(join(PACKAGES, name), join(packages, name));
  for (const name of readdirSync(join(PACKAGES, OURS)))
    // relative, so they lead to the sources of that commit
    symlinkSync(readlinkSync(join(PACKAGES, OURS, name)), join(packages, OURS, name));
  const args = ['--import', './tools/from-source.mjs', 'apps/all-in-one/src/main.ts'];
  return { folder, args };
}
