import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@corridor/tools/ports.mjs';
import { type Program, launch } from '@corridor/tools/program.mjs';

const run = promisify(execFile);

/** A Tuesday, on which all settlement systems are open. */
const TIME = '2027-03-02T09:00:00Z';
const folder = mkdtempSync(join(tmpdir(), 'corridor-demo-'));
const demo = join(folder, 'demo');
let program: Program | undefined;
let url: string;
let output = '';

beforeAll(async () => {
  const port = String(await freePort());
  url = `http://127.0.0.1:${port}`;
  let isReady = () => {};
  const ready = new Promise<void>((resolve) => (isReady = resolve));
  program = await launch({
    name: 'demonstration',
    command: process.execPath,
    args: ['tools/production-demo.mjs'],
    env: { ...process.env, PORT: port, DEMO_DIR: demo, DEMO_TIME: TIME, CORRIDOR_BUILT: 'true' },
    output(line) {
      output += `${line}\n`;
      if (line.includes('Ctrl-C stops everything')) isReady();
    },
  });
  const early = program
    .exitCode()
    .then((code) => Promise.reject(new Error(`ended with ${code}:\n${output}`)));
  await Promise.race([ready, early]);
  early.catch(() => undefined);
});
afterAll(async () => {
  await program?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A folder with the commands and this Node, and `npx` that starts them. */
function commands(): string {
  const link = (name: string, program: string) => symlinkSync(resolve(program), join(folder, name));
  link('corridor', 'apps/cli/bin/corridor.mjs');
  link('corridor-bank', 'apps/bank-simulator/bin/corridor-bank.mjs');
  link('node', process.execPath);
  writeFileSync(join(folder, 'npx'), '#!/bin/sh\nexec "$@"\n', { mode: 0o755 });
  return folder;
}

/** The commands of docs/production-tour.md: the whole life of a payment, without a simulator in Corridor. */
it('prints what the tour says', async () => {
  const page = readFileSync('docs/production-tour.md', 'utf8');
  const story = page.slice(page.indexOf('<!-- story:'), page.indexOf('<!-- end of story -->'));
  const script = [...story.matchAll(/```bash\n([^]*?)```/g)].map(([, block]) => block).join('');
  const promised = [...script.matchAll(/^# → (.*)$/gm)].map(([, line]) => line);
  expect(promised.length).toBeGreaterThan(20);
  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script], {
    env: {
      PATH: [commands(), dirname('/usr/bin/env'), '/bin'].join(':'),
      HOME: folder,
      CORRIDOR_URL: url,
      DEMO_DIR: demo,
    },
  });
  expect(stdout.trimEnd().split('\n')).toEqual(promised);
  expect(output).toContain(`Corridor is ready at ${url}  (PRODUCTION`);
});

it('says which program has ended, how, and where its log is', async () => {
  process.kill(Number(readFileSync(join(demo, 'bank', 'pid'), 'utf8')), 'SIGKILL');
  expect(await program?.exitCode()).toBe(143);
  expect(output).toContain(
    `bank has ended with SIGKILL, so the demonstration ends. Its log is ${join(demo, 'bank.log')}`,
  );
  expect(existsSync(join(demo, 'corridor.log'))).toBe(true);
});
