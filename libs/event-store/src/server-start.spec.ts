import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from './open-database.js';

/** More than a connection may take while a service works. */
const SLOW_MS = 6_000;
const owner = { name: `test-${randomBytes(6).toString('hex')}`, migrations: [] };
const postgres = new URL(process.env['DATABASE_URL'] ?? '');

let waits: string[];
const onWaiting = (what: string) => void waits.push(what);
let server: Server;
let sockets: Socket[];
beforeEach(() => {
  [waits, sockets] = [[], []];
  server = createServer((client) => void forward(client));
});
afterEach(() => {
  server.close();
  for (const socket of sockets) socket.destroy();
});

let slowUntil = 0;
/** To the real Postgres; its first connection is accepted at once and answered late. */
async function forward(client: Socket): Promise<void> {
  const upstream = connect(Number(postgres.port), postgres.hostname);
  for (const socket of [client, upstream]) sockets.push(socket.on('error', () => undefined));
  await sleep(Math.max(0, slowUntil - Date.now()));
  client.pipe(upstream).pipe(client);
}

async function listen(port = 0): Promise<string> {
  await once(server.listen(port, '127.0.0.1'), 'listening');
  const url = new URL(postgres);
  [url.hostname, url.port] = ['127.0.0.1', String((server.address() as AddressInfo).port)];
  return url.href;
}

/** An address at which nobody listens yet. */
async function closedAddress(): Promise<string> {
  const url = await listen();
  await once(server.close(), 'close');
  return url;
}

const hostOf = (url: string) => new URL(url).host;

test('a start waits for a Postgres that refuses connections, and says so once', async () => {
  const url = await closedAddress();
  const opening = openDatabase(url, owner, { onWaiting });
  await sleep(1_000);
  await listen(Number(new URL(url).port));
  const db = await opening;
  expect(waits).toEqual([
    `waits up to 30 s for Postgres at ${hostOf(url)} (DATABASE_URL): connect ECONNREFUSED ${hostOf(url)}`,
  ]);
  await db.close();
});

test('a start waits for a Postgres that is slow; what a request may wait is as short as before', async () => {
  slowUntil = Date.now() + SLOW_MS;
  const url = await listen();
  const db = await openDatabase(url, owner, { onWaiting });
  expect(waits).toEqual([`waits up to 30 s for Postgres at ${hostOf(url)} (DATABASE_URL): no response yet`]);
  expect(db.pool.options.connectionTimeoutMillis).toBe(5_000);
  await db.close();
});

test('a start without Postgres ends with the error when the time is over', async () => {
  const url = await closedAddress();
  const opening = openDatabase(url, owner, { onWaiting, connectionTimeoutMs: 500 });
  await expect(opening).rejects.toThrow(
    `no connection to Postgres at ${hostOf(url)} (DATABASE_URL): connect ECONNREFUSED ${hostOf(url)}`,
  );
  expect(waits).toHaveLength(1);
});

test('a start does not wait for what time does not change', async () => {
  const url = new URL(postgres);
  url.username = 'nobody_of_this_name';
  await expect(openDatabase(url.href, owner, { onWaiting })).rejects.toThrow(
    /^no connection to Postgres at /,
  );
  expect(waits).toEqual([]);
});
