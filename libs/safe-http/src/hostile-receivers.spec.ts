import fc from 'fast-check';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setInterval } from 'node:timers';
import { closeAll, tcp } from './local-internet.fixture.js';
import { NO_DEADLINE_MS, SECRET, atDeadline, request, sandbox } from './request.fixture.js';
import { type PostOutcome, type PostOptions, SafeHttp } from './safe-http.js';

/** Real sockets on loopback. Slow receivers get a shorter deadline than in production, the others none. */
const DEADLINES_MS = [400, 1_600, 6_400];
const client = new SafeHttp(sandbox);
afterEach(closeAll);
afterAll(() => client.close());

/** A text in every response that no error may contain. */
const LEAK = 'internal-9f3a';

const post = async (behave: (socket: Socket) => void, more: Partial<PostOptions> = {}) => {
  const url = `http://127.0.0.1:${await tcp(behave)}/hook`;
  const { deadlineMs = NO_DEADLINE_MS } = more;
  return atDeadline(deadlineMs, client.post(url, request(more)));
};

/** With a short deadline, and a longer one where a busy machine has not come as far by then as the result says. */
async function hastily(behave: Behaviour, result: string | number, more: Partial<PostOptions> = {}) {
  let outcome: PostOutcome | undefined;
  for (const deadlineMs of DEADLINES_MS) {
    outcome = await post(behave, { ...more, deadlineMs });
    if (resultOf(outcome) === result) break;
  }
  return outcome as PostOutcome;
}

/** The outcome: the status of a response, or the failure. */
const resultOf = (outcome: PostOutcome) =>
  outcome.kind === 'response'
    ? outcome.status
    : outcome.kind === 'failure'
      ? outcome.detail.replace(/within [\d.]+ s/, 'in time')
      : outcome.kind;

/** Behaviours of a server, given a connection. */
type Behaviour = (socket: Socket) => void;
const onRequest =
  (behave: Behaviour): Behaviour =>
  (socket) =>
    void socket.once('data', () => behave(socket));
const saying = (text: string | Buffer): Behaviour => onRequest((socket) => void socket.end(text));
const sayingAndStaying = (text: string): Behaviour => onRequest((socket) => void socket.write(text));
const dripping = (first: string, drop: string): Behaviour =>
  onRequest((socket) => {
    socket.write(first);
    const timer = setInterval(() => socket.write(drop), 20);
    socket.once('close', () => clearInterval(timer));
  });
const pouring = (first: string, piece: string): Behaviour =>
  onRequest((socket) => {
    socket.write(first);
    const pour = () => {
      while (!socket.destroyed && socket.write(piece));
      if (!socket.destroyed) socket.once('drain', pour);
    };
    pour();
  });
const resetting: Behaviour = (socket) => void socket.resetAndDestroy();

const head = (status: string, ...fields: string[]) =>
  [`HTTP/1.1 ${status}`, `x-leak: ${LEAK}`, ...fields, '', ''].join('\r\n');
const MB = 'x'.repeat(1024 * 1024);
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;

const late = (phase: string) => `No complete response in time: still ${phase}.`;
const tooLong = 'The receiver responded with 200, but with a body of more than 64 kB.';
const tooManyHeaders = 'The response has too many or too long header fields.';
const invalid = 'The response is not valid HTTP.';
const closed = (phase: string) => `The connection was closed while ${phase}.`;

