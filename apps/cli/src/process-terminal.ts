import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { Writable } from 'node:stream';
import type { Terminal } from './terminal.js';
import { UsageError } from './usage-error.js';

/** npx passes on a Ctrl-C that the terminal has sent already: a later one is the second one of the user. */
const SAME_SIGNAL_MS = 1_000;

/** The terminal of this process. */
export const processTerminal: Omit<Terminal, 'now'> = {
  variables: process.env,
  columns: process.stdout.isTTY ? process.stdout.columns : null,
  write: (line) => void process.stdout.write(line),
  say: (line) => void process.stderr.write(line),
  read: () => text(process.stdin),
  ask(question, isSecret = false) {
    if (!process.stdin.isTTY)
      throw new UsageError(`${question} cannot be asked: standard input is no terminal`);
    process.stderr.write(`${question}: `);
    const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
    const lines = createInterface({
      input: process.stdin,
      output: isSecret ? silent : process.stderr,
      terminal: true,
    });
    return new Promise((resolve, reject) => {
      lines.once('SIGINT', () => {
        lines.close();
        process.stderr.write('\n');
        reject(new UsageError('cancelled'));
      });
      lines.once('line', (line) => {
        lines.close();
        if (isSecret) process.stderr.write('\n');
        resolve(line);
      });
    });
  },
  interrupted: () =>
    new Promise((resolve) => {
      process.stdout.once('error', () => resolve()); // nobody reads on: `… | head -1`
      let since: number | null = null;
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
        process.on(signal, () => {
          if (since !== null && performance.now() - since > SAME_SIGNAL_MS) process.exit(130);
          since ??= performance.now();
          resolve();
        });
    }),
};
