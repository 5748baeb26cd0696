/** Runs the steps of the test command, times them and counts their tests. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../workspace.mjs';
import { JestOutput, logFile, run } from './run.mjs';

const PROGRESS_SECONDS = 30;
/** Tests that take longer are named. */
const LONG_SECONDS = 60;
/** If more files fail, it is not for the load of the machine. */
const REPEATED = 8;
const REPORTERS = ['default', join(import.meta.dirname, 'reporter.mjs')].map((name) => `--reporters=${name}`);

/** @typedef {{ begun: number, output?: JestOutput }} Running a step, with the output of Jest if it runs tests */
/** @typedef {{ name: string, status: string, assertionResults: { fullName: string, status: string }[] }} TestFile as Jest reports it */
/** @typedef {{ files: TestFile[], error: Error | null }} Outcome of Jest */

export class Tally {
  passed = 0;
  failed = 0;
  skipped = 0;
  /** Files that passed only when they ran again. */
  flaky = 0;
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
   * Files with a failed test run again, one after the other: what passes then is no failure, but is named (ADR 76).
   * @param {string} title
   * @param {string} name of its result and of its log
   * @param {string[]} args for Jest
   * @param {Record<string, string>} env
   */
  jest(title, name, args, env) {
    return this.step(`${title} (log: ${logFile(`${name}.tests`)})`, async (running) => {
      const first = await this.#jest(running, title, name, args, env);
      const failed = first.files.filter((file) => file.status === 'failed');
      if (!first.error || failed.length === 0 || failed.length > REPEATED) return this.#take(first);
      const alone = args.filter((arg) => !/^--(maxWorkers|runInBand)\b/.test(arg));
      const paths = failed.map((file) => file.name);
      const again = ['--runInBand', ...alone, '--runTestsByPath', ...paths];
      const second = await this.#jest(running, `${title}, again`, `${name}.again`, again, env);
      const passedAlone = second.files
        .filter(({ status }) => status === 'passed')
        .map(({ name: path }) => path);
      this.#noteFlaky(failed.filter((file) => passedAlone.includes(file.name)));
      const passed = first.files.filter((file) => file.status !== 'failed');
      this.#take({ files: [...passed, ...second.files], error: second.error });
    });
  }

  /**
   * @param {Running} running @param {string} title @param {string} name @param {string[]} args @param {Record<string, string>} env
   * @returns {Promise<Outcome>}
   */
  async #jest(running, title, name, args, env) {
    const file = join(this.#results, `${name}.json`);
    const output = new JestOutput((line) => console.log(line));
    running.output = output;
    const progress = setInterval(() => {
      const long = output.runningFor(LONG_SECONDS).map((test) => `\n           ${test}`);
      const ended = `${output.files} files of ${title}`;
      console.log(`         ${secondsSince(this.#begun)} s: ${ended} …${long.join('')}`);
    }, PROGRESS_SECONDS * 1_000);
    // What a failed test has left open would keep Jest from ending.
    const options = ['--json', `--outputFile=${file}`, '--forceExit', ...REPORTERS, ...args];
    const log = logFile(`${name}.tests`);
    const error = await run('jest', 'bin/jest.js', options, {
      env,
      log,
      show: (line) => output.take(line),
    }).then(
      () => null,
      (/** @type {Error} */ failure) => failure,
    );
    clearInterval(progress);
    return { error, files: existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).testResults : [] };
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
    const flaky = this.flaky > 0 ? `, ${this.flaky} flaky` : '';
    const count = `${passed} passed, ${this.failed} failed${skipped}${flaky}`;
    writeFileSync(join(this.#results, 'count.txt'), `${count}\n`);
    const seconds = secondsSince(this.#begun);
    console.log(`\n${this.#lines.join('\n')}\n\n${counted} in all, in ${seconds} s: ${count}`);
    return this.failed > 0 || (this.#isCi && this.skipped > 0) || passed === 0 ? 1 : 0;
  }

  /** @param {Outcome} outcome @throws Error if Jest ended with one */
  #take({ files, error }) {
    const failed = this.failed;
    for (const { name, status, assertionResults } of files) {
      const count = (/** @type {string[]} */ ...statuses) =>
        assertionResults.filter((test) => statuses.includes(test.status)).length;
      this.passed += count('passed');
      this.skipped += count('pending', 'todo');
      this.failed += count('failed') || (status === 'failed' ? 1 : 0); // a suite that could not even be loaded
      if (status === 'failed') this.#lines.push(`FAILED: ${namesOf({ name, assertionResults })}`);
    }
    if (error && this.failed === failed) this.failed += 1;
    if (error) throw error;
  }

  /** @param {TestFile[]} files */
  #noteFlaky(files) {
    for (const file of files) {
      const line = `FLAKY: ${namesOf(file)}: failed beside other tests, and passed alone`;
      console.error(line);
      this.#lines.push(line);
      this.flaky += 1;
    }
  }
}

/** A file, and its tests that have failed. @param {Pick<TestFile, 'name' | 'assertionResults'>} file */
function namesOf({ name, assertionResults }) {
  const failed = assertionResults.filter(({ status }) => status === 'failed');
  return [relative(root, name), ...failed.map(({ fullName }) => fullName)].join(' › ');
}

/** @param {number} begun */
const secondsSince = (begun) => ((Date.now() - begun) / 1000).toFixed(1);
