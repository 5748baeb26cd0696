import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { run } from './cli.js';
import { commandsOf } from './command.js';
import type { Document } from './document.js';
import { processTerminal } from './process-terminal.js';

/** The folder of the installation: the repository, or what the image has of it. */
const root = new URL('../../../', import.meta.url);
const json = (path: string): unknown => JSON.parse(readFileSync(new URL(path, root), 'utf8'));

/** A program of its own: it loads all services, which takes a second. */
const program =
  (name: string) =>
  async (args: readonly string[]): Promise<number> => {
    const path = fileURLToPath(new URL(`apps/all-in-one/dist/${name}.js`, root));
    const child = spawn(process.execPath, [path, ...args], { stdio: 'inherit' });
    const [code] = (await once(child, 'exit')) as [number | null];
    return code ?? 1;
  };

/** Whoever reads the result may have enough of it (`… | head -1`): a command then ends as it would have. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

const terminal = { ...processTerminal, now: () => new Date() };
process.exitCode = await run(process.argv.slice(2), terminal, {
  version: (json('package.json') as { version: string }).version,
  commands: commandsOf(json('dist/docs/operator.openapi.json') as Document),
  doctor: program('doctor'),
  dr: program('dr'),
  migrate: program('migrate'),
});
