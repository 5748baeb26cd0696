import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTcp, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { closeAll, listening, LocalInternet } from './local-internet.fixture.js';
import { atDeadline, request, sandbox } from './request.fixture.js';
import { SafeHttp } from './safe-http.js';

const client = new SafeHttp(sandbox);
const post = (url: string, by = client) => by.post(url, request({ deadlineMs: 4000 }));
afterEach(closeAll);
afterAll(() => client.close());

const ok = { kind: 'response', status: 200, retryAfter: null, excerpt: 'ok' };
const settled = () => new Promise((resolve) => setTimeout(resolve, 50));

/** Until a count is what it should come to, for at most ten seconds. */
async function eventually(count: () => Promise<number>, wanted: number): Promise<void> {
  for (let tries = 0; tries < 200 && (await count()) !== wanted; tries++) await settled();
  expect(await count()).toBe(wanted);
}

type Respond = (request: IncomingMessage, response: ServerResponse) => void;
const saysOk: Respond = (request, response) => void request.resume().on('end', () => response.end('ok'));

/** A receiver that knows its connections. */
async function receiver(respond: Respond = saysOk) {
  const server = createServer({ keepAliveTimeout: 60_000 }, respond);
  const connections: Socket[] = [];
  server.on('connection', (socket: Socket) => connections.push(socket));
  const port = await listening(server);
  const url = `http://127.0.0.1:${port}/hook?tenant=7`;
  const open = () =>
    new Promise<number>((resolve) => (server as Server).getConnections((_, n) => resolve(n)));
  return { url, connections, open, port };
}

test('a receiver sees one POST, with the fields that it was given', async () => {
  let seen: unknown;
  let body = '';
  const { url, port } = await receiver((request, response) => {
    const { method, url, rawHeaders } = request;
    const headers = Object.fromEntries(
      rawHeaders.flatMap((name, i) => (i % 2 ? [] : [[name, rawHeaders[i + 1]]])),
    );
    seen = { method, url, headers };
    void text(request).then((received) => response.end(((body = received), 'ok')));
  });
  expect(await post(url)).toEqual(ok);
  expect(seen).toEqual({
    method: 'POST',
    url: '/hook?tenant=7',
    headers: {
      host: `127.0.0.1:${port}`,
      ...request().headers,
      'content-length': String(Buffer.byteLength(request().body)),
      Connection: 'keep-alive',
    },
  });
  expect(body).toBe(request().body);
});

