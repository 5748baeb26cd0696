/**
 * `npm run test:mutation [-- PART…]`: Stryker changes code on which money and security depend, one place at a time, and runs
 * the tests that execute it. It prints the changes that they do not notice, and the score of each file: the share of the
 * changes that they notice. Exit code 1 if one is below 90 % (`break` in stryker.config.mjs).
 *
 * It changes the files in the working tree and restores them in the end, also after Ctrl+C; after `kill -9` the originals are in
 * `.stryker-tmp`. The specs run as in `npm test`, in one process.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parts } from './mutation/parts.mjs';
import endPostgres from './postgres-for-specs-end.mjs';
import startPostgres from './postgres-for-specs.mjs';
import { forgetOtherServers } from './test/servers.mjs';
import { root } from './workspace.mjs';

const stryker = join(root, 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js');

/** @param {import('./mutation/parts.mjs').Target} target @returns {Promise<boolean>} whether its specs notice enough */
async function isNoticed({ file, specs }) {
  console.log(`\n${file}.ts`);
  const run = spawn(process.execPath, [stryker, 'run'], {
    cwd: root,
    env: { ...process.env, MUTATED_FILE: file, MUTATED_SPECS: specs.join(' ') },
    stdio: 'inherit',
  });
  const [code] = await once(run, 'exit');
  return code === 0;
}

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !parts[name]);
if (unknown.length > 0) throw new Error(`No part ${unknown.join(', ')}: ${Object.keys(parts).join(', ')}`);
forgetOtherServers(process.env);
await startPostgres();
const targets = Object.entries(parts).flatMap(([part, files]) =>
  asked.length === 0 || asked.includes(part) ? files : [],
);
const failed = [];
for (const target of targets) if (!(await isNoticed(target))) failed.push(`${target.file}.ts`);
await endPostgres();
if (failed.length > 0) {
  console.error(`Below 90 %, or not run: ${failed.join(', ')}`);
  process.exitCode = 1;
}
