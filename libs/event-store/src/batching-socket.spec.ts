import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { BatchingSocket } from './batching-socket.js';

const SILENCE_MS = 50;

test('a connection fails if it is silent while it is in use, and not while it is idle', async () => {
  const server = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = new BatchingSocket(SILENCE_MS);
  socket.connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  await once(socket, 'timeout');
  expect(socket.destroyed).toBe(false);
  socket.isInUse = true;
  socket.write('a statement');
  const [error] = (await once(socket, 'error')) as [Error & { code: string }];
  expect(error).toMatchObject({ message: 'Postgres does not respond', code: 'ETIMEDOUT' });
  server.close();
});