describe('connections', () => {
  test('are reused, without accumulating listeners', async () => {
    const warnings: Error[] = [];
    const warn = (warning: Error) => warnings.push(warning);
    process.on('warning', warn);
    const { url, connections } = await receiver();
    for (let i = 0; i < 50; i++) expect(await post(url)).toEqual(ok);
    expect(connections).toHaveLength(1);
    await settled();
    process.off('warning', warn);
    expect(warnings).toEqual([]); // Node warns of more than ten listeners
  });

  test('of a burst are closed after it, except two', async () => {
    const { url, connections, open } = await receiver((request, response) => {
      request.resume();
      setTimeout(() => response.end('ok'), 50);
    });
    const outcomes = await Promise.all(Array.from({ length: 30 }, () => post(url)));
    expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['response']));
    expect(connections).toHaveLength(30);
    await eventually(open, 2);
  });

  test('of a burst are kept, as many as the caller wants', async () => {
    const { url, connections, open } = await receiver((request, response) => {
      request.resume();
      setTimeout(() => response.end('ok'), 50);
    });
    const keeping = new SafeHttp({ ...sandbox, kept: 8 });
    for (let times = 0; times < 3; times++)
      await Promise.all(Array.from({ length: 8 }, () => post(url, keeping)));
    expect(connections).toHaveLength(8);
    expect(await open()).toBe(8);
    keeping.close();
    await eventually(open, 0);
  });

  test('that nobody uses are closed', async () => {
    const { url, open } = await receiver();
    await post(url);
    expect(await open()).toBe(1);
    await eventually(open, 0);
  });

  test('end with the client', async () => {
    const { url, open } = await receiver();
    const ending = new SafeHttp(sandbox);
    await post(url, ending);
    expect(await open()).toBe(1);
    ending.close();
    await eventually(open, 0);
  });

  test.each(['end', 'resetAndDestroy'] as const)(
    'that the receiver ends at the wrong moment (%s) are replaced: the same request comes on a new one',
    async (how) => {
      const ids: unknown[] = [];
      const { url, connections } = await receiver((request, response) => {
        ids.push(request.headers['x-id']);
        if (ids.length === 2) request.socket[how]();
        else saysOk(request, response);
      });
      for (const id of ['1', '2'])
        expect(await client.post(url, request({ headers: { 'x-id': id } }))).toEqual(ok);
      expect(ids).toEqual(['1', '2', '2']);
      expect(connections).toHaveLength(2);
    },
  );

  test('that replace one keep the deadline', async () => {
    let requests = 0;
    const { url, connections } = await receiver((request, response) => {
      if (++requests === 1) saysOk(request, response);
      if (requests === 2) request.socket.end();
    });
    expect(await post(url)).toEqual(ok);
    const outcome = await atDeadline(1_000, client.post(url, request({ deadlineMs: 1_000 })));
    expect(outcome).toMatchObject({ kind: 'failure', failure: 'timeout' });
    expect([requests, connections.length]).toEqual([3, 2]);
  });

  test('that fail on a new connection are not retried here: the caller decides', async () => {
    const { url, connections } = await receiver((request) => request.socket.resetAndDestroy());
    expect(await post(url)).toMatchObject({ kind: 'failure', failure: 'connection_closed' });
    expect(connections).toHaveLength(1);
  });

  test('of error responses are reused after a short response, and closed after a long one', async () => {
    const { url, connections } = await receiver((request, response) => {
      request.resume().on('end', () => {
        response.statusCode = 500;
        if (connections.length === 1) response.end('short');
        else response.write('not yet all');
      });
    });
    await post(url);
    await settled();
    await post(url);
    expect(connections).toHaveLength(1);
    connections[0]?.destroy();
    await settled();
    await post(url);
    await settled();
    expect(connections.map(({ destroyed }) => destroyed)).toEqual([true, true]);
  });

  test('unsolicited data on a kept connection is not a response to the next request', async () => {
    const { url, connections } = await receiver((request, response) => {
      saysOk(request, response);
      response.once('finish', () =>
        setImmediate(() => request.socket.write('HTTP/1.1 500 Unrequested\r\ncontent-length: 0\r\n\r\n')),
      );
    });
    expect(await post(url)).toEqual(ok);
    await settled();
    expect(await post(url)).toEqual(ok);
    expect(connections.length).toBeLessThanOrEqual(2);
  });
});

describe('a request that is cancelled', () => {
  const cancelled = { kind: 'cancelled' };
  const url = 'https://hooks.example.com/';
  /** A request, and how to cancel it. */
  const cancellable = () => {
    const controller = new AbortController();
    return { options: request({ cancel: controller.signal }), cancel: () => controller.abort() };
  };

  test('opens no connection during the DNS lookup', async () => {
    let found = (_addresses: string[]) => {};
    const resolve = () => new Promise<string[]>((found_) => (found = found_));
    const connect = jest.fn();
    const other = new SafeHttp({ ...sandbox, resolve, connect });
    const { options, cancel } = cancellable();
    const underWay = other.post(url, options);
    cancel();
    found(['1.1.1.1']);
    expect(await underWay).toEqual(cancelled);
    expect(connect).not.toHaveBeenCalled();
    other.close();
  });

  test('before it begins is not begun', async () => {
    const resolve = jest.fn(async () => ['1.1.1.1']);
    const other = new SafeHttp({ ...sandbox, resolve, connect: jest.fn() });
    expect(await other.post(url, request({ cancel: AbortSignal.abort() }))).toEqual(cancelled);
    other.close();
  });

  test('sends nothing while TLS is negotiated', async () => {
    const internet = new LocalInternet().name('hooks.example.com', ['1.1.1.1']);
    const silent = createTcp(() => undefined);
    await listening(silent);
    const other = new SafeHttp({ ...sandbox, ...internet.at('1.1.1.1', silent) });
    const { options, cancel } = cancellable();
    const connected = once(silent, 'connection');
    const underWay = other.post(url, options);
    await connected;
    cancel();
    expect(await underWay).toEqual(cancelled);
    other.close();
  });

  test('continues after the first byte was sent', async () => {
    const waiting: (() => void)[] = [];
    const { url } = await receiver((request, response) => waiting.push(() => saysOk(request, response)));
    const { options, cancel } = cancellable();
    const underWay = client.post(url, options);
    await eventually(async () => waiting.length, 1);
    cancel();
    waiting[0]?.();
    expect(await underWay).toEqual(ok);
  });
});

