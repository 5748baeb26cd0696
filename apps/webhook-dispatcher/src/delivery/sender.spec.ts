import { TestClock } from '@corridor/testing';
import { randomBytes } from 'node:crypto';
import { type RequestListener, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { HttpSender, type SendRequest, signatureHeaders } from './sender.js';

const secret = 'whsec_3q2+7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=';
const requestTo = (url: string, more: Partial<SendRequest> = {}): SendRequest => ({
  url,
  secret,
  id: 'whn_01K00000000000000000000007',
  timestamp: Math.floor(Date.now() / 1000),
  body: JSON.stringify({ id: 'whn_01K00000000000000000000007', payload: { message: 'Grüße' } }),
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  ...more,
});

describe('an attempt', () => {
  const loopback = { allowHttp: true, allowLoopback: true, clock: new TestClock(), deadlineMs: 4_000 };
  const sender = new HttpSender(loopback);
  const ends: (() => void)[] = [];
  afterEach(() => ends.splice(0).forEach((end) => end()));
  afterAll(() => sender.close());

  async function receiver(respond: RequestListener): Promise<string> {
    const server = createServer(respond);
    ends.push(
      () => void server.close(),
      () => server.closeAllConnections(),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?tenant=7`;
  }

  test('is one signed POST that the library of the standard verifies', async () => {
    let headers: Record<string, string> = {};
    let body = '';
    const url = await receiver((request, response) => {
      headers = request.headers as Record<string, string>;
      void text(request).then((received) => response.end(((body = received), 'thank you')));
    });
    const request = requestTo(url);
    expect(await sender.send(request)).toEqual({ kind: 'delivered', status: 200, excerpt: 'thank you' });
    expect(body).toBe(request.body);
    expect(headers).toEqual({
      host: new URL(url).host,
      connection: 'keep-alive',
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(request.body)),
      'user-agent': 'Corridor-Webhooks/1.0',
      traceparent: request.traceparent,
      'webhook-id': request.id,
      'webhook-timestamp': String(request.timestamp),
      'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
    });
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(request.body));
  });

  test.each([200, 201, 204, 299])('that is responded to with %i is delivered', async (status) => {
    const url = await receiver((_, response) => response.writeHead(status).end());
    expect(await sender.send(requestTo(url))).toEqual({ kind: 'delivered', status, excerpt: null });
  });

  test('that is responded to with another protocol has failed', async () => {
    const url = await receiver(({ socket }) =>
      socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n'),
    );
    expect(await sender.send(requestTo(url))).toMatchObject({
      kind: 'failed',
      error: 'The receiver responded with 101.',
      status: 101,
    });
  });

  test('that begins after the sender was closed is broken off', async () => {
    const url = await receiver((_, response) => response.end());
    const closed = new HttpSender(loopback);
    closed.close();
    expect(await closed.send(requestTo(url))).toMatchObject({ kind: 'failed', failure: 'aborted' });
  });

  test.each<[status: number, error: string]>([
    [300, 'The receiver responded with 300: redirects are not followed.'],
    [399, 'The receiver responded with 399: redirects are not followed.'],
    [400, 'The receiver responded with 400.'],
    [302, 'The receiver responded with 302: redirects are not followed.'],
    [404, 'The receiver responded with 404.'],
    [500, 'The receiver responded with 500.'],
  ])('that is responded to with %i has failed', async (status, error) => {
    const url = await receiver((_, response) => response.writeHead(status).end('why'));
    const failed = { kind: 'failed', failure: 'status', error, status, excerpt: 'why', retryAfterMs: null };
    expect(await sender.send(requestTo(url))).toEqual(failed);
  });

  test.each<[value: string, retryAfterMs: number | null]>([
    ['120', 120_000],
    ['999999999', 86_400_000],
    ['Sat, 21 Nov 2026 09:31:00 GMT', 59_877],
    ['soon', null],
  ])('that is to be repeated later: Retry-After %s', async (value, retryAfterMs) => {
    const url = await receiver((_, response) => response.writeHead(429, { 'retry-after': value }).end());
    expect(await sender.send(requestTo(url))).toMatchObject({ status: 429, excerpt: null, retryAfterMs });
  });

  test.each<[string, string, string]>([
    ['the signing secret', `{"secret":"${secret}"}`, '{"secret":"***"}'],
    ['its base64 alone', `key=${secret.slice(6)};`, 'key=***;'],
    ['another secret, URL-encoded', 'a=whsec_ab%2Bcd%3D&b', 'a=***&b'],
    ['an API key', 'X-API-KEY: ck_live_aZ09_-x\nnext', 'X-API-KEY: ***\nnext'],
    ['another secret, HTML-escaped', '<b>whsec_ab&#x2B;cd&#61;</b>', '<b>***</b>'],
    ['an access token', 'Bearer eyJhbGciOiJ.eyJzdWIiOiI.c2ln-_x', 'Bearer ***'],
    ['an access token after a word character', 'xeyJhbGciOiJ.eyJzdWIiOiI.c2ln-_x y', 'x*** y'],
    ['an access token without its end', 'Bearer eyJhbGciOiJ.eyJzdWIiOiI', 'Bearer ***'],
    ['nothing secret', 'whs_01K00 and key ck_1', 'whs_01K00 and key ck_1'],
  ])('whose response shows %s', async (_name, body, excerpt) => {
    const url = await receiver((_, response) => response.writeHead(500).end(body));
    expect(await sender.send(requestTo(url))).toMatchObject({ status: 500, excerpt });
  });

  const withSymbols = 'Kq/9+Zt3mB/xW+1vR7uY5oP2eC8dL0sJ4hG6fTnA+/E=';
  const html = (hex: boolean) =>
    withSymbols.replace(/\W/g, (c) =>
      `&#${hex ? `x${c.charCodeAt(0).toString(16)}` : c.charCodeAt(0)};`.toUpperCase(),
    );
  const unicode = withSymbols.replace(/\W/g, (c) => `\\u00${c.charCodeAt(0).toString(16).toUpperCase()}`);
  const forms: [name: string, form: string][] = [
    ['base64', withSymbols],
    ['base64url', Buffer.from(withSymbols, 'base64').toString('base64url')],
    ['base64url with padding', withSymbols.replaceAll('+', '-').replaceAll('/', '_')],
    ['a part of a URL', encodeURIComponent(withSymbols)],
    [
      'a part of a URL, in lower case',
      encodeURIComponent(withSymbols).replace(/%../g, (c) => c.toLowerCase()),
    ],
    ['a part of a URL, encoded twice', encodeURIComponent(encodeURIComponent(withSymbols))],
    ['a decoded form', withSymbols.replaceAll('+', ' ')],
    ['JSON with escaped slashes', withSymbols.replaceAll('/', '\\/')],
    ['JSON within JSON', withSymbols.replaceAll('/', '\\\\/')],
    ['JSON with escaped symbols', unicode],
    ['HTML with hexadecimal references', html(true)],
    ['HTML with decimal references', html(false)],
  ];

  async function excerptOf(body: string): Promise<string | null | undefined> {
    const url = await receiver((_, response) => response.writeHead(500).end(body));
    const outcome = await sender.send(requestTo(url, { secret: `whsec_${withSymbols}` }));
    return outcome.kind === 'failed' ? outcome.excerpt : undefined;
  }

  test.each(forms)('whose response shows its secret as %s', async (_name, form) => {
    expect(await excerptOf(`key="${form}", whsec_${form};`)).toBe('key="***", ***;');
  });

  test.each(forms)('whose excerpt ends within its secret as %s', async (_name, form) => {
    const cutOff = /^\.+"\*{3}([\\%&][\\#ux\d]{0,5}[bdf]?)?$/i; // perhaps with the beginning of an escape sequence
    for (const shown of [24, 30, form.length - 1]) {
      const before = `${'.'.repeat(1024 - shown - 1)}"`;
      expect(await excerptOf(`${before}${form}"`)).toMatch(cutOff);
      const prefixed = before.slice('whsec_'.length);
      expect(await excerptOf(`${prefixed}whsec_${form}"`)).toMatch(cutOff);
    }
  });

  test('whose excerpt ends after a few characters of its secret shows no more than those', async () => {
    const before = '.'.repeat(1024 - 8);
    expect(await excerptOf(`${before}${withSymbols}`)).toBe(`${before}***`);
    expect(await excerptOf(`${before}.${withSymbols}`)).toBe(`${before}.Kq/9+Zt`);
  });

  test('that gets no response has failed for a reason', async () => {
    const url = await receiver((request) => request.socket.destroy());
    expect(await sender.send(requestTo(url))).toEqual({
      kind: 'failed',
      failure: 'connection_closed',
      error: 'The connection was closed while waiting for the response.',
      status: null,
      excerpt: null,
      retryAfterMs: null,
    });
  });

  test('that is cancelled before it begins is not made', async () => {
    let requests = 0;
    const url = await receiver((_, response) => response.end(String(requests++)));
    expect(await sender.send(requestTo(url), AbortSignal.abort())).toEqual({ kind: 'cancelled' });
    expect(requests).toBe(0);
  });

  test('with an invalid secret is a defect, and does not reveal the secret', async () => {
    let requests = 0;
    const url = await receiver((_, response) => response.end(String(requests++)));
    await expect(sender.send(requestTo(url, { secret: 'hunter2' }))).rejects.toThrow(
      /^(?!.*hunter2).*not a signing secret/,
    );
    expect(requests).toBe(0);
  });
});

test("the example that the standard's own tools and guides share", () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const [id, timestamp, body] = ['msg_p5jXN8AQM9LWM0D4loKWxJek', 1614265330, '{"test": 2432232314}'];
  expect(signatureHeaders({ id, timestamp, body, secret })).toEqual({
    'webhook-id': id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

test.each(['{}', '{"name":"Müller & Söhne €"}', `"${'\u{1f4b6}'.repeat(1000)}"`, '{ "spaces" : true }\n'])(
  'standardwebhooks verifies %.40j',
  (body) => {
    const secret = `whsec_${randomBytes(32).toString('base64')}`;
    const timestamp = Math.floor(Date.now() / 1000);
    const headers = signatureHeaders({ id: 'whn_01K', timestamp, body, secret });
    const verify =
      (with_: string, of: string, under = headers) =>
      () =>
        new Webhook(with_).verify(of, under);
    expect(verify(secret, body)()).toEqual(JSON.parse(body));
    expect(verify(secret, body + ' ')).toThrow();
    expect(verify(secret, body, { ...headers, 'webhook-id': 'whn_other' })).toThrow();
    expect(verify(secret, body, { ...headers, 'webhook-timestamp': String(timestamp + 1) })).toThrow();
    expect(verify(`whsec_${randomBytes(32).toString('base64')}`, body)).toThrow();
  },
);

test.each([
  '',
  'whsec_',
  'C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
  'whsec_c2hvcnQ=',
  'WHSEC_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
])('%j is no secret, and the error does not show it', (secret) => {
  const sign = () => signatureHeaders({ id: 'whn_1', timestamp: 1, body: '{}', secret });
  expect(sign).toThrow(/^not a signing secret: whsec_<base64>$/);
});
