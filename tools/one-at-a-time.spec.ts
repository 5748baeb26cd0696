import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { oneAtATime } from './one-at-a-time.mjs';

let folder: string;
let file: string;
let log: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'corridor-turns-'));
  file = join(folder, 'new', 'working');
  log = join(folder, 'log');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A process that writes when its work begins and ends. */
const worker = () =>
  spawn(process.execPath, [
    '--input-type=module',
    '-e',
    `import { oneAtATime } from ${JSON.stringify(join(__dirname, 'one-at-a-time.mjs'))};
     import { appendFileSync } from 'node:fs';
     const [log, file] = ${JSON.stringify([log, file])};
     await oneAtATime(file, async () => {
       appendFileSync(log, 'begins ');
       Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
       appendFileSync(log, 'ends ');
     });`,
  ]);

test('of two processes the second waits for the first', async () => {
  await Promise.all([worker(), worker(), worker()].map((child) => once(child, 'exit')));
  expect(readFileSync(log, 'utf8')).toBe('begins ends '.repeat(3));
  expect(existsSync(file)).toBe(false);
});

test('the lock of a killed process does not block, and failed work releases it', async () => {
  const killed = worker();
  while (!existsSync(log)) await new Promise((resolve) => setTimeout(resolve, 10));
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  expect(existsSync(file)).toBe(true);
  await expect(oneAtATime(file, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await oneAtATime(file, async () => 'again')).toBe('again');
});

test('reports once that it waits', async () => {
  await oneAtATime(file, async () => undefined);
  writeFileSync(file, String(process.pid)); // of a running process
  const child = spawn(process.execPath, [
    '--input-type=module',
    '-e',
    `import { oneAtATime } from ${JSON.stringify(join(__dirname, 'one-at-a-time.mjs'))};
     await oneAtATime(${JSON.stringify(file)}, async () => console.log('works'), () => console.log('waits'));`,
  ]);
  let said = '';
  child.stdout.on('data', (text: Buffer) => (said += text.toString()));
  while (!said.includes('waits')) await new Promise((resolve) => setTimeout(resolve, 10));
  await new Promise((resolve) => setTimeout(resolve, 500));
  rmSync(file);
  await once(child, 'close');
  expect(said).toBe('waits\nworks\n');
});