test.each<[string, Behaviour, string | number]>([
  // slow
  ['says nothing', () => undefined, late('waiting for the response')],
  ['reads nothing', (socket) => void socket.pause(), late('waiting for the response')],
  ['drips a status line', dripping('HTTP/1.1 200 ', 'O'), late('waiting for the response')],
  ['drips header fields', dripping('HTTP/1.1 200 OK\r\n', 'a: b\r\n'), late('waiting for the response')],
  ['drips one header field', dripping('HTTP/1.1 200 OK\r\na: ', 'b'), late('waiting for the response')],
  [
    'drips interim responses',
    dripping('', 'HTTP/1.1 102 Processing\r\n\r\n'),
    late('waiting for the response'),
  ],
  ['drips a body', dripping(head('200 OK', 'content-length: 60000'), 'x'), late('reading the response')],
  [
    'drips chunks',
    dripping(head('200 OK', 'transfer-encoding: chunked'), chunk('x')),
    late('reading the response'),
  ],
  ['drips a body without end', dripping(head('200 OK'), 'x'), late('reading the response')],
  [
    'never ends its body',
    sayingAndStaying(head('200 OK', 'content-length: 2') + 'x'),
    late('reading the response'),
  ],
  // long
  ['pours 200 MB', pouring(head('200 OK', 'content-length: 209715200'), MB), tooLong],
  ['pours chunks', pouring(head('200 OK', 'transfer-encoding: chunked'), chunk(MB)), tooLong],
  ['pours without end', pouring(head('200 OK'), MB), tooLong],
  [
    'pours tiny chunks',
    pouring(head('200 OK', 'transfer-encoding: chunked'), chunk('x').repeat(9999)),
    tooLong,
  ],
  ['responds one byte too much', saying(head('200 OK') + 'x'.repeat(64 * 1024 + 1)), tooLong],
  [
    'pours interim responses',
    pouring('', 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(999)),
    'The response does not come to an end.',
  ],
  [
    'pours leave to continue',
    pouring('', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(999)),
    'The response does not come to an end.',
  ],
  [
    'pours long interim responses',
    pouring('', head('103 Early Hints', `link: ${'x'.repeat(15_000)}`)),
    'The response does not come to an end.',
  ],
  ['pours header fields', pouring('HTTP/1.1 200 OK\r\n', 'a: b\r\n'.repeat(999)), tooManyHeaders],
  ['pours one header field', pouring('HTTP/1.1 200 OK\r\na: ', MB), tooManyHeaders],
  [
    'pours trailers',
    pouring(head('200 OK', 'transfer-encoding: chunked') + '0\r\n', 'a: b\r\n'.repeat(999)),
    tooManyHeaders,
  ],
  ['pours a status line', pouring('HTTP/1.1 200 ', MB), tooManyHeaders],
  [
    'pours chunk extensions',
    pouring(head('200 OK', 'transfer-encoding: chunked') + '1;', 'a=b;'.repeat(999)),
    invalid,
  ],
  [
    'pours chunks with extensions',
    pouring(head('200 OK', 'transfer-encoding: chunked'), `1;${'a=b;'.repeat(99)}\r\nx\r\n`),
    invalid,
  ],
  // broken
  [
    'resets at once',
    resetting,
    expect.stringMatching(/^The connection was closed while (connecting|waiting for the response)\.$/),
  ],
  ['resets on a request', onRequest(resetting), closed('waiting for the response')],
  ['closes its half at once', (socket) => void socket.end(), closed('waiting for the response')],
  ['closes on a request', saying(''), closed('waiting for the response')],
  ['closes in the head', saying('HTTP/1.1 200 OK\r\na: b'), closed('waiting for the response')],
  ['closes in the body', saying(head('200 OK', 'content-length: 10') + 'x'), closed('reading the response')],
  [
    'closes in a chunk',
    saying(head('200 OK', 'transfer-encoding: chunked') + 'a\r\nx'),
    closed('reading the response'),
  ],
  // nonsense
  ['speaks SSH', saying('SSH-2.0-OpenSSH_9.6\r\n'), invalid],
  ['greets as a mail server', (socket) => void socket.write(`220 ${LEAK} ESMTP\r\n`), invalid],
  ['speaks HTTP/2', saying(Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0])), invalid],
  ['speaks HTTP/0.9', saying(`<html>${LEAK}</html>`), invalid],
  ['has a version of its own', saying('HTTP/9.9 200 OK\r\n\r\n'), invalid],
  ['has no number', saying('HTTP/1.1 two OK\r\n\r\n'), invalid],
  ['sends NUL', saying(Buffer.alloc(100)), invalid],
  ['sends noise', saying(Buffer.from(Array.from({ length: 500 }, (_, i) => (i * 167) % 256))), invalid],
  ['has a length below zero', saying(head('200 OK', 'content-length: -1')), invalid],
  ['has a length beyond all numbers', saying(head('200 OK', `content-length: ${'9'.repeat(30)}`)), invalid],
  ['has two lengths', saying(head('200 OK', 'content-length: 1', 'content-length: 2') + 'ab'), invalid],
  [
    'has length and chunks',
    saying(head('200 OK', 'content-length: 1', 'transfer-encoding: chunked')),
    invalid,
  ],
  ['has a chunk of no size', saying(head('200 OK', 'transfer-encoding: chunked') + 'zz\r\n'), invalid],
  ['has NUL in a field', saying(head('200 OK', 'a: b\0c')), invalid],
  ['folds fields', saying(head('200 OK', 'a: b', ' c', 'd\r: e')), invalid],
  // says no
  ['is not there', saying(head('404 Not Found')), 404],
  ['is gone', saying(head('410 Gone')), 410],
  ['has an error of its own', saying(head('500 Error', 'content-length: 5') + LEAK), 500],
  ['says no and drips', dripping(head('503 Busy', 'content-length: 60000'), 'x'), 503],
  ['says no and pours', pouring(head('500 Error'), MB), 500],
  ['has a status of its own', saying(head('999 Whatever')), 999],
  [
    'changes the protocol',
    saying(head('101 Switching Protocols', 'upgrade: h2c', 'connection: upgrade')),
    101,
  ],
  ['changes the protocol without a request for it', sayingAndStaying(head('101 Switching')), 101],
  ['changes the protocol without end', pouring('', head('101 Switching').repeat(99)), 101],
])('a receiver that %s', async (_name, behave, result) => {
  const isSlow = String(result).startsWith('No complete response');
  const outcome = await (isSlow ? hastily(behave, result) : post(behave));
  expect(resultOf(outcome)).toEqual(result);
  const shown = JSON.stringify({ ...outcome, excerpt: null });
  for (const hidden of [LEAK, SECRET, '127.0.0.1', '/hook']) expect(shown).not.toContain(hidden);
});

