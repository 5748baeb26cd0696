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
async function doctor(args: readonly string[]): Promise<number> {
  const program = fileURLToPath(new URL('apps/all-in-one/dist/doctor.js', root));
  const child = spawn(process.execPath, [program, ...args], { stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

process.exitCode = await run(process.argv.slice(2), processTerminal, {
  version: (json('package.json') as { version: string }).version,
  commands: commandsOf(json('dist/docs/operator.openapi.json') as Document),
  doctor,
});
