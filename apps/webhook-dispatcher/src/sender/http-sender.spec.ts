import { TestClock } from '@corridor/testing';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTcp, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { HttpSender } from './http-sender.js';
import { closeAll, listening, LocalInternet } from './local-internet.fixture.js';
import { requestTo, secret } from './request.fixture.js';

const clock = new TestClock();
const sender = new HttpSender({ environment: 'SANDBOX', allowLoopback: true, clock, deadlineMs: 4000 });
afterEach(closeAll);
afterAll(() => sender.close());

const delivered = { kind: 'delivered', status: 200 };
const settled = () => new Promise((resolve) => setTimeout(resolve, 50));

/** Until a count is what it should come to, for at most ten seconds. */
async function eventually(count: () => Promise<number>, wanted: number): Promise<void> {
  for (let tries = 0; tries < 200 && (await count()) !== wanted; tries++) await settled();
  expect(await count()).toBe(wanted);
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void;
const saysOk: Answer = (request, response) => void request.resume().on('end', () => response.end('ok'));

/** A receiver that knows its connections. */
async function receiver(answer: Answer = saysOk) {
  const server = createServer({ keepAliveTimeout: 60_000 }, answer);
  const connections: Socket[] = [];
  server.on('connection', (socket: Socket) => connections.push(socket));
  const port = await listening(server);
  const url = `http://127.0.0.1:${port}/hook?tenant=7`;
  const open = () =>
    new Promise<number>((resolve) => (server as Server).getConnections((_, n) => resolve(n)));
  return { url, connections, open, port };
}

test('a receiver sees one signed POST', async () => {
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
  const request = requestTo(url);
  expect(await sender.send(request)).toEqual(delivered);
  expect(seen).toEqual({
    method: 'POST',
    url: '/hook?tenant=7',
    headers: {
      host: `127.0.0.1:${port}`,
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(request.body)),
      'user-agent': 'Corridor-Webhooks/1.0',
      traceparent: request.traceparent,
      'webhook-id': request.id,
      'webhook-timestamp': String(request.timestamp),
      'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
      Connection: 'keep-alive',
    },
  });
  expect(body).toBe(request.body);
  const { headers } = seen as { headers: Record<string, string> };
  expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(request.body));
});

test('a secret that is none is a defect of ours, and stays a secret', async () => {
  const { url, connections } = await receiver();
  await expect(sender.send(requestTo(url, { secret: 'hunter2' }))).rejects.toThrow(
    /^(?!.*hunter2).*not a signing secret/,
  );
  expect(connections).toHaveLength(0);
});

describe('connections', () => {
  test('are used again, and nothing gathers on them', async () => {
    const warnings: Error[] = [];
    const warn = (warning: Error) => warnings.push(warning);
    process.on('warning', warn);
    const { url, connections } = await receiver();
    for (let i = 0; i < 50; i++) expect(await sender.send(requestTo(url))).toEqual(delivered);
    expect(connections).toHaveLength(1);
    await settled();
    process.off('warning', warn);
    expect(warnings).toEqual([]); // Node warns of more than ten listeners
  });

  test('of a storm are closed after it, but for two', async () => {
    const { url, connections, open } = await receiver((request, response) => {
      request.resume();
      setTimeout(() => response.end('ok'), 50);
    });
    const outcomes = await Promise.all(Array.from({ length: 30 }, () => sender.send(requestTo(url))));
    expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['delivered']));
    expect(connections).toHaveLength(30);
    await eventually(open, 2);
  });

  test('that nobody uses are closed', async () => {
    const { url, open } = await receiver();
    await sender.send(requestTo(url));
    expect(await open()).toBe(1);
    await eventually(open, 0);
  });

  test('end with the sender', async () => {
    const { url, open } = await receiver();
    const ending = new HttpSender({ environment: 'SANDBOX', allowLoopback: true, clock });
    await ending.send(requestTo(url));
    expect(await open()).toBe(1);
    ending.close();
    await eventually(open, 0);
  });

  test.each(['end', 'resetAndDestroy'] as const)(
    'that the receiver ends at the wrong moment (%s) are replaced: the same notification comes on a new one',
    async (how) => {
      const ids: unknown[] = [];
      const { url, connections } = await receiver((request, response) => {
        ids.push(request.headers['webhook-id']);
        if (ids.length === 2) request.socket[how]();
        else saysOk(request, response);
      });
      expect(await sender.send(requestTo(url, { id: 'whn_1' }))).toEqual(delivered);
      expect(await sender.send(requestTo(url, { id: 'whn_2' }))).toEqual(delivered);
      expect(ids).toEqual(['whn_1', 'whn_2', 'whn_2']);
      expect(connections).toHaveLength(2);
    },
  );

  test('that break on a new connection are not tried again here: that is for the schedule', async () => {
    const { url, connections } = await receiver((request) => request.socket.resetAndDestroy());
    expect(await sender.send(requestTo(url))).toMatchObject({ kind: 'failed' });
    expect(connections).toHaveLength(1);
  });

  test('of answers that say no are used again when the answer was short, and closed when it was not', async () => {
    const { url, connections } = await receiver((request, response) => {
      request.resume().on('end', () => {
        response.statusCode = 500;
        if (connections.length === 1) response.end('short');
        else response.write('not yet all');
      });
    });
    await sender.send(requestTo(url));
    await settled();
    await sender.send(requestTo(url));
    expect(connections).toHaveLength(1);
    connections[0]?.destroy();
    await settled();
    await sender.send(requestTo(url));
    await settled();
    expect(connections.map(({ destroyed }) => destroyed)).toEqual([true, true]);
  });

  test('what comes unasked on a connection that is kept is no answer to the next request', async () => {
    const { url, connections } = await receiver((request, response) => {
      saysOk(request, response);
      response.once('finish', () =>
        setImmediate(() => request.socket.write('HTTP/1.1 500 Unasked\r\ncontent-length: 0\r\n\r\n')),
      );
    });
    expect(await sender.send(requestTo(url))).toEqual(delivered);
    await settled();
    expect(await sender.send(requestTo(url))).toEqual(delivered);
    expect(connections.length).toBeLessThanOrEqual(2);
  });
});

