import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from '@corridor/embedded-postgres';

/** Prints its pid when it is ready. */
const child = `process.stdout.write(process.pid + '\\n'); setInterval(() => undefined, 1000);`;
const deaf = `process.on('SIGTERM', () => undefined); ${child}`;

/** Starts a program as tests do, and passes on its pid. */
const owner = (program: string) => `
  import { spawn } from 'node:child_process';
  import { holdOnLeash } from './tools/leash.mjs';
  const child = spawn(process.execPath, ['-e', ${JSON.stringify(program)}], { stdio: ['ignore', 'inherit', 'inherit'] });
  holdOnLeash(child.pid, 1);
  setInterval(() => undefined, 1000);`;

async function started(program: string): Promise<{ owner: ChildProcess; pid: number }> {
  const parent = spawn(process.execPath, ['--input-type=module', '-e', owner(program)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [pid] = (await once(parent.stdout, 'data')) as [Buffer];
  return { owner: parent, pid: Number(pid.toString()) };
}
const ended = async (pid: number) => {
  while (isAlive(pid)) await sleep(10);
};

describe('when a process is killed by kill -9, a program that it has on its leash ends', () => {
  test('that runs', async () => {
    const { owner, pid } = await started(child);
    owner.kill('SIGKILL');
    await ended(pid);
  });

  test('that is stopped, as tests do it, and cannot handle a signal', async () => {
    const { owner, pid } = await started(child);
    process.kill(pid, 'SIGSTOP');
    owner.kill('SIGKILL');
    await ended(pid);
  });

  test('that does not end after SIGTERM', async () => {
    const { owner, pid } = await started(deaf);
    owner.kill('SIGKILL');
    await ended(pid);
  });
});

describe('when Jest is killed by kill -9', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'corridor-leash-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Each says who it is, and then waits for ever. */
  const spec = (name: string) => `
    test('waits', async () => {
      require('node:fs').writeFileSync(${JSON.stringify(join(folder, name))} + '.pid', String(process.pid));
      await new Promise(() => setInterval(() => undefined, 1000));
    }, 1e9);`;

  test('its workers end, although their specs do not', async () => {
    for (const name of ['a', 'b']) writeFileSync(join(folder, `${name}.spec.js`), spec(name));
    const config = {
      rootDir: folder,
      testMatch: ['**/*.spec.js'],
      testEnvironment: join(__dirname, 'test', 'environment.mjs'),
      transform: {},
    };
    const program = join(__dirname, '..', 'node_modules', 'jest', 'bin', 'jest.js');
    const jest = spawn(process.execPath, [program, '--config', JSON.stringify(config), '--maxWorkers=2'], {
      stdio: 'ignore',
    });
    const files = () => readdirSync(folder).filter((file) => file.endsWith('.pid'));
    while (files().length < 2) {
      expect(jest.exitCode).toBeNull();
      await sleep(50);
    }
    const pids = files().map((file) => Number(readFileSync(join(folder, file), 'utf8')));
    expect(pids).not.toContain(jest.pid);
    expect(pids.map(isAlive)).toEqual([true, true]);
    jest.kill('SIGKILL');
    await Promise.all(pids.map(ended));
  });
});
