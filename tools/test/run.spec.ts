import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { isAlive } from '@corridor/embedded-postgres';

test.each(['SIGKILL', 'SIGTERM'] as const)(
  'a program of the test command ends with it after %s',
  async (signal) => {
    const folder = mkdtempSync(join(tmpdir(), 'corridor-run-'));
    const program = join(folder, 'program.mjs');
    writeFileSync(program, 'console.log(process.pid); setInterval(() => undefined, 1000);');
    const jest = dirname(createRequire(__filename).resolve('jest/package.json'));
    const options = `{ log: ${JSON.stringify(relative(process.cwd(), join(folder, 'log')))}, show: console.log }`;
    const script = `const { run } = await import(${JSON.stringify(join(__dirname, 'run.mjs'))});
    await run('jest', ${JSON.stringify(relative(jest, program))}, [], ${options});`;
    const command = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [pid] = (await once(command.stdout, 'data')) as [Buffer];
    expect(isAlive(Number(pid.toString()))).toBe(true);
    command.kill(signal);
    while (isAlive(Number(pid.toString()))) await new Promise((resolve) => setTimeout(resolve, 10));
    rmSync(folder, { recursive: true });
  },
);
