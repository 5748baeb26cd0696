/** Runs programs for the test command: without output on success, with the whole output in a log file. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { holdOnLeash } from '../leash.mjs';
import { root } from '../workspace.mjs';
import { MARK } from './reporter.mjs';

const LOGS = join('.corridor', 'logs');

/** @param {string} name @returns {string} where its log is, from the root */
export function logFile(name) {
  mkdirSync(join(root, LOGS), { recursive: true });
  return join(LOGS, `${name}.log`);
}

/**
 * Runs a program of an installed package until it exits, or until this process does.
 *
 * @param {string} name of the package
 * @param {string} file
 * @param {string[]} args
 * @param {object} options
 * @param {string} options.log the log file for its whole output, relative to the root
 * @param {(line: string) => void} [options.show] receives each line
 * @param {Record<string, string>} [options.env]
 * @throws Error if it fails; with the end of its output if there is no `show`
 */
export async function run(name, file, args, { log, show, env = {} }) {
  const program = join(createRequire(import.meta.url).resolve(`${name}/package.json`), '..', file);
  const child = spawn(process.execPath, [program, ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  const letGo = holdOnLeash(/** @type {number} */ (child.pid));
  const logFile = createWriteStream(join(root, log));
  /** @type {string[]} */
  const last = [];
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => {
      logFile.write(`${line}\n`);
      if (last.push(line) > 200) last.shift();
      show?.(line);
    });
  const [code, signal] = await once(child, 'close');
  letGo();
  logFile.end();
  if (code === 0) return;
  const why = signal ? `was ended by ${signal}` : `ended with exit code ${code}`;
  throw new Error([...(show ? [] : last), `${name} ${why}, see ${log}`].join('\n'));
}

/** Reduces Jest's output to the files that fail, and why. Knows what has ended and what runs. */
export class JestOutput {
  files = 0;
  passed = 0;
  failed = 0;
  /** @type {Map<string, { test?: string, since: number }>} by file */
  #running = new Map();
  #isShown = false;
  #write;

  /** @param {(line: string) => void} write */
  constructor(write) {
    this.#write = write;
  }

  /** @param {string} line */
  take(line) {
    if (line.startsWith(MARK)) return this.#note(JSON.parse(line.slice(MARK.length)));
    const [, outcome] = /^(PASS|FAIL) /.exec(line) ?? [];
    if (outcome) this.#isShown = outcome === 'FAIL';
    // The summary repeats what was printed above.
    if (/^(Summary of all failing tests|Test Suites: )/.test(line)) this.#isShown = false;
    if (this.#isShown) this.#write(line);
  }

  /** @param {number} seconds @returns {string[]} the tests that have run for longer */
  runningFor(seconds) {
    const now = Date.now();
    return [...this.#running]
      .map(([file, { test, since }]) => ({ name: [file, test ?? 'loading'].join(' › '), ms: now - since }))
      .filter(({ ms }) => ms > seconds * 1_000)
      .map(({ name, ms }) => `${name} (${Math.round(ms / 1_000)} s)`);
  }

  /** @param {import('./reporter.mjs').Report} report */
  #note({ file, test, ended }) {
    if (!ended) return void this.#running.set(file, { test, since: Date.now() });
    this.#running.delete(file);
    this.files += 1;
    this.passed += ended.passed;
    this.failed += ended.failed;
  }
}
