import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { Tally } from './tally.ts';

/**
 * @typedef {object} Stored
 * @property {string} commit
 * @property {number} operations
 * @property {[first: number, last: number][]} finished
 * @property {Record<string, number>} injected
 * @property {Record<number, readonly string[]>} failed
 */

/** The seeds that are finished for one commit, in a file or, without one, for this run alone. */
export class SeedRecord {
  #tally = new Tally();
  /** @type {Set<number>} */
  #finished = new Set();
  #commit = '';

  /** @param {string | undefined} file @param {number} operations */
  constructor(file, operations) {
    this.file = file;
    this.operations = operations;
    if (!file) return;
    this.#commit = commitOfTree();
    if (existsSync(file)) this.#read(file);
  }

  /** @param {number} seed */
  has(seed) {
    return this.#finished.has(seed);
  }

  /** @param {import('./tally.ts').Finding} finding */
  add(finding) {
    this.#tally.add(finding);
    this.#finished.add(finding.seed);
    if (this.file) this.#write(this.file);
  }

  get failures() {
    return Object.keys(this.#tally.failed).length;
  }

  get summary() {
    const finished = rangesOf(this.#finished).map(([from, to]) => `${from} to ${to}`);
    return `finished: ${finished.join(', ')}; ${this.failures} failed; ${this.#tally.faults}`;
  }

  /** @param {string} file */
  #read(file) {
    /** @type {Stored} */
    const { commit, operations, finished, injected, failed } = JSON.parse(readFileSync(file, 'utf8'));
    if (commit !== this.#commit || operations !== this.operations)
      throw new Error(`${file} is of commit ${commit} with ${operations} operations a seed`);
    for (const [from, to] of finished) for (let seed = from; seed <= to; seed++) this.#finished.add(seed);
    Object.assign(this.#tally.injected, injected);
    Object.assign(this.#tally.failed, failed);
  }

  /** @param {string} file */
  #write(file) {
    const { injected, failed } = this.#tally;
    /** @type {Stored} */
    const stored = {
      commit: this.#commit,
      operations: this.operations,
      finished: rangesOf(this.#finished),
      injected,
      failed,
    };
    writeFileSync(`${file}.new`, `${JSON.stringify(stored, null, 2)}\n`);
    renameSync(`${file}.new`, file);
  }
}

/** @throws Error if files have changed since then */
function commitOfTree() {
  const git = (/** @type {string[]} */ ...args) => execFileSync('git', args, { encoding: 'utf8' }).trim();
  const changed = git('status', '--porcelain', '--untracked-files=no');
  if (changed) throw new Error(`--record counts seeds for a commit, and files have changed:\n${changed}`);
  return git('rev-parse', 'HEAD');
}

/** @param {ReadonlySet<number>} seeds @returns {[first: number, last: number][]} */
function rangesOf(seeds) {
  /** @type {[number, number][]} */
  const ranges = [];
  for (const seed of [...seeds].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last && last[1] === seed - 1) last[1] = seed;
    else ranges.push([seed, seed]);
  }
  return ranges;
}
