import { Corridor } from './corridor.js';
import { isProblem } from './errors.js';
import { data, hangs, html, json, problem, resets, responds, TestServer } from './server.fixture.js';

const server = new TestServer();
beforeAll(() => server.start());
afterAll(() => server.end());

const order = () => ({
  sellCcyCode: 'GBP',
  buyCcyCode: 'EUR',
  fixedSide: 'BUY' as const,
  amount: '1000.10',
  beneficiaryId: 'ben_1',
  paymentDate: '2026-11-30',
  narrative: 'Invoice 42',
});
const sent = { id: 'pi_1', status: 'SENT' };
const failed = (promise: PromiseLike<unknown>) =>
  Promise.resolve(promise).then(
    () => Promise.reject(new Error('it did not fail')),
    (error: any) => error,
  );
const keys = () => server.received.map(({ headers }) => headers['x-idempotency-key']);

describe('a command', () => {
  it('is sent with its credential, a key, a request id and exact amounts', async () => {
    const response = '{"data":{"id":"pi_1","amount":1000.10}}';
    const corridor = server.that(responds(200, response, { 'content-type': 'application/json' }));
    expect(await corridor.createPaymentInstruction(order())).toEqual({ id: 'pi_1', amount: '1000.10' });
    const [{ method, url, headers, body }] = server.received as [(typeof server.received)[0]];
    expect(`${method} ${url}`).toBe('POST /v1/payment-instructions');
    expect(body).toContain('"amount":1000.10,');
    expect(headers).toMatchObject({
      'x-api-key': 'ck_test',
      'content-type': 'application/json',
      'x-idempotency-key': expect.stringMatching(/^[0-9a-f]{32}$/),
      'x-request-id': expect.stringMatching(/^[0-9a-f]{32}$/),
    });
  });

  it.each([
    ['the connection is lost after the request', resets],
    ['Corridor is unavailable', problem(503, 'unavailable')],
    ['the request is still in progress', problem(409, 'idempotency_in_flight')],
    ['a limit is reached', problem(429, 'rate_limited')],
    ['a proxy cannot reach Corridor', html(502)],
    ['the JSON is cut off', responds(200, '{"data":{"id":"p', { 'content-type': 'application/json' })],
    [
      'the body is cut off',
      (response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': 99 });
        response.write('{"data":', () => response.destroy());
      },
    ],
  ] satisfies [string, Parameters<typeof server.that>[0]][])(
    'is repeated with its key if %s',
    async (_, behaviour) => {
      const corridor = server.that(behaviour, data(sent));
      expect(await corridor.createPaymentInstruction(order())).toEqual(sent);
      const [first, second] = server.received;
      expect(server.received).toHaveLength(2);
      expect(second?.headers).toEqual(first?.headers);
      expect(second?.body).toBe(first?.body);
      expect(keys()[0]).toMatch(/./);
    },
  );

  it('keeps its body when the object changes between attempts', async () => {
    const body = order();
    const corridor = server.that((response, received) => {
      body.amount = '2';
      resets(response, received);
    }, data(sent));
    await corridor.createPaymentInstruction(body);
    expect(server.received[1]?.body).toContain('"amount":1000.10,');
  });

  it('has a key of its own, or the given one', async () => {
    const corridor = server.that(data(sent), data(sent), data(sent));
    await corridor.createPaymentInstruction(order());
    await corridor.createPaymentInstruction(order());
    await corridor.createPaymentInstruction(order(), { idempotencyKey: 'invoice-42' });
    expect(new Set(keys()).size).toBe(3);
    expect(keys()[2]).toBe('invoice-42');
  });

  it.each([
    [409, 'instruction_not_pending'],
    [422, 'idempotency_key_reused'],
    [400, 'invalid_request'],
    [500, 'internal'],
  ])('is not repeated after %d %s', async (status, code) => {
    const error = await failed(server.that(problem(status, code)).cancelPayment('pmt_1', { reason: 'late' }));
    expect(error).toMatchObject({
      name: 'ProblemError',
      code,
      status,
      attempts: 1,
      idempotencyKey: keys()[0],
    });
    expect(server.received).toHaveLength(1);
  });

  it('is not sent, and not repeated, with a key that is no header', async () => {
    const corridor = server.that();
    const options = { idempotencyKey: 'Rechnung 42 €' };
    await expect(corridor.createPaymentInstruction(order(), options)).rejects.toThrow(TypeError);
    expect(server.received).toEqual([]);
  });

  it('is not sent with an amount that is none', async () => {
    const corridor = server.that();
    await expect(corridor.createPaymentInstruction({ ...order(), amount: '1,000' })).rejects.toThrow(
      TypeError,
    );
    expect(server.received).toEqual([]);
  });
});

