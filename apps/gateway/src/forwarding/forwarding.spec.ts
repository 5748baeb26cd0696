import { type IncomingHttpHeaders, type Server, createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ASKED_HEADER, CALLER_HEADER, type HttpAdapter, SignedCaller, writtenAsked } from '@corridor/http';
import { addressVariable } from '@corridor/services';
import { type Person, TestGateway } from '../gateway.fixture.js';
import { ForwardingModule } from './forwarding.module.js';
import { destinations } from './routes.js';

const CALLER_SECRET = 'a secret of thirty-two bytes or more';
const signed = new SignedCaller(CALLER_SECRET);

/** The request as received by a service. */
interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

describe('forwarding', () => {
  let gateway: TestGateway;
  let service: Server;
  let ada: Person;
  let answers: { status?: number; headers?: Record<string, string> } = {};
  let seen: Seen[] = [];
  const last = () => seen.at(-1) as Seen;

  beforeAll(async () => {
    service = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { method = '', url = '', headers } = request;
        seen.push({ method, url, headers, body: Buffer.concat(chunks).toString('latin1') });
        response.setHeader('content-type', 'application/json').setHeader('idempotent-replayed', 'true');
        for (const [name, value] of Object.entries(answers.headers ?? {})) response.setHeader(name, value);
        response.statusCode = url.startsWith('/v1/payments/refused') ? 422 : (answers.status ?? 200);
        response.end('{"data":  "verbatim"}');
      });
    });
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
    const addresses = Object.fromEntries(destinations.map((one) => [addressVariable(one), address]));
    const away = { CONVERSIONS_URL: 'http://127.0.0.1:9' };
    gateway = await TestGateway.start({ ...addresses, ...away, CALLER_SECRET }, [ForwardingModule]);
    await gateway.service.app.listen(0, '127.0.0.1');
    ada = await gateway.person();
  });
  beforeEach(() => (seen = []));
  afterAll(async () => {
    await gateway.stop();
    service.close();
  });

  const withKey = () => ({ 'x-api-key': ada.secret });
  const post = (url: string, payload: string | Buffer, headers: Record<string, string> = {}) =>
    gateway.service.post(url, payload, {
      key: 'k',
      headers: { ...withKey(), 'content-type': 'application/json', ...headers },
    });

  /** For a path that is sent exactly as spelled. */
  const statusOf = (path: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const { port } = gateway.service.app.getHttpServer().address() as AddressInfo;
      get({ port, path, headers: withKey() }, (response) => resolve(response.resume().statusCode)).on(
        'error',
        reject,
      );
    });

  test('forwards request and response byte for byte', async () => {
    const body = '{ "amount" : 12345678901234567890, "b":"\u00e9" }';
    const response = await post('/v1/payment-instructions?x=%20y&x=2', body, {
      'x-request-id': 'r-1',
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    });
    expect(response.text).toBe('{"data":  "verbatim"}');
    expect(response.headers).toMatchObject({
      'idempotent-replayed': 'true',
      'x-request-id': 'r-1',
      'ratelimit-policy': '"client";q=1000;w=1',
    });
    expect(last()).toMatchObject({
      method: 'POST',
      url: '/v1/payment-instructions?x=%20y&x=2',
      body: Buffer.from(body).toString('latin1'),
    });
    expect(last().headers).toMatchObject({
      'x-idempotency-key': 'k',
      'content-type': 'application/json',
      'x-request-id': 'r-1',
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    });
    expect((await gateway.get('/v1/payments/refused', withKey())).status).toBe(422);
  });

  test('forwards bodies of any type, including empty ones', async () => {
    for (const [payload, headers] of [
      ['', {}],
      ['text', { 'content-type': 'text/plain' }],
      ['{}', { 'content-type': 'application/json; charset=utf-8' }],
    ] as const) {
      expect((await post('/v1/wallets', payload, headers)).status).toBe(200);
      expect(last().body).toBe(payload);
    }
    const withBody = await gateway.service.send('GET', 'wallets', 'a body', { headers: withKey() });
    expect(withBody.status).toBe(200);
    expect(last().body).toBe('');
  });

  test('passes the caller, for this request only, and no credential', async () => {
    await gateway.get('/v1/wallets/EUR?a=b', {
      ...withKey(),
      [CALLER_HEADER]: await signed.sign(
        { ...caller, client: { id: 'cli_other', name: 'x' } },
        'GET',
        '/v1/wallets/EUR',
      ),
    });
    const token = last().headers[CALLER_HEADER];
    expect((await signed.verify(token, 'GET', '/v1/wallets/EUR')).caller).toMatchObject({
      client: { id: ada.clientId },
      user: { id: ada.clientUserId },
      apiKeyId: ada.apiKeyId,
    });
    await expect(signed.verify(token, 'GET', '/v1/wallets/USD')).rejects.toThrow('unauthenticated');
    for (const secret of ['x-api-key', 'authorization', 'cookie', 'x-operator-key'])
      expect(last().headers).not.toHaveProperty(secret);
  });

  test('passes a callback of a provider on byte for byte, with its signature and no caller, whoever sends it', async () => {
    const body = '{ "id" : "e-1" }';
    const sent = { 'webhook-id': 'e-1', 'webhook-timestamp': '1', 'webhook-signature': 'v1,abc' };
    const forged = { ...withKey(), 'content-type': 'application/json', [CALLER_HEADER]: 'x', cookie: 'a=b' };
    for (const headers of [sent, { ...sent, ...forged }]) {
      const response = await gateway.service.post('/provider/v1/callbacks', body, { key: null, headers });
      expect(response.status).toBe(200);
      expect(last()).toMatchObject({ method: 'POST', url: '/provider/v1/callbacks', body, headers: sent });
      for (const name of ['x-api-key', 'cookie', CALLER_HEADER])
        expect(last().headers).not.toHaveProperty(name);
    }
    for (const path of ['/provider/v1/callbacksX', '/provider/v1', '/provider/'])
      expect((await gateway.service.post(path, undefined, { headers: sent })).status).toBe(404);
    expect(seen).toHaveLength(2);
  });

  test('keeps a command for which a service needs a second person, as the service names it', async () => {
    const { problems } = gateway.service.app.getHttpAdapter() as HttpAdapter;
    const asked = {
      kind: 'limits',
      effect: 'Läuft.',
      permission: 'p',
      hidden: ['pin'],
      idempotency: { key: 'k' },
    };
    const kept: unknown[] = [];
    const keep = jest
      .spyOn(problems, 'keepForApproval')
      .mockImplementation(async (command, { body }, reply) => {
        kept.push(command, String(body));
        void reply.status(202).send('{"data":"kept"}');
      });
    answers = { status: 409, headers: { [ASKED_HEADER]: writtenAsked(asked as never) } };
    const response = await post('/v1/wallets', '{"pin":1}');
    expect(kept).toEqual([asked, '{"pin":1}']);
    expect([response.status, response.data]).toEqual([202, 'kept']);
    expect(response.headers).not.toHaveProperty(ASKED_HEADER);
    keep.mockRestore();
    // What belongs to staff alone is never kept for a client.
    expect((await post('/v1/wallets', '{}')).status).toBe(500);
    answers = {};
  });

  test('rejects a request with only a forged caller header', async () => {
    const word = await signed.sign(caller, 'GET', '/v1/wallets');
    expect((await gateway.get('/v1/wallets', { [CALLER_HEADER]: word })).status).toBe(401);
    expect(seen).toEqual([]);
  });

  test('checks credential and size itself, and leaves the idempotency key to the service', async () => {
    expect((await gateway.get('/v1/wallets')).status).toBe(401);
    expect(await post('/v1/wallets', 'x'.repeat(100_001))).toMatchObject({
      status: 413,
      problem: { code: 'body_too_large' },
    });
    expect(seen).toEqual([]);
    for (const path of ['wallets', 'wallets/search'])
      expect((await gateway.service.post(path, undefined, { key: null, headers: withKey() })).status).toBe(
        200,
      );
    expect(seen).toHaveLength(2);
  });

  test.each([
    '/v1/wallets/../payments',
    '/v1/wallets/%2e%2e/payments',
    '/v1/wallets/./x',
    '/v1/wallets/x\\..\\..\\payments',
    '/v1/wallets/x%5c..%5cy',
    '/v1/wallets/..%2fx',
    '/v1/wallets/"x"',
    '/v1/wallets/{x}',
    '/v1/%77allets',
    'http://127.0.0.1:9/v1/wallets',
  ])('%s is ambiguous and does not exist', async (path) => {
    expect(await statusOf(path)).toBe(404);
    expect(seen).toEqual([]);
  });

  test('an unavailable service gives 503 with Retry-After', async () => {
    const response = await gateway.get('/v1/rates?ccyPairs=EURUSD', withKey());
    expect(response).toMatchObject({ status: 503, problem: { code: 'unavailable', instance: '/v1/rates' } });
    expect(response.headers['retry-after']).toBe('2');
  });

  test('counts forwarded requests and its own together', async () => {
    const { secret } = await gateway.person();
    const left = async (path: string) =>
      (await gateway.get(path, { 'x-api-key': secret })).headers['ratelimit'];
    expect(await left('/v1/wallets')).toBe('"client";r=999;t=1');
    expect(await left('/v1/auth/who-am-i')).toBe('"client";r=998;t=1');
  });

  test("the gateway's own routes stay its own", async () => {
    expect((await gateway.get('/v1/auth/who-am-i', withKey())).data.client.id).toBe(ada.clientId);
    expect((await gateway.get('/v1/nothing', withKey())).status).toBe(404);
    expect(seen).toEqual([]);
  });

  test('so do the forms of its collections below the address of the client', async () => {
    const users = `/v1/clients/${ada.clientId}/users`;
    const query = { field: 'id', operator: 'Equals', value: ada.userId };
    for (const { status, data } of [
      await gateway.get(users, withKey()),
      await gateway.post(`${users}/search`, { query }, withKey()),
    ])
      expect([status, data]).toEqual([200, [expect.objectContaining({ id: ada.userId })]]);
    expect(seen).toEqual([]);
  });

  const caller = {
    environment: 'SANDBOX',
    client: { id: 'cli_x', name: 'x' },
    user: null,
    apiKeyId: null,
    permissions: [],
    correlationId: 'r',
    causationId: null,
    traceparent: '',
  } as const;
});

describe('in production', () => {
  test('a simulator does not exist, with or without a credential', async () => {
    const addresses = Object.fromEntries(
      destinations.map((one) => [addressVariable(one), 'http://127.0.0.1:9']),
    );
    const gateway = await TestGateway.start(
      { ...addresses, CALLER_SECRET, ENVIRONMENT: 'PRODUCTION', FOUR_EYES: 'none' },
      [ForwardingModule],
    );
    const { secret } = await gateway.person();
    for (const headers of [{}, { 'x-api-key': secret }] as Record<string, string>[]) {
      expect((await gateway.get('/v1/simulators/inbound-funds/credit', headers)).status).toBe(404);
    }
    await gateway.stop();
  });
});
