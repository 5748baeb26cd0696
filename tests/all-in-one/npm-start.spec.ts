import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '@corridor/embedded-postgres';
import { holdOnLeash } from '@corridor/tools/leash.mjs';
import { freePort, isListening } from '@corridor/tools/ports.mjs';

describe('npm start', () => {
  let dataDir: string;
  beforeAll(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'corridor-start-'));
    chmodSync(dataDir, 0o755);
  });
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

  test.each(['with an empty folder', 'with the data of the last start'])(
    '%s: starts, responds, and a Ctrl-C stops everything',
    async () => {
      const port = await freePort();
      const started = await start(port);
      expect((await fetch(`http://127.0.0.1:${port}/health/ready`)).status).toBe(200);
      const postmaster = Number.parseInt(
        readFileSync(join(realpathSync(join(dataDir, 'postgres')), 'cluster', 'postmaster.pid'), 'utf8'),
        10,
      );

      // A terminal sends it to the whole process group, and npm sends it again.
      process.kill(-started.pid, 'SIGINT');
      process.kill(started.pid, 'SIGINT');
      expect(await started.exitCode).toBe(0);
      expect(await isListening(port)).toBe(false);
      expect(isAlive(postmaster)).toBe(false);
    },
  );

  test('does not outlive a kill -9 of the command', async () => {
    const port = await freePort();
    const { pid } = await start(port);
    process.kill(pid, 'SIGKILL');
    while (await isListening(port)) await new Promise((resolve) => setTimeout(resolve, 50));
  });

  /** Resolves when it has reported that it is ready. */
  async function start(port: number) {
    const env = { ...process.env, PORT: String(port), DATA_DIR: dataDir, DATABASE_URL: '' };
    const child = spawn(process.execPath, ['tools/start.mjs'], { env, detached: true });
    const letGo = holdOnLeash(child.pid as number);
    const exitCode = new Promise<number | null>((resolve) =>
      child.once('exit', (code) => {
        letGo();
        resolve(code);
      }),
    );
    let output = '';
    const ready = new Promise<void>((resolve, reject) => {
      const listen = (text: Buffer) => {
        output += text.toString();
        if (output.includes('Corridor is ready')) resolve();
      };
      child.stdout.on('data', listen);
      child.stderr.on('data', listen);
      void exitCode.then((code) => reject(new Error(`ended with ${code}:\n${output}`)));
    });
    await ready;
    return { pid: child.pid ?? 0, exitCode };
  }
});