test.each<[string, Behaviour, number]>([
  ['responds without a body', saying(head('204 No Content')), 204],
  ['responds with a body', saying(head('200 OK', 'content-length: 2') + 'ok'), 200],
  ['responds until it closes', saying(head('200 OK') + 'ok'), 200],
  ['responds with as much as is read', saying(head('200 OK') + 'x'.repeat(64 * 1024)), 200],
  [
    'responds in chunks',
    saying(head('202 Accepted', 'transfer-encoding: chunked') + chunk('ok') + '0\r\n\r\n'),
    202,
  ],
  ['gives an interim response first', saying('HTTP/1.1 100 Continue\r\n\r\n' + head('200 OK') + 'ok'), 200],
  [
    'responds with a bomb that nobody opens',
    saying(head('200 OK', 'content-encoding: gzip') + '\x1f\x8b\x08'),
    200,
  ],
  ['offers another protocol', saying(head('200 OK', 'upgrade: h2c', 'connection: upgrade') + 'ok'), 200],
  [
    'responds with trailers',
    saying(head('200 OK', 'transfer-encoding: chunked', 'trailer: a') + chunk('ok') + '0\r\na: b\r\n\r\n'),
    200,
  ],
  ['responds before the request', (socket) => void socket.write(head('200 OK', 'content-length: 0')), 200],
  [
    'responds, closes its half and reads nothing',
    (socket) => void socket.pause().end(head('200 OK', 'content-length: 0')),
    200,
  ],
  // more than a complete response: bytes after it may arrive with it or later, and are ignored
  ['responds 204 with a body', sayingAndStaying(head('204 No Content') + 'ok'), 204],
  ['responds 204 with a length', sayingAndStaying(head('204 No Content', 'content-length: 2') + 'ok'), 204],
  ['has more than its length', saying(head('200 OK', 'content-length: 2') + 'okok'), 200],
  ['responds twice', saying((head('200 OK', 'content-length: 2') + 'ok').repeat(2)), 200],
  ['speaks HTTP/1.0', saying('HTTP/1.0 200 OK\r\n\r\nok'), 200],
  ['has its own good status', saying(head('299 Fine', 'content-length: 0')), 299],
])('a receiver that %s has it', async (_name, behave, status) => {
  expect(resultOf(await post(behave))).toBe(status);
});

