import { randomUUID } from 'node:crypto';
import { Api, type Reply } from '../support/api.js';
import { instructionFor } from '../support/instruction.js';
import { fundedClient, newClient, url } from '../support/system.js';

/** The headers of requests and responses (interface-spec 4 and 5, decisions §1, §3, §4 and §8). */

let api: Api;
let beneficiaryId: string;
const nobody = new Api(url, {});
beforeAll(async () => {
  ({ api, beneficiaryId } = await fundedClient({ GBP: 1 }));
});

const fine: [string, () => Promise<Reply>][] = [
  ['a list', () => api.get('/v1/wallets')],
  ['a record', () => api.get('/v1/wallets/GBP')],
  ['a command', () => api.post('/v1/payment-instructions', instructionFor(beneficiaryId))],
  ['who I am', () => api.get('/v1/auth/who-am-i')],
];
const refusedRequests: [number, string, () => Promise<Reply>][] = [
  [400, 'half a body', () => api.post('/v1/wallets', '{')],
  [401, 'no credential', () => nobody.get('/v1/wallets')],
  [404, 'no record', () => api.get('/v1/wallets/pi_1')],
  [404, 'no route', () => api.get('/v1/nothing')],
  [405, 'no method', () => api.send('DELETE', '/v1/wallets', undefined, {})],
  [413, 'a large body', () => api.post('/v1/wallets', 'x'.repeat(100_001))],
];

it.each(fine)('Content-Type of %s is JSON, and its status is 200', async (_, send) => {
  const { status, headers } = await send();
  expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
});

it('no response is stored by a cache or read as another type', async () => {
  const { login } = await newClient();
  const key = randomUUID();
  const create = () => api.post('/v1/payment-instructions', instructionFor(beneficiaryId), { key });
  const others: (() => Promise<Reply>)[] = [
    create,
    create,
    () => nobody.post('/v1/auth/token', login, { key: null }),
    () => api.post('/v1/payments/search', {}, { key: null }),
    () => api.send('HEAD', '/v1/wallets', undefined, {}),
    () => api.get('/v1/wallets/%zz'),
  ];
  for (const send of [...fine.map(([, one]) => one), ...refusedRequests.map(([, , one]) => one), ...others]) {
    const { status, headers } = await send();
    expect([status, headers.get('cache-control'), headers.get('x-content-type-options')]).toEqual([
      status,
      'no-store',
      'nosniff',
    ]);
  }
});

it.each(refusedRequests)('Content-Type of a %i is a problem document: %s', async (expected, _, send) => {
  const { status, headers } = await send();
  expect([status, headers.get('content-type')]).toEqual([
    expected,
    'application/problem+json; charset=utf-8',
  ]);
});

describe('X-Request-Id', () => {
  it('is in every response, a new one each time, and in every problem', async () => {
    const requested = [...fine.map(([, send]) => send), ...refusedRequests.map(([, , send]) => send)];
    const ids: (string | null)[] = [];
    for (const send of requested) {
      const { headers, body } = await send();
      ids.push(headers.get('x-request-id'));
      expect(ids.at(-1)).toMatch(/^[0-9a-f-]{36}$/);
      if (body?.code) expect(body.requestId).toBe(ids.at(-1));
    }
    expect(new Set(ids).size).toBe(requested.length);
  });

  it.each([
    ['mine-1', true],
    [randomUUID(), true],
    ['a b', false],
    ['<script>', false],
    ['x'.repeat(300), false],
  ])('of the request is kept if it is valid: %s', async (sent, isKept) => {
    const { headers } = await api.get('/v1/wallets', { 'x-request-id': sent });
    expect(headers.get('x-request-id') === sent).toBe(isKept);
  });
});

it.each([
  ['00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'],
  ['00-00000000000000000000000000000000-0000000000000000-00'],
  ['nonsense'],
])('traceparent %s is kept or replaced, and never a reason to reject', async (traceparent) => {
  const created = await api.post('/v1/payment-instructions', instructionFor(beneficiaryId), {
    headers: { traceparent },
  });
  expect(created.status).toBe(200);
});

describe('RateLimit and RateLimit-Policy', () => {
  it('report the remaining burst, and are refilled', async () => {
    const { api: other } = await newClient();
    const left = async (path: string) => {
      const { headers } = await other.get(path);
      expect(headers.get('ratelimit-policy')).toBe('"client";q=200;w=2');
      return Number(/^"client";r=(\d+);t=[0-2]$/.exec(headers.get('ratelimit') ?? '')?.[1]);
    };
    const all = async () => [
      await left('/v1/wallets'),
      await left('/v1/payments/x'),
      await left('/v1/wallets/GBP'),
    ];
    const refilled = () => new Promise((resolve) => setTimeout(resolve, 2_100));
    let counted = await all();
    // A busy machine may need longer than the two seconds of the window for them.
    for (let n = 1; n < 10 && counted[2] !== 197; n++) {
      await refilled();
      counted = await all();
    }
    expect(counted).toEqual([199, 198, 197]);
    await refilled();
    expect(await left('/v1/wallets')).toBe(199);
  });

  it('end in 429 with Retry-After, for this client only', async () => {
    const { api: its } = await newClient();
    const eager = new Api(its.url, its.credential, false);
    const late: Awaited<ReturnType<typeof eager.get>>[] = [];
    // A busy machine may need longer than the two seconds of the window for them.
    while (late.length === 0) {
      const replies = await Promise.all(Array.from({ length: 260 }, () => eager.get('/v1/auth/who-am-i')));
      late.push(...replies.filter(({ status }) => status === 429));
    }
    for (const { headers, body } of late) {
      expect([body.code, /^[1-9]\d*$/.test(headers.get('retry-after') ?? '')]).toEqual([
        'rate_limited',
        true,
      ]);
      expect(headers.get('ratelimit')).toMatch(/^"client";r=0;t=\d+$/);
    }
    expect((await api.get('/v1/wallets')).status).toBe(200);
  });
});

describe('WWW-Authenticate', () => {
  it.each<[string, Record<string, string>]>([
    ['nothing', {}],
    ['a key of nobody', { 'x-api-key': 'ck_sandbox_nobody' }],
    ['a token of nobody', { authorization: 'Bearer a.b.c' }],
  ])('is the response to %s', async (_, headers) => {
    const reply = await nobody.get('/v1/wallets', headers);
    expect([reply.status, reply.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="corridor"']);
  });
});

it.each([
  ['DELETE', '/v1/wallets', 'GET, HEAD, POST'],
  ['PATCH', '/v1/wallets/GBP', 'GET, HEAD'],
  ['PUT', '/v1/payment-instructions', 'GET, HEAD, POST'],
  ['POST', '/v1/client-settings', 'PUT'],
  ['PUT', '/v1/wallets/search', 'GET, HEAD, POST'],
])('Allow lists the allowed methods for %s %s', async (method, path, allowed) => {
  const { status, headers } = await api.send(method, path, undefined, {});
  expect([status, headers.get('allow')]).toEqual([405, allowed]);
});

describe('Idempotent-Replayed', () => {
  it('is true for a repeated response, and absent otherwise', async () => {
    const create = () => api.post('/v1/payment-instructions', body, { key });
    const [body, key] = [instructionFor(beneficiaryId), randomUUID()];
    const replies = [await create(), await create(), await create()];
    expect(replies.map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([null, 'true', 'true']);
    expect((await api.get('/v1/wallets')).headers.get('idempotent-replayed')).toBeNull();
  });
});
