/** Runs the steps of the test command, times them and counts their tests. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../workspace.mjs';
import { JestOutput, logFile, run } from './run.mjs';

const PROGRESS_SECONDS = 30;

export class Tally {
  passed = 0;
  failed = 0;
  skipped = 0;
  #checks = 0;
  /** @type {string[]} */
  #lines = [];
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
   * @param {string} title @param {() => Promise<unknown>} work @returns {Promise<boolean>} whether it succeeded
   */
  async step(title, work) {
    console.log(`── ${title} …`);
    const begun = Date.now();
    const failure = await work().then(
      () => null,
      (/** @type {Error} */ error) => error,
    );
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
    return this.step(`${title} (log: ${log})`, async () => {
      const output = new JestOutput((line) => console.log(line));
      const progress = setInterval(
        () => console.log(`         ${secondsSince(this.#begun)} s: ${output.files} files of ${title} …`),
        PROGRESS_SECONDS * 1_000,
      );
      const options = ['--json', `--outputFile=${file}`, ...args];
      try {
        await run('jest', 'bin/jest.js', options, { env, log, show: (line) => output.take(line) });
      } finally {
        clearInterval(progress);
        this.#count(file);
      }
    });
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