describe('a request larger than the network buffers, to a receiver that', () => {
  const body = JSON.stringify('x'.repeat(16 * 1024 * 1024));
  const ok = head('200 OK', 'content-length: 0');
  const isSending = late('sending the request');

  test.each<[string, Behaviour, string | number]>([
    ['reads nothing', () => undefined, late('waiting for the response')],
    ['responds and reads nothing', (socket) => void socket.write(ok), isSending],
    ['responds, closes its half and reads nothing', (socket) => void socket.end(ok), isSending],
    ['says no and reads nothing', (socket) => void socket.write(head('413 No')), 413],
    [
      'says no in few words and reads nothing',
      (socket) => void socket.write(head('413 No', 'content-length: 0')),
      413,
    ],
  ])('%s: it is let go', async (_name, behave, result) => {
    let receiver: Socket | undefined;
    let bytes = 0;
    const outcome = await hastily((socket) => behave((receiver = socket.pause())), result, { body });
    expect(resultOf(outcome)).toBe(result);
    receiver?.on('data', (chunk: Buffer) => (bytes += chunk.length)).resume();
    await once(receiver as Socket, 'close');
    expect(bytes).toBeLessThan(body.length);
  });

  test('responds, reads nothing and closes: only this request fails', async () => {
    const outcome = await post((socket) => void socket.pause().end(ok, () => socket.destroy()), { body });
    expect(resultOf(outcome)).toBe(closed('sending the request'));
    await new Promise((resolve) => setTimeout(resolve, 50)); // an error that nobody hears of would come now
  });

  test.each([
    ['responds', ok],
    ['responds for the last time', head('200 OK', 'content-length: 0', 'connection: close')],
  ])('%s and reads it afterwards: it receives all of it', async (_name, response) => {
    let bytes = 0;
    const outcome = await post(
      (socket) => {
        socket.pause().on('data', (chunk: Buffer) => (bytes += chunk.length));
        socket.write(response);
        setTimeout(() => socket.resume(), 100);
      },
      { body },
    );
    expect(resultOf(outcome)).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(bytes).toBeGreaterThan(body.length);
  });
});

test('a kept connection is closed when data arrives on it', async () => {
  const drip = dripping(head('200 OK', 'content-length: 0'), 'x');
  let receiver: Socket | undefined;
  const outcome = await post((socket) => drip((receiver = socket)));
  expect(resultOf(outcome)).toBe(200);
  await new Promise((resolve) => setTimeout(resolve, 1000)); // each drop alone would keep it for four seconds more
  expect(receiver?.destroyed).toBe(true);
});

test.each([301, 302, 303, 307, 308])('%i is not followed', async (status) => {
  let visitors = 0;
  const elsewhere = `http://127.0.0.1:${await tcp(() => visitors++)}/`;
  const outcome = await post(
    saying(head(`${status} Elsewhere`, `location: ${elsewhere}`, 'content-length: 0')),
  );
  expect(resultOf(outcome)).toBe(status);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(visitors).toBe(0);
});

test.each(['120', 'Sat, 21 Nov 2026 09:31:00 GMT', 'soon'])('Retry-After: %s', async (retryAfter) => {
  const outcome = await post(
    saying(head('429 Too Many Requests', `retry-after: ${retryAfter}`, 'content-length: 0')),
  );
  expect(outcome).toEqual({ kind: 'response', status: 429, retryAfter, excerpt: null });
});

/** Valid responses with random mutations. */
const mutated = fc
  .record({
    response: fc.constantFrom(
      head('200 OK', 'content-length: 2') + 'ok',
      head('200 OK', 'transfer-encoding: chunked') + chunk('ok') + '0\r\n\r\n',
      head('302 Found', 'location: /', 'content-length: 0'),
      head('429 Busy', 'retry-after: 1', 'content-length: 0'),
    ),
    at: fc.nat(120),
    gone: fc.nat(5),
    noise: fc.oneof(
      fc.constant(''),
      fc.string({ unit: 'binary', maxLength: 8 }),
      fc.constantFrom('\r\n', '\0', '1'),
    ),
  })
  .map(({ response, at, gone, noise }) => response.slice(0, at) + noise + response.slice(at + gone));

test('for any response, a request ends in time and does not throw', async () => {
  let response: Buffer = Buffer.alloc(0);
  const url = `http://127.0.0.1:${await tcp(onRequest((socket) => void socket.end(response)))}/`;
  const anything = fc.oneof(
    mutated.map((text) => Buffer.from(text, 'latin1')),
    fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)),
  );
  const said = new Set<string>();
  await fc.assert(
    fc.asyncProperty(anything, async (bytes) => {
      response = bytes;
      const outcome = await client.post(url, request());
      said.add(outcome.kind === 'failure' ? outcome.detail : outcome.kind);
      expect(JSON.stringify({ ...outcome, excerpt: null, retryAfter: null })).not.toContain(LEAK);
    }),
    { numRuns: 500 },
  );
  expect([...said].filter((text) => /UNKNOWN/.test(text))).toEqual([]);
  expect(said).toContain('response');
  expect(said).toContain(invalid);
});

test('a port where nobody listens', async () => {
  const port = await tcp(() => undefined);
  await closeAll();
  expect(await client.post(`http://127.0.0.1:${port}/`, request())).toEqual({
    kind: 'failure',
    failure: 'unreachable',
    detail: 'The connection was refused.',
    status: null,
    excerpt: null,
  });
});
