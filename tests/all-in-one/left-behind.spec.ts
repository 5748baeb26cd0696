import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from '@corridor/embedded-postgres';

/** As a spec whose `beforeAll` fails after it has started the program: nothing ends the program. */
const script = `
  const { Program } = await import(${JSON.stringify(join(__dirname, '..', 'support', 'program.ts'))});
  const program = await Program.with({});
  const waits = setInterval(() => undefined, 1_000);
  await program.start();
  clearInterval(waits);
  process.stdout.write(JSON.stringify({ dataDir: program.dataDir, postmaster: program.postmasterPid }));`;

it('a program that a test leaves running does not keep the tests alive, and ends with them', async () => {
  const fromSource = join(__dirname, '..', '..', 'tools', 'from-source.mjs');
  const tests = spawn(process.execPath, ['--import', fromSource, '--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const timeout = setTimeout(() => tests.kill('SIGKILL'), 240_000);
  const output = text(tests.stdout);
  const [exitCode, signal] = await once(tests, 'exit');
  clearTimeout(timeout);
  expect([exitCode, signal]).toEqual([0, null]);
  const { dataDir, postmaster } = JSON.parse(await output) as { dataDir: string; postmaster: number };
  const postmasterFile = join(dataDir, 'postgres', 'cluster', 'postmaster.pid');
  while (isAlive(postmaster) || existsSync(postmasterFile)) await sleep(50);
  rmSync(dataDir, { recursive: true });
});
