import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { type Socket, type AddressInfo, connect, createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type EmbeddedPostgres, startPostgres } from '@corridor/embedded-postgres';
import { SERVICES } from '@corridor/services';
import { until } from '@corridor/testing';
import { linesOfOutage, logLines, warningsIn } from '../support/log-lines.js';
import { Program } from '../support/program.js';

/** A program with a Postgres of somebody else, which goes away. */

const AWAY_MS = 5_000;

let dataDir: string;
let postgres: EmbeddedPostgres;
let program: Program;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'corridor-external-'));
  chmodSync(dataDir, 0o755);
  postgres = await startPostgres({ dataDir });
});
afterEach(async () => {
  await program.end('SIGKILL');
  await program.remove();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** A network in which packets are lost from some time on: nothing is refused, and nothing responds. */
async function network(target: string) {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let isDown = false;
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const socket of [near, far])
      sockets.add(socket.on('error', () => [near, far].forEach((one) => one.destroy())));
    near.on('data', (bytes) => isDown || far.write(bytes));
    far.on('data', (bytes) => isDown || near.write(bytes));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = new URL(target);
  [url.hostname, url.port] = ['127.0.0.1', String((server.address() as AddressInfo).port)];
  return {
    url: url.href,
    goDown: () => void (isDown = true),
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

test('it ends on SIGTERM although its Postgres refuses connections', async () => {
  program = await Program.with({ DATABASE_URL: postgres.url });
  await program.start();
  await postgres.stop();
  expect(await program.end('SIGTERM')).not.toBeNull();
});

test('it ends on SIGTERM although its Postgres does not respond, and says so if not in order', async () => {
  const line = await network(postgres.url);
  program = await Program.with({ DATABASE_URL: line.url });
  await program.start();
  line.goDown();
  const exitCode = await program.end('SIGTERM');
  const lines = program.output.match(/could not end in order/g) ?? [];
  expect(lines).toHaveLength(exitCode === 0 ? 0 : 1);
  line.close();
});

test('while its Postgres is away, each service says so once, and again when it is back', async () => {
  program = await Program.with({ DATABASE_URL: postgres.url, LOG_LEVEL: 'debug' });
  await program.start();
  const before = program.output.length;
  const since = () => program.output.slice(before);
  const { port } = postgres;
  await postgres.stop();
  const read = (id: string) =>
    fetch(`${program.url}/v1/wallets`, { headers: { 'x-api-key': randomUUID(), 'x-request-id': id } });
  for (const end = Date.now() + AWAY_MS; Date.now() < end; await sleep(20))
    expect((await read('while-away')).status).toBe(503);
  postgres = await startPostgres({ dataDir, port });
  await until(async () => (await read('afterwards')).status === 401);
  const expected = linesOfOutage(SERVICES).sort();
  await until(() => warningsIn(since()).length >= expected.length);
  expect(warningsIn(since()).sort()).toEqual(expected);
  const unavailable = logLines(since()).filter(({ msg }) => msg.startsWith('unavailable: '));
  expect(unavailable).toContainEqual(
    expect.objectContaining({ requestId: 'while-away', traceId: expect.stringMatching(/^[0-9a-f]{32}$/) }),
  );
});
