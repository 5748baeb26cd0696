/**
 * For `node --import`: the program is killed at a step of its work with the files of the bank, in RAIL_FOLDER. The file KILL_AT says at which
 * one: names of steps that are reached in this order, such as `["after move to out", "before make prepared"]`. Whoever is killed removes it.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { dirname, relative, sep } from 'node:path';

const { RAIL_FOLDER: folder = '', KILL_AT: file = '' } = process.env;

/** `out`, or `..` outside of the folder. @param {string} path */
const partOf = (path) => relative(folder, path).split(sep)[0] ?? '';

/** What each function of `node:fs/promises` does there. @type {Record<string, (path: string, more: string) => string>} */
const works = {
  mkdir: (path) => `make ${partOf(path)}`,
  open: (path, flag) => (flag === 'w' ? `begin in ${partOf(path)}` : `sync ${partOf(path)}`),
  stat: (path) => `look in ${partOf(path)}`,
  rename: (from, to) => (dirname(from) === dirname(to) ? `write to ${partOf(to)}` : `move to ${partOf(to)}`),
  rm: (path) => `remove from ${partOf(path)}`,
};

const given = /** @type {Record<string, (...args: any[]) => Promise<unknown>>} */ (
  /** @type {unknown} */ (promises)
);
for (const [name, workOf] of Object.entries(works)) {
  const original = given[name];
  given[name] = async (path, ...more) => {
    if (typeof path !== 'string' || partOf(path) === '..') return original?.(path, ...more);
    const work = workOf(path, more[0]);
    reached(`before ${work}`);
    const result = await original?.(path, ...more);
    reached(`after ${work}`);
    return result;
  };
}
syncBuiltinESMExports();

let asked = '';
/** @type {string[]} */
let left = [];

/** @param {string} step */
function reached(step) {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (text !== asked) left = text === '' ? [] : JSON.parse(text);
  asked = text;
  if (step === left[0]) left = left.slice(1);
  if (text === '' || left.length > 0) return;
  rmSync(file);
  process.kill(process.pid, 'SIGKILL');
}
