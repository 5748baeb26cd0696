import { createServer } from 'node:http';
import { connect as connectByTcp, createServer as createTcp } from 'node:net';
import { networkInterfaces } from 'node:os';
import { fetch as fetchByUndici } from 'undici';
import { hostileUrls } from './hostile-urls.fixture.js';
import { closeAll, listening, LocalInternet } from './local-internet.fixture.js';
import { request } from './request.fixture.js';
import { SafeHttp, type SafeHttpOptions } from './safe-http.js';
import { vet } from './target.js';
import { type UrlPolicy, checkUrl } from './url-policy.js';

const NAME = 'hooks.receiver.example';
const [PUBLIC, OTHER] = ['93.184.216.34', '198.41.0.4'];
const NOT_PUBLIC = 'The host does not resolve to public addresses.';

/** The loopback setting has no effect if http is not allowed. */
const onlyHttps: UrlPolicy = { allowHttp: false, allowLoopback: true };
const withHttp: UrlPolicy = { allowHttp: true, allowLoopback: false };
const withLoopback: UrlPolicy = { allowHttp: true, allowLoopback: true };

const clients: SafeHttp[] = [];
/** The outcome of a POST by a new client. */
const poster = (options: SafeHttpOptions, deadlineMs = 10_000) => {
  const client = new SafeHttp(options);
  clients.push(client);
  return (url: string) => client.post(url, request({ deadlineMs }));
};
afterEach(() => clients.splice(0).forEach((client) => client.close()));

const failing = (failure: string, detail: unknown) => ({
  kind: 'failure',
  failure,
  detail,
  status: null,
  excerpt: null,
});

/** Counts who connects to this machine's loopback, by either family. */
async function sentinel() {
  const seen = { connections: 0 };
  const server = () => createTcp(() => seen.connections++);
  const port = await listening(server());
  await listening(server(), '::1', port).catch(() => undefined); // a machine may have no IPv6
  return { seen, port };
}
const settled = () => new Promise((resolve) => setTimeout(resolve, 50));

afterEach(closeAll);

