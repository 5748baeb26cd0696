import { once } from 'node:events';
import { type AddressInfo, type Server, createServer } from 'node:net';
import { BatchingSocket } from './batching-socket.js';

const SILENCE_MS = 50;

const LONGER_MS = 300;

let server: Server;
let socket: BatchingSocket;
beforeEach(async () => {
  server = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(server, 'listening');
  socket = new BatchingSocket(SILENCE_MS);
  socket.connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
});
afterEach(() => void server.close());

test('a connection fails if it is silent while it is in use, and not while it is idle', async () => {
  await once(socket, 'timeout');
  expect(socket.destroyed).toBe(false);
  socket.isUsed();
  socket.write('a statement');
  const [error] = (await once(socket, 'error')) as [Error & { code: string }];
  expect(error).toMatchObject({ message: 'Postgres does not respond', code: 'ETIMEDOUT' });
});

test('a transaction that may take longer is waited for, and the next one as ever', async () => {
  socket.waitsLonger(LONGER_MS);
  socket.isUsed();
  expect(socket.timeout).toBe(SILENCE_MS);
  socket.waitsLonger(LONGER_MS);
  const begun = performance.now();
  await once(socket, 'error');
  expect(performance.now() - begun).toBeGreaterThan(LONGER_MS);
});
