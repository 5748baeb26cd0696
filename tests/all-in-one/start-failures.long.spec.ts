import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '@corridor/embedded-postgres';
import { holdOnLeash } from '@corridor/tools/leash.mjs';
import { freePort } from '@corridor/tools/ports.mjs';
import { Program } from '../support/program.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'corridor-failures-'));
  chmodSync(folder, 0o755); // Postgres may run as another user
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs a built program until it ends by itself. */
async function run(file: string, settings: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [file], { env: { ...process.env, ...settings } });
  const letGo = holdOnLeash(child.pid as number);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (output += text.toString()));
  const [exitCode] = (await once(child, 'close')) as [number | null];
  letGo();
  return { exitCode, lines: output.trim().split('\n') };
}

it('a service of the distributed composition says in one line that its port is taken', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const postgres = await startPostgres({ dataDir: folder });
  const { exitCode, lines } = await run('apps/gateway/dist/main.js', {
    DATABASE_URL: postgres.url,
    CALLER_SECRET: 'a secret of thirty-two bytes or more',
    KAFKA_BROKERS: `127.0.0.1:${await freePort()}`,
    HOST: '127.0.0.1',
    PORT: String(port),
    LOG_LEVEL: 'error',
    ...Object.fromEntries(
      ['LEDGER', 'CONVERSIONS', 'PAYMENTS', 'INBOUND_FUNDS', 'WEBHOOK_DISPATCHER'].map((name) => [
        `${name}_URL`,
        'http://127.0.0.1:1',
      ]),
    ),
  });
  await postgres.stop();
  other.close();
  expect(exitCode).toBe(1);
  expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
    `cannot start: port ${port} is taken. Set PORT to another one.`,
  ]);
});

it.each(['tools/start.mjs', 'tools/start-distributed.mjs'])(
  '%s says that its port is taken before it installs and builds',
  async (file) => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { exitCode, lines } = await run(file, { PORT: String(port) });
    other.close();
    expect([exitCode, lines]).toEqual([
      1,
      [
        expect.stringMatching(
          new RegExp(`could not start: port ${port} is taken. Set PORT to another one.$`),
        ),
      ],
    ]);
  },
);

it('the demo data without a gateway: one line', async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  const { exitCode, lines } = await run('apps/all-in-one/dist/seed.js', { CORRIDOR_URL: url });
  expect([exitCode, lines]).toEqual([
    1,
    [expect.stringMatching(/^The demo data could not be created: fetch failed: connect ECONNREFUSED/)],
  ]);
});

it.each(['1', '2'])('a Postgres that cannot be reached by %s processes: one line', async (processes) => {
  const address = `127.0.0.1:${await freePort()}`;
  const { exitCode, lines } = await run('apps/all-in-one/dist/main.js', {
    DATABASE_URL: `postgres://user:secret@${address}`,
    DATA_DIR: folder,
    WEB_CONCURRENCY: processes,
  });
  const reason = `connect ECONNREFUSED ${address}`;
  expect([exitCode, lines]).toEqual([
    1,
    [`Corridor could not start: no connection to Postgres at ${address} (DATABASE_URL): ${reason}`],
  ]);
});

it('a data directory that cannot be used: one line', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  const { exitCode, lines } = await run('apps/all-in-one/dist/main.js', { DATABASE_URL: '', DATA_DIR: file });
  expect([exitCode, lines]).toEqual([
    1,
    [
      expect.stringMatching(
        new RegExp(`^Corridor could not start: the data directory ${file} cannot be used: EEXIST`),
      ),
    ],
  ]);
});

describe.each(['1', '2'])('while it starts %s processes', (processes) => {
  let program: Program;
  let ended: ReturnType<Program['run']>;
  const postmaster = () => join(program.dataDir, 'postgres', 'cluster', 'postmaster.pid');
  const pause = () => new Promise((resolve) => setTimeout(resolve, 1));
  beforeEach(async () => {
    program = await Program.with({ LOG_LEVEL: 'error', WEB_CONCURRENCY: processes });
    let isOver = false;
    ended = program.run().finally(() => (isOver = true));
    while (!existsSync(postmaster()) && !isOver) await pause();
  });
  afterEach(() => program.remove());

  it('a SIGTERM ends it and its Postgres', async () => {
    await program.end('SIGTERM');
    expect(await ended).toEqual({ exitCode: 0, output: '' });
    while (existsSync(postmaster())) await pause();
  });

  it('after a SIGKILL the next start stops the Postgres that is left', async () => {
    await program.end('SIGKILL');
    await program.start();
    expect(await program.end('SIGTERM')).toBe(0);
    expect(existsSync(postmaster())).toBe(false);
  });
});