describe('a failed call', () => {
  it('says what was wrong, where to read about it, and which request it was', async () => {
    const errors = [{ pointer: '#/amount', code: 'not_positive', detail: 'Must be greater than zero.' }];
    const corridor = server.that((response, received) =>
      json(400, { type: '/problems/invalid_request', code: 'invalid_request', detail: 'Wrong.', errors })(
        response,
        received,
      ),
    );
    const error = await failed(corridor.createPaymentInstruction(order()));
    expect(error).toMatchObject({
      message: 'invalid_request: Wrong. #/amount: Must be greater than zero.',
      link: `${server.url}/problems/invalid_request`,
      requestId: server.received[0]?.headers['x-request-id'],
      errors,
    });
    expect(isProblem(error)).toBe(true);
    expect(isProblem(error, 'not_found', 'invalid_request')).toBe(true);
    expect(isProblem(error, 'not_found')).toBe(false);
  });

  it('says a single issue once', async () => {
    const issue = { pointer: '#/amount', code: 'not_positive', detail: 'Must be greater than zero.' };
    const detail = `${issue.pointer}: ${issue.detail}`;
    const corridor = server.that(json(400, { code: 'invalid_request', type: '', detail, errors: [issue] }));
    const error = await failed(corridor.createPaymentInstruction(order()));
    expect(error).toMatchObject({ message: `invalid_request: ${detail}` });
  });

  it('is one without a response if a page of something else comes', async () => {
    const error = await failed(server.that(html(200)).getWallet('GBP'));
    expect(error).toMatchObject({
      name: 'NoResponseError',
      status: 200,
      excerpt: '<html>Not what you wanted</html>',
      attempts: 1,
      idempotencyKey: null,
    });
    for (const body of [{}, null, [1]])
      expect(await failed(server.that(json(200, body)).getWallet('GBP'))).toMatchObject({ status: 200 });
  });

  it('does not follow a redirect: the API key would go along', async () => {
    const away = responds(302, '', { location: `${server.url}/elsewhere` });
    const error = await failed(server.that(away).getWallet('GBP'));
    expect(error.message).toContain(`a redirect to ${server.url}/elsewhere`);
    expect(server.received).toHaveLength(1);
  });
});