describe('an attempt that is called off', () => {
  const sandbox = { environment: 'SANDBOX', allowLoopback: true, clock } as const;
  const calledOff = { kind: 'called_off' };

  test('connects to nobody while it looks up its host', async () => {
    let found = (_addresses: string[]) => {};
    const resolve = () => new Promise<string[]>((answer) => (found = answer));
    const connect = jest.fn();
    const other = new HttpSender({ ...sandbox, resolve, connect });
    const request = requestTo('https://hooks.example.com/');
    const underWay = other.send(request);
    other.callOff(['whn_another', request.id]);
    found(['1.1.1.1']);
    expect(await underWay).toEqual(calledOff);
    expect(connect).not.toHaveBeenCalled();
    other.close();
  });

  test('sends nothing while TLS is negotiated', async () => {
    const internet = new LocalInternet().name('hooks.example.com', ['1.1.1.1']);
    const silent = createTcp(() => undefined);
    await listening(silent);
    const other = new HttpSender({ ...sandbox, ...internet.at('1.1.1.1', silent) });
    const request = requestTo('https://hooks.example.com/');
    const connected = once(silent, 'connection');
    const underWay = other.send(request);
    await connected;
    other.callOff([request.id]);
    expect(await underWay).toEqual(calledOff);
    other.close();
  });

  test('goes on once it is on its way', async () => {
    const waiting: (() => void)[] = [];
    const { url } = await receiver((request, response) => waiting.push(() => saysOk(request, response)));
    const request = requestTo(url);
    const underWay = sender.send(request);
    await eventually(async () => waiting.length, 1);
    sender.callOff([request.id]);
    waiting[0]?.();
    expect(await underWay).toEqual(delivered);
  });
});

describe('when the sender is closed', () => {
  const brokenOff = { kind: 'failed', error: 'The attempt was broken off on our side.', retryAfterMs: null };
  const sandbox = { environment: 'SANDBOX', allowLoopback: true, clock } as const;

  test('an attempt on a connection that was kept fails: it is not made again on another', async () => {
    const seen: IncomingMessage[] = [];
    const { url, connections } = await receiver((request, response) => {
      if (seen.push(request) === 1) saysOk(request, response);
    });
    const closing = new HttpSender(sandbox);
    expect(await closing.send(requestTo(url))).toEqual(delivered);
    const underWay = closing.send(requestTo(url));
    await eventually(async () => seen.length, 2);
    closing.close();
    expect(await underWay).toEqual(brokenOff);
    await settled();
    expect([seen.length, connections.length]).toEqual([2, 1]);
  });

  test('an attempt that still looks up its host connects to nobody', async () => {
    let found = (_addresses: string[]) => {};
    const resolve = () => new Promise<string[]>((answer) => (found = answer));
    const connect = jest.fn();
    const closing = new HttpSender({ ...sandbox, resolve, connect });
    const underWay = closing.send(requestTo('https://hooks.example.com/'));
    found(['1.1.1.1']);
    closing.close();
    expect(await underWay).toEqual(brokenOff);
    expect(connect).not.toHaveBeenCalled();
  });

  test('no other attempt is begun', async () => {
    const { url, connections } = await receiver();
    const closed = new HttpSender(sandbox);
    closed.close();
    expect(await closed.send(requestTo(url))).toEqual(brokenOff);
    await settled();
    expect(connections).toHaveLength(0);
  });
});

test('one that hangs holds up no other', async () => {
  const hanging = await receiver(() => undefined);
  const healthy = await receiver();
  let ended = 0;
  const hung = Array.from({ length: 50 }, () => sender.send(requestTo(hanging.url)).finally(() => ended++));
  for (let i = 0; i < 20; i++) expect(await sender.send(requestTo(healthy.url))).toEqual(delivered);
  expect(ended).toBe(0);
  for (const outcome of await Promise.all(hung)) expect(outcome).toMatchObject({ kind: 'failed' });
});
