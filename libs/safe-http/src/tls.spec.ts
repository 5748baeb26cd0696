import { once } from 'node:events';
import { createServer as createHttps, type ServerOptions } from 'node:https';
import {
  type AddressInfo,
  connect as connectByTcp,
  createServer,
  type LookupFunction,
  type Server,
  type Socket,
} from 'node:net';
import type { TlsOptions, TLSSocket } from 'node:tls';
import { authority, certificate, type Certificate, days } from './certificate.fixture.js';
import { type Connect, Connections } from './connections.js';
import { exchange } from './exchange.js';
import { closeAll, listening, LocalInternet } from './local-internet.fixture.js';
import { Progress } from './progress.js';
import { NO_DEADLINE_MS, atDeadline, request } from './request.fixture.js';
import { SafeHttp } from './safe-http.js';
import type { Target } from './target.js';

const NAME = 'hooks.receiver.example';
const ADDRESS = '93.184.216.34';
const DEADLINE_MS = 15_000;

const trusted = authority('Trusted');
const unknown = authority('Unknown');
const impostor = authority('Trusted');
const good = certificate({ names: [NAME], issuer: trusted });

interface Way {
  readonly url?: string;
  readonly connect?: Connect;
  readonly deadlineMs?: number;
}

/** Only https, and the receiver is behind a public address. */
async function post(
  server: Server,
  { url = `https://${NAME}/hook`, connect, deadlineMs = NO_DEADLINE_MS }: Way = {},
) {
  await listening(server);
  const internet = new LocalInternet().name(NAME, [ADDRESS]).at(ADDRESS, server);
  const client = new SafeHttp({
    allowHttp: false,
    allowLoopback: false,
    resolve: internet.resolve,
    connect: connect ?? internet.connect,
    ca: trusted.cert,
  });
  const outcome = await atDeadline(deadlineMs, client.post(url, request({ deadlineMs })));
  client.close();
  return { outcome, internet };
}

interface Seen {
  readonly host: string | undefined;
  readonly sni: string | false | undefined;
}
function receiver(options: ServerOptions, seen: Seen[] = []) {
  return createHttps(options, (request, response) => {
    seen.push({
      host: request.headers.host,
      sni: (request.socket as TLSSocket).servername as string | false,
    });
    response.end('ok');
  });
}

afterEach(closeAll);

test('a certificate that is right is accepted; name and Host stay the name', async () => {
  const seen: Seen[] = [];
  const { outcome, internet } = await post(receiver(good, seen));
  expect(outcome).toMatchObject({ kind: 'response', status: 200 });
  expect(seen).toEqual([{ host: NAME, sni: NAME }]);
  expect(internet).toMatchObject({ lookups: [NAME], connected: [ADDRESS] });
});

test('an address for a host needs no name server, and a certificate for the address', async () => {
  const seen: Seen[] = [];
  const forAddress = certificate({ names: [ADDRESS], issuer: trusted });
  const { outcome, internet } = await post(receiver(forAddress, seen), { url: `https://${ADDRESS}/` });
  expect(outcome).toMatchObject({ kind: 'response', status: 200 });
  expect(seen).toEqual([{ host: ADDRESS, sni: false }]);
  expect(internet).toMatchObject({ lookups: [], connected: [ADDRESS] });
});

const tls = (options: TlsOptions) => receiver(options as ServerOptions);
const bare = (behave: (socket: Socket) => void) => createServer(behave);
const handshake = 'TLS could not be negotiated.';
const untrusted = "The certificate's issuer is missing or not trusted: serve the whole chain.";

