/**
 * `npm run test:mutation [-- PART…]`: Stryker changes code on which money and security depend, one place at a time, and runs
 * the specs of the changed file. It prints the changes that they do not notice, and the score of each part: the share of the
 * changes that they notice. Exit code 1 if it is below 90 %.
 *
 * It changes the files in the working tree and restores them in the end, also after Ctrl+C; after `kill -9` the originals are in
 * `.stryker-tmp`. The specs run as in `npm test`, in one process.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parts } from './mutation/parts.mjs';
import { root } from './workspace.mjs';

/** @typedef {{ status: string, replacement: string, location: { start: { line: number, column: number } } }} Change */

const LEAST_SCORE = 90;
const NOTICED = ['Killed', 'Timeout'];
/** Changes with which the file cannot be loaded prove nothing about its specs. */
const COUNTED = [...NOTICED, 'Survived'];

/** @param {import('./mutation/parts.mjs').Target} target @returns {Change[]} */
function changesOf({ file, specs = [file] }) {
  const stryker = join(root, 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js');
  const { status } = spawnSync(process.execPath, [stryker, 'run'], {
    cwd: root,
    env: { ...process.env, MUTATED_FILE: file, MUTATED_SPECS: specs.join(' ') },
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error(`Stryker ended with exit code ${status}`);
  const { files } = JSON.parse(readFileSync(join(root, '.stryker-tmp', 'reports', `${file}.json`), 'utf8'));
  return files[`${file}.ts`].mutants.filter((/** @type {Change} */ { status }) => COUNTED.includes(status));
}

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !parts[name]);
if (unknown.length > 0) throw new Error(`No part ${unknown.join(', ')}: ${Object.keys(parts).join(', ')}`);
for (const [part, targets] of Object.entries(parts)) {
  if (asked.length > 0 && !asked.includes(part)) continue;
  const total = { noticed: 0, all: 0 };
  for (const target of targets) {
    const changes = changesOf(target);
    const missed = changes.filter(({ status }) => !NOTICED.includes(status));
    for (const { location, replacement } of missed)
      console.log(`  ${target.file}.ts:${location.start.line}:${location.start.column} → ${replacement}`);
    total.noticed += changes.length - missed.length;
    total.all += changes.length;
    console.log(`  ${target.file}.ts: ${changes.length - missed.length} of ${changes.length}`);
  }
  const score = (100 * total.noticed) / total.all;
  console.log(`${part}: ${total.noticed} of ${total.all} changes noticed, ${score.toFixed(1)} %`);
  if (score < LEAST_SCORE) process.exitCode = 1;
}
