import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, type Socket, connect } from 'node:net';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { sampleApp } from './sample-app.fixture.js';

/** A sender that is slow or silent loses its connection, and delays nobody else. */
describe('the timeouts of a connection', () => {
  let app: NestFastifyApplication;
  let server: Server;
  beforeAll(async () => {
    app = await sampleApp();
    await app.listen(0, '127.0.0.1');
    server = app.getHttpServer() as Server;
  });
  afterAll(() => app.close());

  test('are 15 s for headers and between requests, and 30 s for a request with its body', () => {
    const { headersTimeout, keepAliveTimeout, requestTimeout } = server;
    expect({ headersTimeout, keepAliveTimeout, requestTimeout }).toEqual({
      headersTimeout: 15_000,
      keepAliveTimeout: 15_000,
      requestTimeout: 30_000,
    });
  });

  describe('when they are short', () => {
    const HEADERS_MS = 300;
    const REQUEST_MS = 900;
    beforeAll(() => Object.assign(server, { headersTimeout: HEADERS_MS, requestTimeout: REQUEST_MS }));

    const open: Socket[] = [];
    afterEach(() => open.splice(0).forEach((socket) => socket.destroy()));

    /** A connection that sends these bytes, and what it has received when the server closes it. */
    function sender(bytes: string): { readonly socket: Socket; readonly received: Promise<string> } {
      const { port } = server.address() as AddressInfo;
      const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
      open.push(socket);
      let text = '';
      socket.on('data', (chunk) => (text += chunk.toString())).on('error', () => undefined);
      return { socket, received: new Promise((resolve) => socket.on('close', () => resolve(text))) };
    }

    const problemIn = (response: string) =>
      JSON.parse(response.slice(response.indexOf('\r\n\r\n'))) as { status: number; code: string };

    const POST = 'POST /v1/orders HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';

    test('a body that arrives byte by byte ends with 408', async () => {
      const { socket, received } = sender(`${POST}Content-Length: 10000\r\n\r\n{`);
      const drip = setInterval(() => socket.write(' '), 50);
      const response = await received;
      clearInterval(drip);
      expect(response).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
      expect(response).toMatch(/^content-type: application\/problem\+json/m);
      expect(response).toMatch(/^connection: close\r$/m);
      expect(problemIn(response)).toMatchObject({ status: 408, code: 'request_timeout' });
    });

    test.each([
      ['says nothing', ''],
      ['sends half of its headers', POST],
    ])('a connection that %s is closed', async (_, bytes) => {
      expect(problemIn(await sender(bytes).received)).toMatchObject({ code: 'request_timeout' });
    });

    test('500 of them do not keep others out, and all are closed', async () => {
      const slow = Array.from({ length: 500 }, () => sender(POST));
      await Promise.all(slow.map(({ socket }) => once(socket, 'connect')));
      const request = 'GET /v1/orders/1 HTTP/1.1\r\nHost: x\r\nX-Client: cli_1\r\nConnection: close\r\n\r\n';
      expect(await sender(request).received).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
      const responses = await Promise.all(slow.map(({ received }) => received));
      expect(new Set(responses.map((one) => one.slice(0, 12)))).toEqual(new Set(['HTTP/1.1 408']));
    });
  });
});