test.each<[string, () => Server, string]>([
  [
    'has expired',
    () => tls(certificate({ names: [NAME], issuer: trusted, notBefore: days(-9), notAfter: days(-1) })),
    'The certificate has expired.',
  ],
  [
    'is not yet valid',
    () => tls(certificate({ names: [NAME], issuer: trusted, notBefore: days(1), notAfter: days(2) })),
    'The certificate is not yet valid.',
  ],
  ['is self-signed', () => tls(certificate({ names: [NAME] })), 'The certificate is self-signed.'],
  ['has an unknown issuer', () => tls(certificate({ names: [NAME], issuer: unknown })), untrusted],
  [
    'has an untrusted issuer with it',
    () => tls({ ...chainOf(unknown) }),
    "The certificate's issuer is not trusted.",
  ],
  [
    'is not from whom it says',
    () => tls(certificate({ names: [NAME], issuer: impostor })),
    'The certificate has a wrong signature.',
  ],
  [
    'is for another host',
    () => tls(certificate({ names: ['secret-host.internal'], issuer: trusted })),
    'The certificate is for another host.',
  ],
  [
    'is for a domain above',
    () => tls(certificate({ names: ['receiver.example', '*.example'], issuer: trusted })),
    'The certificate is for another host.',
  ],
  [
    'comes with TLS 1.1 only',
    () => tls({ ...good, minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' }),
    handshake,
  ],
  [
    'comes with finite-field Diffie-Hellman only, which can be made to take for ever,',
    () =>
      tls({
        ...certificate({ names: [NAME], issuer: trusted, key: 'RSA' }),
        maxVersion: 'TLSv1.2',
        ciphers: 'DHE-RSA-AES128-GCM-SHA256',
        dhparam: 'auto',
      }),
    handshake,
  ],
])('a certificate that %s is refused, and nothing is sent', async (_name, server, error) => {
  const seen: Seen[] = [];
  const { outcome } = await post(server().on('request', () => seen.push({ host: 'any', sni: false })));
  expect(outcome).toEqual({ kind: 'failure', failure: 'tls', detail: error, status: null, excerpt: null });
  expect(seen).toEqual([]);
});

test.each<[string, (socket: Socket) => void, string]>([
  ['speaks plain HTTP', (socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'), handshake],
  ['speaks nonsense', (socket) => void socket.end(Buffer.alloc(500, 'nonsense')), handshake],
  ['refuses with an alert', (socket) => void socket.end(Buffer.from([21, 3, 3, 0, 2, 2, 40])), handshake],
  [
    'hangs up',
    (socket) => void socket.once('data', () => socket.end()),
    'The connection was closed while negotiating TLS.',
  ],
  [
    'resets',
    (socket) => void socket.once('data', () => socket.resetAndDestroy()),
    'The connection was closed while negotiating TLS.',
  ],
])('in the handshake, a receiver that %s', async (_name, behave, error) => {
  const { outcome } = await post(bare(behave));
  expect(outcome).toMatchObject({ kind: 'failure', detail: error });
});

test('a receiver that wants a certificate of ours', async () => {
  const { outcome } = await post(
    tls({ ...good, requestCert: true, rejectUnauthorized: true, ca: trusted.cert }),
  );
  expect(outcome).toMatchObject({ failure: 'tls', detail: handshake });
});

describe('at the deadline', () => {
  /** Only timers that this program starts; the deadline passes when `pass` is called, on a busy machine too. */
  beforeEach(() =>
    jest.useFakeTimers({ doNotFake: ['Date', 'performance', 'nextTick', 'setImmediate', 'setInterval'] }),
  );
  afterEach(() => jest.useRealTimers());
  const pass = () => void jest.advanceTimersByTime(DEADLINE_MS);
  const late = (phase: string) => ({
    failure: 'timeout',
    detail: `No complete response within 15 s: still ${phase}.`,
  });

  test.each<[string, (socket: Socket) => void]>([
    ['says nothing', (socket) => void socket.once('data', pass)],
    [
      'speaks half a record',
      (socket) =>
        void socket.once('data', () =>
          socket.write(Buffer.from([22, 3, 3, 0x3f, 0xff, 2]), () => setImmediate(pass)),
        ),
    ],
  ])('in the handshake, a receiver that %s', async (_name, behave) => {
    const { outcome } = await post(bare(behave), { deadlineMs: DEADLINE_MS });
    expect(outcome).toMatchObject(late('negotiating TLS'));
  });

  test('a host that never completes a connection', async () => {
    const never: Connect = (options) =>
      connectByTcp({ ...options, host: NAME, lookup: () => setImmediate(pass) });
    const { outcome } = await post(
      bare(() => undefined),
      { connect: never, deadlineMs: DEADLINE_MS },
    );
    expect(outcome).toMatchObject(late('connecting'));
  });
});

test('a port where nobody listens', async () => {
  const nobody: Connect = () => connectByTcp({ host: '127.0.0.1', port: 1 });
  const { outcome } = await post(
    bare(() => undefined),
    { connect: nobody },
  );
  expect(outcome).toMatchObject({ failure: 'unreachable', detail: 'The connection was refused.' });
});

/** A certificate and its issuer's, as a server with a chain of its own serves them. */
function chainOf(issuer: Certificate) {
  const { cert, key } = certificate({ names: [NAME], issuer });
  return { cert: cert + issuer.cert, key };
}

test('nothing is sent on a connection that is made after the client was closed', async () => {
  const seen: Seen[] = [];
  const server = receiver(good, seen);
  const port = await listening(server);
  const disconnected = once(server, 'connection').then(([socket]) => once(socket as Socket, 'close'));
  let onLookup: (complete: () => void) => void = () => undefined;
  const lookedUp = new Promise<() => void>((resolve) => (onLookup = resolve));
  const slowly: Connect = (options) => {
    const lookup: LookupFunction = (_name, _options, callback) =>
      onLookup(() => callback(null, [{ address: '127.0.0.1', family: 4 }]));
    const socket = connectByTcp({ ...options, host: NAME, port, lookup });
    return Object.defineProperty(socket, 'remoteAddress', { get: () => ADDRESS });
  };
  const client = new SafeHttp({
    allowHttp: false,
    allowLoopback: false,
    resolve: async () => [ADDRESS],
    connect: slowly,
    ca: trusted.cert,
  });
  const underWay = client.post(`https://${NAME}/hook`, request());
  const completeLookup = await lookedUp;
  client.close();
  expect(await underWay).toMatchObject({ failure: 'aborted' });
  completeLookup();
  await disconnected;
  expect(seen).toEqual([]);
});

test('a server that sends session tickets without end is not listened to', async () => {
  const server = receiver({ ...good });
  await listening(server);
  const { port } = server.address() as AddressInfo;
  const connections = new Connections({ ca: trusted.cert });
  const url = new URL(`https://${NAME}:${port}/hook`);
  const send = (tickets: number) => {
    const progress = new Progress(10_000);
    const request = connections.post({ url, addresses: ['127.0.0.1'], isAllowed: () => true }, {});
    request.once('socket', (socket) =>
      socket.once('secureConnect', () => {
        for (let n = 0; n < tickets; n++) socket.emit('session', Buffer.from('a ticket'));
      }),
    );
    return exchange(request, '{}', progress).finally(() => progress.end());
  };
  await expect(send(9)).rejects.toThrow('The response does not come to an end.');
  await expect(send(4)).resolves.toMatchObject({ statusCode: 200 });
  connections.close();
});

/** A company's own database may listen on all addresses of the machine, behind a firewall that we are not in front of. */
test('a public address of this very machine is refused', async () => {
  const server = receiver({ ...good });
  await listening(server);
  const { port } = server.address() as AddressInfo;
  const toOurselves: Connect = () => {
    const socket = connectByTcp({ host: '127.0.0.1', port });
    Object.defineProperty(socket, 'localAddress', { get: () => ADDRESS });
    return Object.defineProperty(socket, 'remoteAddress', { get: () => ADDRESS });
  };
  const { outcome } = await post(receiver({ ...good }), { connect: toOurselves });
  expect(outcome).toMatchObject({
    failure: 'address_not_allowed',
    detail: 'The host does not resolve to public addresses.',
  });
});

/** On Node 20, TLS that had begun on the first address crashed the process with a segmentation fault. */
test('a receiver is reached at its second address when the first refuses', async () => {
  const server = receiver({ ...good });
  await listening(server);
  const { port } = server.address() as AddressInfo;
  const connections = new Connections({ ca: trusted.cert });
  const target: Target = {
    url: new URL(`https://${NAME}:${port}/hook`),
    addresses: ['127.0.0.2', '127.0.0.1'], // it listens at the second
    isAllowed: () => true,
  };
  const progress = new Progress(10_000);
  const response = await exchange(connections.post(target, { 'content-length': '2' }), '{}', progress);
  expect(response.statusCode).toBe(200);
  progress.end();
  connections.close();
});