describe('retries', () => {
  it('wait as long as Retry-After says', async () => {
    const corridor = server.that(problem(429, 'rate_limited', { 'retry-after': '1' }), data(sent));
    await corridor.getPayment('pmt_1');
    const [first, second] = server.received;
    expect((second?.atMs ?? 0) - (first?.atMs ?? 0)).toBeGreaterThanOrEqual(1_000);
  });

  it('end at once if the wait is longer than the call may take', async () => {
    server.that(problem(503, 'unavailable', { 'retry-after': '3600' }));
    const later = new Date(Date.now() + 3_600_000).toUTCString();
    expect(await failed(server.client().getPayment('pmt_1'))).toMatchObject({
      code: 'unavailable',
      attempts: 1,
    });
    server.that(problem(503, 'unavailable', { 'retry-after': later }));
    expect(await failed(server.client().getPayment('pmt_1'))).toMatchObject({
      code: 'unavailable',
      attempts: 1,
    });
  });

  it('are bounded in number', async () => {
    server.that(...Array.from({ length: 5 }, () => resets));
    const error = await failed(server.client({ maxAttempts: 3 }).getPayment('pmt_1'));
    expect(error).toMatchObject({
      name: 'NoResponseError',
      status: null,
      attempts: 3,
      cause: expect.anything(),
    });
    expect(server.received).toHaveLength(3);
  });

  it('follow an attempt that takes too long', async () => {
    server.that(hangs, ...Array.from({ length: 5 }, () => data(sent)));
    expect(await server.client({ attemptTimeoutMs: 1_000 }).getPayment('pmt_1')).toEqual(sent);
  });

  it('end with the time of the call, also while a body comes slowly', async () => {
    server.that((response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const drip = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(drip));
    });
    const error = await failed(server.client().getPayment('pmt_1', { timeoutMs: 300 }));
    expect(error).toMatchObject({ name: 'NoResponseError', attempts: 1, cause: { name: 'TimeoutError' } });
  });

  it('end when the signal does, in an attempt and between two', async () => {
    for (const behaviour of [hangs, problem(503, 'unavailable', { 'retry-after': '20' })]) {
      const controller = new AbortController();
      const reason = new Error('the user has left');
      const corridor = server.that((response, received) => {
        behaviour(response, received);
        setTimeout(() => controller.abort(reason), 100);
      });
      expect(await failed(corridor.getPayment('pmt_1', { signal: controller.signal }))).toBe(reason);
      expect(await failed(corridor.getPayment('pmt_1', { signal: controller.signal }))).toBe(reason);
      expect(server.received).toHaveLength(1);
    }
  });

  it('leave out a login, which has no key, unless it was not processed', async () => {
    const login = { email: 'ada@example.com', password: 'x', newPassword: 'y' };
    for (const behaviour of [resets, problem(503, 'unavailable')])
      expect(await failed(server.that(behaviour).issueToken(login))).toMatchObject({ attempts: 1 });
    const corridor = server.that(problem(429, 'rate_limited'), data({ accessToken: 't' }));
    expect(await corridor.issueToken(login)).toEqual({ accessToken: 't' });
  });
});

describe('a search', () => {
  const page = (records: number[], nextCursor: string | null) =>
    json(200, { data: records, meta: { nextCursor } });
  const searched = () =>
    server.received.map(({ url }) => decodeURIComponent(url.replace('/v1/payments', '')));

  it('reads all records, page by page', async () => {
    const corridor = server.that(page([1, 2], 'a&b'), resets, page([], 'c'), page([3], null));
    const records: unknown[] = [];
    for await (const one of corridor.searchPayments({
      q: 'status == "SENT"',
      sortBy: ['a:ASC', 'b:DESC'],
      offset: 5,
    }))
      records.push(one);
    expect(records).toEqual([1, 2, 3]);
    const query = '?limit=100&q=status+==+"SENT"&sortBy=a:ASC&sortBy=b:DESC';
    expect(searched()).toEqual([
      `${query}&offset=5`,
      `${query}&cursor=a&b`,
      `${query}&cursor=a&b`,
      `${query}&cursor=c`,
    ]);
  });

  it('reads no further than somebody wants', async () => {
    const corridor = server.that(page([1, 2], 'next'));
    for await (const one of corridor.searchPayments()) if (one) break;
    expect(server.received).toHaveLength(1);
  });

  it('is its first page if it is awaited', async () => {
    const corridor = server.that(page([1], 'next'));
    expect((await corridor.searchPayments({ limit: 1 })).data).toEqual([1]);
    expect(searched()).toEqual(['?limit=1']);
  });

  it('can be a body, without a key, and is repeated', async () => {
    const corridor = server.that(resets, page([1], 'next'), page([2], null));
    const query = { field: 'amount.value', operator: 'Equals' as const, value: '5' };
    const records: unknown[] = [];
    for await (const one of corridor.searchPaymentsByBody({ query })) records.push(one);
    expect(records).toEqual([1, 2]);
    expect(server.received.map(({ body }) => JSON.parse(body))).toEqual([
      { limit: 100, query },
      { limit: 100, query },
      { limit: 100, query, cursor: 'next' },
    ]);
    expect(keys()).toEqual([undefined, undefined, undefined]);
  });

  it('fails as a call does', async () => {
    const error = await failed(server.that(problem(400, 'invalid_request')).searchPayments({ q: '(' }));
    expect(isProblem(error, 'invalid_request')).toBe(true);
  });
});

