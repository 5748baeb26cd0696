import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { isAlive } from '@corridor/embedded-postgres';
import { launch } from './program.mjs';

describe('a program', () => {
  /** Starts a program that starts two sleepers, stops one of them, and prints the pid of the other. */
  async function owner(): Promise<{ owner: ChildProcess; sleeper: number }> {
    const script = `const { launch } = await import('./tools/program.mjs');
      const sleep = (s) => launch({ name: 'sleep', command: 'sleep', args: [s], output: () => undefined });
      await (await sleep('60')).stop();
      const { pid } = await sleep('61');
      console.log(String(pid));
      setInterval(() => undefined, 1000);`;
    const owner = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [pid] = (await once(owner.stdout, 'data')) as [Buffer];
    return { owner, sleeper: Number(pid.toString()) };
  }

  test.each(['SIGKILL', 'SIGTERM', 'SIGINT'] as const)('ends with its owner, who got %s', async (signal) => {
    const { owner: process, sleeper } = await owner();
    expect(isAlive(sleeper)).toBe(true);
    process.kill(signal);
    while (isAlive(sleeper)) await new Promise((resolve) => setTimeout(resolve, 10));
  });

  test('that exits at once reports why', async () => {
    const said: string[] = [];
    const output = (line: string) => void said.push(line);
    const program = await launch({ name: 'sh', command: 'sh', args: ['-c', 'echo why >&2; exit 3'], output });
    expect(await program.exitCode()).toBe(3);
    expect(await program.ending()).toBe('with exit code 3');
    expect(said).toEqual(['why']);
    expect(program.tail()).toBe('why');
  });

  test('that ignores SIGTERM is killed', async () => {
    const args = ['-c', 'trap "" TERM; echo ready; while :; do sleep 0.1; done'];
    let isReady = false;
    const program = await launch({ name: 'sh', command: 'sh', args, output: () => void (isReady = true) });
    while (!isReady) await new Promise((resolve) => setTimeout(resolve, 10));
    await program.stop(100);
    expect(program.isRunning()).toBe(false);
    expect(await program.ending()).toBe('with SIGKILL');
  });

  test('that does not exist is an error', async () => {
    const absent = launch({ name: 'absent', command: 'no-such-program', args: [], output: () => undefined });
    await expect(absent).rejects.toThrow('ENOENT');
  });
});
