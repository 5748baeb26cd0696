/**
 * A long-running child process.
 *
 * Guarantees: a Ctrl-C in the terminal does not reach it (it has its own process group), so this process stops it
 * gracefully; it is stopped only by its pid; it ends at the latest when this process ends, even by `kill -9`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { holdOnLeash } from './leash.mjs';

/**
 * @typedef {object} Launch
 * @property {string} name
 * @property {string} command
 * @property {string[]} args
 * @property {string} [argv0] the name under which the program sees itself
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env]
 * @property {boolean} [shell] whether a shell starts it
 * @property {'inherit' | { file: string } | ((line: string) => void)} output
 */

/** @typedef {Awaited<ReturnType<typeof launch>>} Program */

/** @param {Launch} options */
export async function launch({ name, command, args, argv0, cwd, env, shell, output }) {
  const child = spawn(command, args, { argv0, cwd, env, shell, detached: true, stdio: stdio(output) });
  const tail = keepTail(child, output);
  const exited = /** @type {Promise<[number | null, NodeJS.Signals | null]>} */ (once(child, 'exit'));
  exited.catch(() => undefined); // reported by the next line
  // At once: this process may be killed before it is told that there is a child.
  const letGo = child.pid === undefined ? () => undefined : holdOnLeash(child.pid);
  exited.then(letGo, () => undefined);
  await once(child, 'spawn');
  const pid = /** @type {number} */ (child.pid);
  const isRunning = () => child.exitCode === null && child.signalCode === null;

  return {
    name,
    pid,
    isRunning,
    /** @returns {Promise<number>} its exit code, 128 and more after a signal */
    exitCode: () => exited.then(([code, signal]) => code ?? (signal === 'SIGINT' ? 130 : 143)),
    /** @returns {Promise<string>} how it ended: `with SIGKILL`, `with exit code 1` */
    ending: () => exited.then(([code, signal]) => `with ${signal ?? `exit code ${code}`}`),
    /** Its last output. */
    tail: () => (typeof output === 'object' ? lastLines(output.file) : tail.join('\n')),
    /** Forwards a signal. @param {NodeJS.Signals} signal */
    signal: (signal) => child.kill(signal),
    /** Graceful; with SIGKILL if it has not ended after a while. */
    async stop(graceMs = 20_000) {
      if (isRunning()) child.kill('SIGTERM');
      await Promise.race([exited, sleep(graceMs, undefined, { ref: false })]);
      if (isRunning()) child.kill('SIGKILL');
      await exited;
    },
    /** Like a power failure. */
    async kill9() {
      if (isRunning()) child.kill('SIGKILL');
      await exited;
    },
  };
}

/**
 * Kills a program that is not ready in time, so that it can be started again.
 *
 * @param {Program} program
 * @param {() => Promise<boolean>} check
 */
export async function whenReady(program, check, timeoutMs = 240_000) {
  for (const deadline = Date.now() + timeoutMs; !(await check()); await sleep(50)) {
    if (!program.isRunning()) throw new Error(`${program.name} exited while it started:\n${program.tail()}`);
    if (Date.now() < deadline) continue;
    await program.kill9();
    throw new Error(`${program.name} was not ready in time:\n${program.tail()}`);
  }
}

/** @param {Launch['output']} output @returns {import('node:child_process').StdioOptions} */
function stdio(output) {
  if (output === 'inherit') return 'inherit';
  if (typeof output === 'function') return ['ignore', 'pipe', 'pipe'];
  const file = openSync(output.file, 'a');
  return ['ignore', file, file];
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {Launch['output']} output
 */
function keepTail(child, output) {
  /** @type {string[]} */
  const tail = [];
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream || typeof output !== 'function') continue;
    createInterface({ input: stream }).on('line', (line) => {
      if (tail.push(line) > 30) tail.shift();
      output(line);
    });
  }
  return tail;
}

/** @param {string} file */
const lastLines = (file) => readFileSync(file, 'utf8').trimEnd().split('\n').slice(-30).join('\n');
