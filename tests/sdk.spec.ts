import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { until } from '@corridor/testing';
import { freePort } from '@corridor/tools/ports.mjs';
import { createAndMove, instructionFor, simulate } from './support/instruction.js';
import { fundedClient, url } from './support/system.js';

const run = promisify(execFile);
const root = join(__dirname, '..');
const TypeScript = join(root, 'node_modules', 'typescript-7', 'bin', 'tsc');

/** The programs in the README of the package, by name. */
const samples = new Map(
  [
    ...readFileSync(join(root, 'libs/sdk/README.md'), 'utf8').matchAll(
      /<!-- sample: (\w+) -->\n+```ts\n([^]*?)```/g,
    ),
  ].map(([, name = '', code = '']) => [name, code]),
);
const promised = (name: string) =>
  [...(samples.get(name) ?? '').matchAll(/^\/\/ → (.*)$/gm)].map(([, line]) => line);

/** The package as `npm pack` makes it, installed in a project that has nothing else. */
describe('the packed SDK', () => {
  let folder: string;
  let client: Awaited<ReturnType<typeof fundedClient>>;
  let key: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'corridor-sdk-'));
    client = await fundedClient({ GBP: 5_000, EUR: 0 });
    key = client.api.credential['x-api-key'] ?? '';
    await install(folder);
    await compile(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const start = (name: string, env: Record<string, string> = {}) =>
    spawn(process.execPath, [`built/${name}.js`], {
      cwd: folder,
      env: { ...process.env, ...env },
      stdio: 'pipe',
    });

  async function outputOf(program: ChildProcess): Promise<string[]> {
    let [output, errors] = ['', ''];
    program.stdout?.on('data', (data: Buffer) => (output += data));
    program.stderr?.on('data', (data: Buffer) => (errors += data));
    await once(program, 'close');
    expect(errors).toBe('');
    return output.trim().split('\n');
  }

  /** Its programs are for the demo client at the usual address. */
  async function compile(project: string) {
    for (const [name, code] of samples)
      writeFileSync(
        join(project, `${name}.ts`),
        code.replace('http://127.0.0.1:8080', url).replace('ck_sandbox_demo_acme_trading', key),
      );
    const typeRoots = [join(root, 'node_modules', '@types')];
    const compilerOptions = {
      target: 'es2022',
      module: 'nodenext',
      strict: true,
      types: ['node'],
      typeRoots,
    };
    writeFileSync(
      join(project, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: { ...compilerOptions, outDir: 'built', rootDir: '.' } }),
    );
    await run(process.execPath, [TypeScript, '-p', project]).catch(({ stdout }) => {
      throw new Error(`The samples do not compile:\n${stdout}`);
    });
  }

  it('has what it needs, and nothing else', () => {
    const installed = join(folder, 'node_modules', '@corridor/sdk');
    const files = readdirSync(installed, { recursive: true, encoding: 'utf8' });
    expect(files).toEqual(
      expect.arrayContaining(['README.md', 'dist/LICENSE', 'dist/index.d.ts', 'dist/index.js']),
    );
    expect(files.filter((file) => /spec|fixture|\.tsx?$/.test(file) && !file.endsWith('.d.ts'))).toEqual([]);
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
    expect(manifest).not.toHaveProperty('dependencies');
    expect(manifest).not.toHaveProperty('private');
  });

  it('pays somebody, and plays the bank', async () => {
    const pays = outputOf(start('pay'));
    await until(
      async () => (await client.api.get('/v1/payment-instructions')).body.data.length > 0,
      () => 'no instruction was created',
    );
    expect(await outputOf(start('sandbox'))).toEqual(promised('sandbox'));
    expect(await pays).toEqual(promised('pay'));
  });

  it.each(['search', 'amounts', 'errors', 'keys'])('does what the README says: %s', async (name) => {
    expect(promised(name)).not.toEqual([]);
    expect(await outputOf(start(name))).toEqual(promised(name));
  });

  it('reads events, from where it was', async () => {
    const { text } = await client.api.get('/v1/events?maxSeconds=0');
    const [, place = ''] = /^id: (.*)$/m.exec(text) ?? [];
    await createAndMove(
      client.api,
      instructionFor(client.beneficiaryId, { amount: 12.5 }),
      ...(['acknowledge', 'fill', 'send'] as const),
    );
    expect(await outputOf(start('events', { AFTER: place }))).toEqual(promised('events'));
  });

  it('verifies webhooks, under two secrets', async () => {
    const port = String(await freePort());
    const targetUrl = `http://127.0.0.1:${port}/`;
    const { body } = await client.api.post('/v1/webhook-subscriptions', {
      targetUrl,
      events: ['payment.sent'],
    });
    const { id, signingSecret } = body.data as { id: string; signingSecret: string };
    const old = `whsec_${Buffer.alloc(32).toString('base64')}`;
    const receiver = start('webhooks', { PORT: port, WEBHOOK_SECRET: `${signingSecret} ${old}` });
    let text = '';
    receiver.stdout?.on('data', (data: Buffer) => (text += data));
    await until(
      async () => (await fetch(targetUrl, { method: 'POST' }).catch(() => null))?.status === 401,
      () => 'the receiver does not refuse what is not signed',
    );
    await client.api.post(`/v1/webhook-subscriptions/${id}/ping`);
    const order = instructionFor(client.beneficiaryId, { amount: 0.1 });
    const created = await client.api.post('/v1/payment-instructions', order);
    for (const step of ['acknowledge', 'fill', 'send'] as const)
      await simulate(client.api, created.body.data.id as string, step);
    await until(
      () => /^ping\npmt_\w+ 0\.1$/.test(text.trim()),
      () => `the receiver said ${text}`,
    );
    receiver.kill();
    await once(receiver, 'close');
  });

  it('has all its samples executed', () =>
    expect([...samples.keys()].sort()).toEqual(
      ['amounts', 'errors', 'events', 'keys', 'pay', 'sandbox', 'search', 'webhooks'].sort(),
    ));
});

async function install(project: string): Promise<void> {
  const packed = ['pack', '--silent', '--ignore-scripts', '--pack-destination', project];
  const { stdout } = await run('npm', packed, { cwd: join(root, 'libs/sdk') });
  const installed = join(project, 'node_modules', '@corridor/sdk');
  mkdirSync(installed, { recursive: true });
  await run('tar', ['-xzf', join(project, stdout.trim()), '-C', installed, '--strip-components=1']);
  writeFileSync(join(project, 'package.json'), JSON.stringify({ type: 'module' }));
}
