/** Runs the steps of the test command, times them and counts their tests. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../workspace.mjs';
import { JestOutput, logFile, run } from './run.mjs';

const PROGRESS_SECONDS = 30;
/** Tests that take longer are named. */
const LONG_SECONDS = 60;
const REPORTERS = ['default', join(import.meta.dirname, 'reporter.mjs')].map((name) => `--reporters=${name}`);

/** @typedef {{ begun: number, output?: JestOutput }} Running a step, with the output of Jest if it runs tests */

export class Tally {
  passed = 0;
  failed = 0;
  skipped = 0;
  #checks = 0;
  /** @type {string[]} */
  #lines = [];
  /** @type {Map<string, Running>} by title */
  #running = new Map();
  #begun = Date.now();
  #isCi;
  #results;

  /**
   * @param {boolean} isCi in which a skipped test is a failure
   * @param {string} results folder for what Jest reports and for the count
   */
  constructor(isCi, results = join(root, '.corridor', 'test-results')) {
    this.#isCi = isCi;
    this.#results = results;
    rmSync(results, { recursive: true, force: true });
    mkdirSync(results, { recursive: true });
  }

  /**
   * Steps may run at the same time.
   * @param {string} title @param {(running: Running) => Promise<unknown>} work @returns {Promise<boolean>} whether it succeeded
   */
  async step(title, work) {
    console.log(`── ${title} …`);
    const begun = Date.now();
    /** @type {Running} */
    const running = { begun };
    this.#running.set(title, running);
    const failure = await work(running).then(
      () => null,
      (/** @type {Error} */ error) => error,
    );
    this.#running.delete(title);
    if (failure) console.error(failure.message);
    const line = `${failure ? 'FAILED' : 'ok    '} ${secondsSince(begun).padStart(7)} s  ${title}`;
    console.log(line);
    this.#lines.push(line);
    return !failure;
  }

  /** A check that does not consist of tests. @param {string} title @param {() => Promise<unknown>} work */
  async check(title, work) {
    const isWell = await this.step(title, work);
    if (isWell) this.#checks += 1;
    else this.failed += 1;
    return isWell;
  }

  /**
   * @param {string} title
   * @param {string} name of its result and of its log
   * @param {string[]} args for Jest
   * @param {Record<string, string>} env
   */
  jest(title, name, args, env) {
    const file = join(this.#results, `${name}.json`);
    const log = logFile(`${name}.tests`);
    return this.step(`${title} (log: ${log})`, async (running) => {
      const output = new JestOutput((line) => console.log(line));
      running.output = output;
      const progress = setInterval(() => {
        const long = output.runningFor(LONG_SECONDS).map((test) => `\n           ${test}`);
        const ended = `${output.files} files of ${title}`;
        console.log(`         ${secondsSince(this.#begun)} s: ${ended} …${long.join('')}`);
      }, PROGRESS_SECONDS * 1_000);
      // What a failed test has left open would keep Jest from ending.
      const options = ['--json', `--outputFile=${file}`, '--forceExit', ...REPORTERS, ...args];
      try {
        await run('jest', 'bin/jest.js', options, { env, log, show: (line) => output.take(line) });
      } finally {
        clearInterval(progress);
        this.#count(file);
      }
    });
  }

  /**
   * When the time is over, each step that still runs has failed. What it runs is named, and its tests that have ended
   * are counted.
   * @param {number} minutes
   */
  async limit(minutes) {
    await sleep(minutes * 60_000, undefined, { ref: false });
    for (const [title, { begun, output }] of this.#running) {
      const line = `FAILED ${secondsSince(begun).padStart(7)} s  ${title}: not ended after ${minutes} minutes in all`;
      console.error([line, ...(output?.runningFor(0) ?? [])].join('\n           '));
      this.#lines.push(line);
      this.passed += output?.passed ?? 0;
      this.failed += 1 + (output?.failed ?? 0);
    }
  }

  /** @param {string} what cannot be run here @param {string} why */
  cannotRun(what, why) {
    const line = `SKIPPED: ${what}: ${why}`;
    console.error(`\n${'!'.repeat(100)}\n${line}\n${'!'.repeat(100)}`);
    this.#lines.push(line);
    if (this.#isCi) this.failed += 1;
  }

  /**
   * @param {'Tests' | 'Checks'} [counted] what the command consists of
   * @returns {number} the exit code
   */
  conclude(counted = 'Tests') {
    const passed = counted === 'Tests' ? this.passed : this.#checks;
    const skipped = this.skipped > 0 ? `, ${this.skipped} skipped` : '';
    const count = `${passed} passed, ${this.failed} failed${skipped}`;
    writeFileSync(join(this.#results, 'count.txt'), `${count}\n`);
    const seconds = secondsSince(this.#begun);
    console.log(`\n${this.#lines.join('\n')}\n\n${counted} in all, in ${seconds} s: ${count}`);
    return this.failed > 0 || (this.#isCi && this.skipped > 0) || passed === 0 ? 1 : 0;
  }

  /** A suite that could not even be loaded counts as one failed test. @param {string} file */
  #count(file) {
    if (!existsSync(file)) {
      this.failed += 1;
      return;
    }
    const result = JSON.parse(readFileSync(file, 'utf8'));
    this.passed += result.numPassedTests;
    this.failed += result.numFailedTests + result.numRuntimeErrorTestSuites;
    this.skipped += result.numPendingTests + result.numTodoTests;
    if (!result.success && result.numFailedTests + result.numRuntimeErrorTestSuites === 0) this.failed += 1;
  }
}

/** @param {number} begun */
const secondsSince = (begun) => ((Date.now() - begun) / 1000).toFixed(1);
