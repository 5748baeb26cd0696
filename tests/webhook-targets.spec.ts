import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { until } from '@corridor/testing';
import { hostileUrls } from '../libs/safe-http/src/hostile-urls.fixture.js';
import { newClient, type TestClient } from './support/system.js';

/** The allowed targets of webhooks, and the outcome with hostile receivers, for an integrator. */
const open: { close(): void }[] = [];
afterEach(() => open.splice(0).forEach((one) => one.close()));

/** A server with a configurable behaviour per connection. */
async function receiver(behave: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    behave(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push({ close: () => (server.close(), sockets.forEach((socket) => socket.destroy())) });
  return (server.address() as AddressInfo).port;
}

/** This machine's loopback is allowed where these tests run; everything else is as in PRODUCTION. */
const isLoopback = (url: string) =>
  /^http:\/\/(127(\.\d{1,3}){3}|\[::1\]|localhost):/i.test(url) && !/\.0{2}/.test(url);

test('no subscription is created for a hostile URL, and no connection is opened', async () => {
  let visitors = 0;
  const port = await receiver(() => visitors++);
  const forms = hostileUrls(port).filter((url) => !isLoopback(url));
  expect(forms.length).toBeGreaterThan(300);
  const clients = await Promise.all([newClient(), newClient(), newClient(), newClient()]);
  for (const [i, targetUrl] of forms.entries()) {
    const { api } = clients[i % clients.length] as TestClient;
    const { status, body } = await api.post('/v1/webhook-subscriptions', { targetUrl, events: ['ping'] });
    expect([targetUrl, status, body.errors?.[0]?.pointer]).toEqual([targetUrl, 400, '#/targetUrl']);
  }
  for (const { api } of clients)
    expect((await api.get('/v1/webhook-subscriptions')).body.meta.totalCount).toBe(0);
  expect(visitors).toBe(0);
});

const MB = Buffer.alloc(1024 * 1024, 'x');
const onRequest = (behave: (socket: Socket) => void) => (socket: Socket) =>
  void socket.once('data', () => behave(socket));
const pour = (socket: Socket) => {
  while (!socket.destroyed && socket.write(MB));
  if (!socket.destroyed) socket.once('drain', () => pour(socket));
};
const drip = (socket: Socket) => {
  const timer = setInterval(() => socket.write('x'), 500);
  socket.once('close', () => clearInterval(timer));
};

test('each hostile receiver ends in its own lastError, in time', async () => {
  let visitors = 0;
  const elsewhere = await receiver(() => visitors++);
  const says = (text: string, then: (socket: Socket) => void = () => undefined) =>
    onRequest((socket) => (socket.write(text), then(socket)));
  const receivers: [(socket: Socket) => void, string][] = [
    [
      says(`HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:${elsewhere}/\r\ncontent-length: 0\r\n\r\n`),
      'The receiver responded with 302: redirects are not followed.',
    ],
    [
      says('HTTP/1.1 503 Busy\r\nretry-after: 600\r\ncontent-length: 0\r\n\r\n'),
      'The receiver responded with 503.',
    ],
    [
      says('HTTP/1.1 200 OK\r\ncontent-length: 209715200\r\n\r\n', pour),
      'The receiver responded with 200, but with a body of more than 64 kB.',
    ],
    [says('HTTP/1.1 200 OK\r\nx: ', pour), 'The response has too many or too long header fields.'],
    [says('SSH-2.0-OpenSSH_9.6\r\n'), 'The response is not valid HTTP.'],
    [
      onRequest((socket) => socket.resetAndDestroy()),
      'The connection was closed while waiting for the response.',
    ],
    [() => undefined, 'No complete response within 15 s: still waiting for the response.'],
    [
      says('HTTP/1.1 200 OK\r\ncontent-length: 60000\r\n\r\n', drip),
      'No complete response within 15 s: still reading the response.',
    ],
  ];
  const { api } = await newClient();
  const pings = await Promise.all(
    receivers.map(async ([behave]) => {
      const targetUrl = `http://127.0.0.1:${await receiver(behave)}/`;
      const created = await api.post('/v1/webhook-subscriptions', { targetUrl, events: ['payment.sent'] });
      const { id } = created.body.data;
      await api.post(`/v1/webhook-subscriptions/${id}/ping`, {});
      return id as string;
    }),
  );
  const errors = await Promise.all(
    pings.map(async (id) => {
      let notification: { lastError: string | null; sentOn: string | null } | undefined;
      await until(async () => {
        [notification] = (await api.get(`/v1/webhook-subscriptions/${id}/notifications`)).body.data;
        return !!notification?.lastError;
      });
      return [notification?.lastError, notification?.sentOn];
    }),
  );
  expect(errors).toEqual(receivers.map(([, error]) => [error, null]));
  expect(visitors).toBe(0);
});
