import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { OLDEST, version } from './runtime.mjs';

interface Manifest {
  readonly engines: { readonly node: string };
  readonly optionalDependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;

describe('the version of Node', () => {
  test('is the same for every platform', () => {
    const runtimes = Object.entries(manifest.optionalDependencies).filter(([name]) =>
      name.startsWith('node-'),
    );
    expect(runtimes.map(([, one]) => one)).toEqual(runtimes.map(() => version));
    expect(runtimes).not.toEqual([]);
  });

  test('is that of the image', () => {
    const images = [...readFileSync('deploy/Dockerfile', 'utf8').matchAll(/^FROM node:([^\s@]+)/gm)];
    expect(images.map(([, tag]) => tag)).toEqual(images.map(() => `${version}-slim`));
    expect(images).not.toEqual([]);
  });

  test('is that of the types', () => {
    const major = (one = '') => one.split('.')[0];
    expect(major(manifest.devDependencies['@types/node'])).toBe(major(version));
  });

  test('is that of this process, and of what it starts', async () => {
    const child = spawn('node', ['-p', 'process.versions.node'], { stdio: ['ignore', 'pipe', 'inherit'] });
    expect([process.versions.node, (await text(child.stdout)).trim()]).toEqual([version, version]);
  });

  test('is brought by an older one, which package.json names', () => {
    expect(manifest.engines.node).toBe(`>=${OLDEST}`);
  });
});

describe('a program started on another Node version', () => {
  let folder: string;
  let runtime: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'corridor-runtime-'));
    runtime = join(folder, 'node');
    writeFileSync(
      runtime,
      `#!/bin/sh\nif [ "$ON" ]; then exit 9; fi\nON=runtime exec "${process.execPath}" "$@"\n`,
    );
    chmodSync(runtime, 0o755);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Continues on the other one once, and then runs the given code. */
  function program(code: string, ...args: string[]) {
    const file = join(folder, 'program.mjs');
    const module = JSON.stringify(join(process.cwd(), 'tools/runtime.mjs'));
    const given = JSON.stringify(runtime);
    writeFileSync(
      file,
      `import { continueOnRuntime } from ${module};
       if (!process.env.ON) await continueOnRuntime(${given});
       ${code}`,
    );
    const stdio = ['ignore', 'pipe', 'inherit'] as const;
    return spawn(process.execPath, ['--no-warnings', file, ...args], { stdio: [...stdio] });
  }

  test('continues with its arguments and exits with its exit code', async () => {
    const child = program(
      'console.log(process.env.ON, process.execArgv.join(), process.argv.slice(2).join()); process.exit(7);',
      'one',
      'two words',
    );
    const ended = once(child, 'exit');
    expect(await text(child.stdout as NodeJS.ReadableStream)).toBe('runtime --no-warnings one,two words\n');
    expect(await ended).toEqual([7, null]);
  });

  test('forwards signals', async () => {
    const child = program(
      `process.once('SIGTERM', () => process.exit(3)); setInterval(() => undefined, 1000); console.log('up');`,
    );
    const ended = once(child, 'exit');
    child.stdout?.once('data', () => child.kill('SIGTERM'));
    expect(await ended).toEqual([3, null]);
  });
});
