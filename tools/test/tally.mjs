/** Runs the steps of the test command, times them and counts their tests. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');
const STEP_LIMIT_MINUTES = 30;

export class Tally {
  passed = 0;
  failed = 0;
  skipped = 0;
  /** @type {string[]} */
  #lines = [];
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

  /** @param {string} title @param {() => Promise<unknown>} work @returns {Promise<boolean>} whether it went well */
  async step(title, work) {
    console.log(`\n── ${title}`);
    const begun = Date.now();
    const failure = await work().then(
      () => null,
      (/** @type {Error} */ error) => error,
    );
    if (failure) console.error(failure.message);
    const seconds = ((Date.now() - begun) / 1000).toFixed(1);
    this.#lines.push(`${failure ? 'FAILED' : 'ok    '} ${seconds.padStart(7)} s  ${title}`);
    return !failure;
  }

  /** A check that is not made of tests. @param {string} title @param {() => Promise<unknown>} work */
  async check(title, work) {
    const isWell = await this.step(title, work);
    if (!isWell) this.failed += 1;
    return isWell;
  }

  /**
   * @param {string} title
   * @param {string} name of its result
   * @param {string[]} args for Jest
   * @param {Record<string, string>} env
   */
  jest(title, name, args, env) {
    const file = join(this.#results, `${name}.json`);
    return this.step(title, async () => {
      const options = ['--json', `--outputFile=${file}`, ...args];
      await tool('jest', 'bin/jest.js', options, env).finally(() => this.#count(file));
    });
  }

  /** @param {string} what cannot be run here @param {string} why */
  cannotRun(what, why) {
    const line = `SKIPPED: ${what}: ${why}`;
    console.error(`\n${'!'.repeat(100)}\n${line}\n${'!'.repeat(100)}`);
    this.#lines.push(line);
    if (this.#isCi) this.failed += 1;
  }

  /** @returns {number} the exit code */
  conclude() {
    const skipped = this.skipped > 0 ? `, ${this.skipped} skipped` : '';
    const count = `${this.passed} passed, ${this.failed} failed${skipped}`;
    writeFileSync(join(this.#results, 'count.txt'), `${count}\n`);
    console.log(`\n${this.#lines.join('\n')}\n\nTests in all: ${count}`);
    return this.failed > 0 || (this.#isCi && this.skipped > 0) || this.passed === 0 ? 1 : 0;
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

/**
 * Runs a program of an installed package to its end.
 * @param {string} name @param {string} file @param {string[]} args @param {Record<string, string>} [env]
 */
export async function tool(name, file, args, env = {}) {
  const program = join(createRequire(import.meta.url).resolve(`${name}/package.json`), '..', file);
  const child = spawn(process.execPath, [program, ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
    timeout: STEP_LIMIT_MINUTES * 60_000,
    killSignal: 'SIGKILL',
  });
  const [code, signal] = await once(child, 'exit');
  if (signal === 'SIGKILL')
    throw new Error(`${name} was ended: it took longer than ${STEP_LIMIT_MINUTES} minutes`);
  if (code !== 0) throw new Error(`${name} ended with exit code ${code}`);
}
