import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { type Socket, type AddressInfo, connect, createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedPostgres, startPostgres } from '@corridor/embedded-postgres';
import { Program } from '../support/program.js';

/** A program with a Postgres of somebody else, which goes away. */

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