describe('when the client is closed', () => {
  const brokenOff = {
    kind: 'failure',
    failure: 'aborted',
    detail: 'The attempt was broken off on our side.',
    status: null,
    excerpt: null,
  };

  test('a request on a connection that was kept fails: it is not made again on another', async () => {
    const seen: IncomingMessage[] = [];
    const { url, connections } = await receiver((request, response) => {
      if (seen.push(request) === 1) saysOk(request, response);
    });
    const closing = new SafeHttp(sandbox);
    expect(await post(url, closing)).toEqual(ok);
    const underWay = post(url, closing);
    await eventually(async () => seen.length, 2);
    closing.close();
    expect(await underWay).toEqual(brokenOff);
    await settled();
    expect([seen.length, connections.length]).toEqual([2, 1]);
  });

  test('a request during its DNS lookup opens no connection', async () => {
    let found = (_addresses: string[]) => {};
    const resolve = () => new Promise<string[]>((found_) => (found = found_));
    const connect = jest.fn();
    const closing = new SafeHttp({ ...sandbox, resolve, connect });
    const underWay = post('https://hooks.example.com/', closing);
    found(['1.1.1.1']);
    closing.close();
    expect(await underWay).toEqual(brokenOff);
    expect(connect).not.toHaveBeenCalled();
  });

  test('no other request is begun', async () => {
    const { url, connections } = await receiver();
    const closed = new SafeHttp(sandbox);
    closed.close();
    expect(await post(url, closed)).toEqual(brokenOff);
    await settled();
    expect(connections).toHaveLength(0);
  });
});

/** What is kept of a response's body: a kilobyte of text that can be shown. */
describe('the excerpt of a response', () => {
  const KB = 1024;
  test.each<[string, number, Buffer | string, string | null, Record<string, string>?]>([
    ['a short one', 500, 'Something went wrong', 'Something went wrong'],
    ['of a success', 200, '{"ok":true}', '{"ok":true}'],
    ['none', 500, '', null],
    ['white space', 500, ' \n\t ', null],
    ['the first kilobyte of more', 500, 'x'.repeat(60 * KB), 'x'.repeat(KB)],
    ['a character that is cut in two is left out', 500, `${'x'.repeat(KB - 1)}€`, 'x'.repeat(KB - 1)],
    ['several lines', 422, 'a\r\n\tb\n', 'a\n\tb'],
    ['NUL and escape sequences', 500, '\0a\x1b[31mb\x07', 'a[31mb'],
    ['text that turns its direction', 500, 'a\u202eb\u2066c\ufeff', 'abc'],
    ['invisible characters', 500, 'a\u200bb\u00adc', 'abc'],
    ['bytes that are no text', 500, Buffer.from([0xff, 0xfe, 0x41, 0xc3, 0x28]), 'A('],
    ['what is compressed', 500, Buffer.from([0x1f, 0x8b, 8, 65, 66]), null, { 'content-encoding': 'gzip' }],
    ['what says that it is not compressed', 500, 'plain', 'plain', { 'content-encoding': 'identity' }],
  ])('%s', async (_name, status, body, excerpt, headers = {}) => {
    const { url } = await receiver((request, response) => {
      request.resume();
      response.writeHead(status, headers).end(body);
    });
    expect(await post(url)).toEqual({ kind: 'response', status, retryAfter: null, excerpt });
  });

  test('contains what arrived in time: a decisive status does not wait for the body', async () => {
    const { url } = await receiver((request, response) => {
      request.resume();
      response.writeHead(503).write('half');
    });
    expect(await client.post(url, request())).toMatchObject({ status: 503, excerpt: 'half' });
  });

  test('is part of a failure too, if a response had begun', async () => {
    const { url } = await receiver((request, response) => {
      request.resume();
      response.writeHead(200).write('<html>', () => setTimeout(() => request.socket.destroy(), 50));
    });
    expect(await post(url)).toEqual({
      kind: 'failure',
      failure: 'connection_closed',
      detail: 'The connection was closed while reading the response.',
      status: 200,
      excerpt: '<html>',
    });
  });
});

test('a hanging one does not delay others', async () => {
  const hanging = await receiver(() => undefined);
  const healthy = await receiver();
  let ended = 0;
  const hung = Array.from({ length: 50 }, () => post(hanging.url).finally(() => ended++));
  for (let i = 0; i < 20; i++) expect(await post(healthy.url)).toEqual(ok);
  expect(ended).toBe(0);
  for (const outcome of await Promise.all(hung)) expect(outcome).toMatchObject({ kind: 'failure' });
});
