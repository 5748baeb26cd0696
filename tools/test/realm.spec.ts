import { spawnSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Each leaves something behind. */
const LEAKS: Readonly<Record<string, string>> = {
  leaked: 'globalThis.leaked = 1',
  fetch: 'globalThis.fetch = () => undefined',
  'Array.prototype.leaked': 'Array.prototype.leaked = () => 1',
  'Math.random': 'Math.random = () => 0.5',
  'Promise.prototype.then':
    'const { then } = Promise.prototype; Promise.prototype.then = function (...all) { return then.apply(this, all); }',
  setTimeout: 'jest.useFakeTimers()',
};
const CLEAN = `
  test('cleans up', () => {
    globalThis.cleaned = 1;
    delete globalThis.cleaned;
    jest.useFakeTimers();
    jest.useRealTimers();
    jest.spyOn(Date, 'now');
    jest.restoreAllMocks();
  });
  test('begins in the working directory of the process, with its variables', () => {
    expect([process.cwd(), process.env.LEAKED]).toEqual([process.env.STARTED_IN, undefined]);
    process.chdir('/');
    process.env.LEAKED = 'yes';
  });`;

test('a spec file that leaves a change of the process fails; working directory and variables are restored', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'corridor-realm-')));
  const all = Object.values(LEAKS).entries();
  for (const [n, leak] of all)
    writeFileSync(join(folder, `leak-${n}.spec.js`), `test('leaks', () => { ${leak}; });`);
  for (const n of [1, 2]) writeFileSync(join(folder, `clean-${n}.spec.js`), CLEAN);
  const config = {
    rootDir: folder,
    testMatch: ['**/*.spec.js'],
    testEnvironment: join(__dirname, 'environment.mjs'),
    runtime: join(__dirname, 'runtime.mjs'),
  };
  writeFileSync(join(folder, 'config.json'), JSON.stringify(config));
  const jest = join(process.cwd(), 'node_modules', 'jest', 'bin', 'jest.js');
  const args = [jest, '--config', join(folder, 'config.json'), '--runInBand', '--json'];
  const env = { ...process.env, STARTED_IN: process.cwd() };
  const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', env });
  const { testResults } = JSON.parse(stdout) as { testResults: { name: string; message: string }[] };
  rmSync(folder, { recursive: true });

  const messageOf = (file: string) => testResults.find(({ name }) => name === join(folder, file))?.message;
  for (const file of ['clean-1.spec.js', 'clean-2.spec.js'])
    expect([file, messageOf(file)]).toEqual([file, '']);
  for (const [n, name] of Object.keys(LEAKS).entries())
    expect(messageOf(`leak-${n}.spec.js`)).toMatch(
      new RegExp(`leak-${n}\\.spec\\.js has not restored these parts of the process: (.*, )?${name}\\b`),
    );
});
