import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { isAlive } from '@corridor/embedded-postgres';

test('a program that npm has started ends when the shell between them ends', async () => {
  const program = `const { endWithNpm } = await import('./tools/signals.mjs');
    endWithNpm();
    setInterval(() => undefined, 1000);
    console.log(String(process.pid));`;
  const shell = spawn('/bin/sh', ['-c', '"$NODE" --input-type=module -e "$PROGRAM"; exit'], {
    env: { ...process.env, NODE: process.execPath, PROGRAM: program, npm_lifecycle_event: 'start' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output] = (await once(shell.stdout, 'data')) as [Buffer];
  const pid = Number(output.toString());
  expect(isAlive(pid)).toBe(true);
  shell.kill('SIGTERM'); // all that npm does
  while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 10));
});