describe('waiting', () => {
  const at = (status: string, ...history: string[]): any => ({
    id: 'pi_1',
    status,
    statusHistory: history.map((one) => ({
      status: one,
      statusReason: one === 'FAILED' ? 'The bank is closed.' : null,
    })),
  });

  it('reads the record until it has the status', async () => {
    const corridor = server.that(data(at('PENDING')), data(at('SENT', 'PENDING', 'SENT')));
    expect(await corridor.waitFor(at('PENDING'), 'SENT')).toHaveProperty('status', 'SENT');
    expect(server.received.map(({ url }) => url)).toEqual(Array(2).fill('/v1/payment-instructions/pi_1'));
  });

  it('is over if the record has gone further, but not if it has failed since', async () => {
    const corridor = server.that();
    expect(await corridor.waitFor(at('SENT', 'FILLED', 'SENT'), 'FILLED')).toHaveProperty('status', 'SENT');
    const error = await failed(corridor.waitFor(at('FAILED', 'FILLED', 'FAILED'), 'FILLED'));
    expect(error).toMatchObject({ name: 'StatusError', hasEnded: true });
    expect(error.message).toBe('pi_1 is FAILED and cannot become FILLED: The bank is closed.');
    expect(server.received).toEqual([]);
  });

  it('ends with its time, and with its signal', async () => {
    const corridor = server.that(data(at('PENDING')), data(at('PENDING')));
    expect(await failed(corridor.waitFor(at('PENDING'), 'SENT', { timeoutMs: 400 }))).toMatchObject({
      hasEnded: false,
      record: { status: 'PENDING' },
    });
    const signal = AbortSignal.abort(new Error('enough'));
    expect(await failed(corridor.waitFor(at('PENDING'), 'SENT', { signal }))).toBe(signal.reason);
  });

  it('is refused for what has no status', () =>
    expect(() => server.that().waitFor({ ...at('A'), id: 'wal_1' }, 'SENT')).toThrow(TypeError));
});

test('ids are encoded, and none leads to another path', async () => {
  const corridor = server.that(data(1));
  await corridor.getPayment('a/b?c');
  expect(server.received[0]?.url).toBe('/v1/payments/a%2Fb%3Fc');
  for (const id of ['', '.', '..']) expect(() => corridor.getPayment(id)).toThrow(TypeError);
});

test('a token is asked for in each attempt', async () => {
  server.that(problem(503, 'unavailable'), data(sent));
  const tokens = ['one', 'two'];
  const corridor = new Corridor({ url: server.url, accessToken: () => tokens.shift() ?? '' });
  await corridor.getPayment('pmt_1');
  expect(server.received.map(({ headers }) => headers.authorization)).toEqual(['Bearer one', 'Bearer two']);
});

test('Corridor can be behind a path', async () => {
  server.that(data(1));
  await server.client({ url: `${server.url}/corridor/` }).getPayment('pmt_1');
  expect(server.received[0]?.url).toBe('/corridor/v1/payments/pmt_1');
});

test('a file is what came', async () => {
  const corridor = server.that(responds(200, 'a,b', { 'content-type': 'text/csv' }));
  const file = await corridor.exportStatement('GBP', { from: '2026-11-01', to: '2026-11-30' });
  expect(await file.text()).toBe('a,b');
});