describe('hostile URLs', () => {
  test.each([onlyHttps, withHttp])(
    'reach no server, neither when checked nor when sent to: %j',
    async (policy) => {
      const { seen, port } = await sentinel();
      const post = poster({ ...policy, resolve: async () => ['127.0.0.1'] }, 2000);
      const forms = hostileUrls(port);
      expect(forms.filter((url) => checkUrl(url, policy) === null)).toEqual([]);
      for (const url of forms) {
        const refused = failing(
          'url_not_allowed',
          expect.stringMatching(/^The URL is not allowed\. [A-Z].*\.$/),
        );
        expect([url, await post(url)]).toEqual([url, refused]);
      }
      await settled();
      expect(seen.connections).toBe(0);
    },
    60_000,
  );

  test('reach the sentinel without the checks, so the sentinel works', async () => {
    const { seen, port } = await sentinel();
    const ours = /127|2130706433|017700000001|0x7f|localhost|\[::1\]|\[0:0/i;
    const visits = hostileUrls(port)
      .filter((url) => ours.test(url))
      .map((url) => fetchByUndici(url, { signal: AbortSignal.timeout(3000) }).catch(() => undefined));
    await Promise.all(visits);
    expect(seen.connections).toBeGreaterThan(40);
  });
});

describe('names that resolve to internal addresses', () => {
  const resolutions: (readonly string[])[] = [
    ...'127.0.0.1 127.9.9.9 ::1 10.0.0.1 172.16.0.1 192.168.1.1 169.254.169.254 100.64.0.1 0.0.0.0 :: 224.0.0.1'.split(
      ' ',
    ),
    ...'255.255.255.255 192.0.2.1 198.18.0.1 240.0.0.1 ::ffff:127.0.0.1 ::ffff:7f00:1 ::127.0.0.1 ::7f00:1'.split(
      ' ',
    ),
    ...'64:ff9b::7f00:1 2002:7f00:1:: 2001:0:7f00:1:: fe80::1 fe80::1%lo fc00::1 fd00:ec2::254 fec0::1 ff02::1'.split(
      ' ',
    ),
    ...['168.63.129.16', '100.100.100.200', 'localhost', '', '127.0.0.1:80', '127.1'],
  ].map((address) => [address]);
  resolutions.push([], [PUBLIC, '127.0.0.1'], ['127.0.0.1', PUBLIC], ['2606:4700:4700::1111', '::1']);
  resolutions.push([PUBLIC, OTHER, PUBLIC, OTHER, PUBLIC, '10.0.0.1']);

  test.each([onlyHttps, withHttp, withLoopback])('are refused with the same message: %j', async (policy) => {
    const { seen, port } = await sentinel();
    for (const addresses of resolutions) {
      const outcome = await poster({ ...policy, resolve: async () => addresses })(`https://${NAME}:${port}/`);
      expect([addresses, outcome]).toEqual([addresses, failing('address_not_allowed', NOT_PUBLIC)]);
    }
    await settled();
    expect(seen.connections).toBe(0);
  });

  test('one bad address of a thousand refuses them all; of good ones, four are tried', async () => {
    const many = Array.from({ length: 1000 }, (_, i) => `93.184.${i >> 8}.${i & 255}`);
    const { signal } = new AbortController();
    const url = `https://${NAME}/`;
    await expect(vet(url, onlyHttps, async () => [...many, '10.0.0.1'], signal)).rejects.toThrow(NOT_PUBLIC);
    expect((await vet(url, onlyHttps, async () => many, signal)).addresses).toEqual(
      [...many].sort().slice(0, 4),
    );
  });

  test('a look-up that hangs or breaks', async () => {
    const hangs = poster({ ...onlyHttps, resolve: () => new Promise(() => undefined) }, 100);
    expect(await hangs(`https://${NAME}/`)).toEqual(
      failing('timeout', 'No complete response within 0.1 s: still looking up the host.'),
    );
    const breaks = poster({
      ...onlyHttps,
      resolve: () => Promise.reject(new Error('ns1.internal: SERVFAIL')),
    });
    expect(await breaks(`https://${NAME}/`)).toEqual(
      failing('unknown', 'The attempt failed while looking up the host (UNKNOWN).'),
    );
  });
});

describe('names that change', () => {
  /** Plain http by name: the policy is relaxed only for the scheme. */
  async function world(...resolutions: (readonly string[])[]) {
    const { seen, port } = await sentinel();
    const internet = new LocalInternet().name(NAME, ...resolutions);
    const reached: string[] = [];
    for (const address of [PUBLIC, OTHER]) {
      const server = createTcp((socket) => {
        reached.push(address);
        socket.once('data', () => socket.end());
      });
      await listening(server);
      internet.at(address, server);
    }
    const { resolve, connect } = internet;
    const post = poster({ ...onlyHttps, resolve, connect });
    const send = () => post(`https://${NAME}:${port}/`);
    return { internet, send, seen, reached };
  }
  const cutOff = failing('connection_closed', 'The connection was closed while negotiating TLS.');
  const refused = failing('address_not_allowed', NOT_PUBLIC);

  test('public at first and private a moment later: the first address is the one that is used', async () => {
    const { internet, send, seen, reached } = await world([PUBLIC], ['127.0.0.1']);
    expect(await send()).toEqual(cutOff);
    expect(internet).toMatchObject({ lookups: [NAME], connected: [PUBLIC] });
    expect(await send()).toEqual(refused);
    expect(internet).toMatchObject({ lookups: [NAME, NAME], connected: [PUBLIC] });
    expect([seen.connections, reached]).toEqual([0, [PUBLIC]]);
  });

  test('each request resolves again', async () => {
    const { send, seen, reached } = await world(
      ['10.0.0.1'],
      [PUBLIC],
      [PUBLIC, '::1'],
      [OTHER],
      ['127.0.0.1'],
    );
    expect([await send(), await send(), await send(), await send(), await send()]).toEqual([
      ...[refused, cutOff, refused, cutOff, refused],
    ]);
    expect([seen.connections, reached]).toEqual([0, [PUBLIC, OTHER]]);
  });

  test.each([
    ['https', onlyHttps, `https://${NAME}/`],
    ['http', withLoopback, 'http://localhost/'],
  ])('a connection to another address is closed before a byte is written (%s)', async (_, policy, url) => {
    let bytes = 0;
    const server = createTcp((socket) => socket.on('data', (chunk) => (bytes += chunk.length)));
    const port = await listening(server);
    const astray = () =>
      Object.defineProperty(connectByTcp({ host: '127.0.0.1', port }), 'remoteAddress', {
        get: () => '10.0.0.1',
      });
    const post = poster({ ...policy, resolve: async () => [PUBLIC], connect: astray });
    expect(await post(url)).toMatchObject({ kind: 'failure' });
    await settled();
    expect(bytes).toBe(0);
  });
});

describe('plain http to a public host', () => {
  const url = `http://${NAME}/hook`;

  async function sending(policy: UrlPolicy, ...resolutions: (readonly string[])[]) {
    const server = createServer((_request, response) => response.end('ok'));
    await listening(server);
    const internet = new LocalInternet().name(NAME, ...resolutions).at(PUBLIC, server);
    const { resolve, connect } = internet;
    const post = poster({ ...policy, resolve, connect });
    return { internet, send: () => post(url) };
  }

  test.each([withHttp, withLoopback])('is sent to where http is allowed: %j', async (policy) => {
    const { internet, send } = await sending(policy, [PUBLIC], ['127.0.0.1'], [PUBLIC, '10.0.0.1']);
    expect(await send()).toMatchObject({ kind: 'response', status: 200 });
    for (const _ of 'ab') expect(await send()).toMatchObject({ detail: NOT_PUBLIC });
    expect(internet.connected).toEqual([PUBLIC]);
  });

  test('is refused by https alone before its name is looked up', async () => {
    const { internet, send } = await sending(onlyHttps, [PUBLIC]);
    expect(await send()).toMatchObject({ detail: 'The URL is not allowed. Must begin with https://.' });
    expect(internet).toMatchObject({ lookups: [], connected: [] });
  });
});

describe('loopback where it is allowed', () => {
  test.each(['127.0.0.1', 'localhost', '127.7.7.7'])('%s is reached by http', async (host) => {
    const server = createServer((_request, response) => response.end('ok'));
    const port = await listening(server, host === 'localhost' ? '127.0.0.1' : host);
    const lookups: string[] = [];
    const resolve = async (name: string) => [(lookups.push(name), '10.0.0.1')[1] as string];
    const post = poster({ ...withLoopback, resolve });
    expect(await post(`http://${host}:${port}/`)).toMatchObject({ kind: 'response', status: 200 });
    expect(lookups).toEqual([]);
  });

  test('localhost is whichever of its addresses accepts a connection', async () => {
    const server = createServer((_request, response) => response.end('ok'));
    const has6 = Object.values(networkInterfaces()).some((all) =>
      all?.some(({ address }) => address === '::1'),
    );
    const port = await listening(server, has6 ? '::1' : '127.0.0.1');
    const post = poster(withLoopback);
    expect(await post(`http://localhost:${port}/`)).toMatchObject({ kind: 'response', status: 200 });
  });

  test('a URL that is no longer allowed is refused at the next request', async () => {
    const { seen, port } = await sentinel();
    const why = ['Must begin with https://.', 'Must be a host on the public internet.'];
    for (const [i, policy] of [onlyHttps, withHttp].entries()) {
      expect(await poster(policy)(`http://127.0.0.1:${port}/`)).toMatchObject({
        detail: `The URL is not allowed. ${why[i]}`,
      });
    }
    await settled();
    expect(seen.connections).toBe(0);
  });
});
