import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { REPLAY_MS } from './recent-replays.js';
import { sampleApp, sampleStore } from '../sample-app.fixture.js';

describe('an idempotent operation', () => {
  let app: NestFastifyApplication;
  beforeAll(async () => (app = await sampleApp()));
  beforeEach(() => {
    sampleStore.responses.clear();
    sampleStore.lookUps.length = 0;
  });
  afterAll(() => app.close());

  const post = (path: string, body: object | undefined, key: string | null = 'k', more = {}) =>
    app.inject({
      method: 'POST',
      url: `/v1/orders${path}`,
      payload: body,
      headers: { 'x-client': 'cli_1', ...(key !== null && { 'x-idempotency-key': key }), ...more },
    });
  const order = { amount: 12.34, ccyCode: 'EUR', narrative: 'rent' };
  const invalid = { ...order, amount: -1 };

  test('requires the key, after the permission and before it reads the body', async () => {
    expect((await post('', invalid, null)).json().code).toBe('idempotency_key_required');
    expect((await post('', invalid, null, { 'x-permissions': 'payments:read' })).statusCode).toBe(403);
    expect((await post('', order)).statusCode).toBe(200);
  });

  test('tells its command who calls and under which key', async () => {
    expect((await post('', order)).json().data.command).toMatchObject({
      caller: { client: { id: 'cli_1' } },
      idempotency: { scope: 'cli_1', operation: 'createOrder', key: 'k' },
    });
  });

  test('that is not declared as such, nor as one without a key, is a defect', async () => {
    expect((await post('/undeclared', undefined)).statusCode).toBe(500);
  });

  test('returns the stored response instead of a refusal, byte for byte', async () => {
    sampleStore.responses.set('stored', '{"data":  {"id":1}}');
    const response = await post('', invalid, 'stored');
    expect([response.statusCode, response.body]).toEqual([200, '{"data":  {"id":1}}']);
    expect(response.headers['idempotent-replayed']).toBe('true');
  });

  describe('that is repeated again', () => {
    const BODY = '{"data":  {"id":2}}';
    const again = (key: string, body: object = invalid, more = {}) => post('', body, key, more);
    let now: number;
    beforeEach(() => {
      now = 1_000_000;
      jest.spyOn(performance, 'now').mockImplementation(() => now);
      for (const key of ['again', 'later', 'secret', 'reused', 'rights'])
        sampleStore.responses.set(key, BODY);
    });
    afterEach(() => jest.restoreAllMocks());

    test('gets the stored response from memory, byte for byte and with the same headers', async () => {
      const responses = [await again('again'), await again('again'), await again('again')];
      expect(sampleStore.lookUps).toHaveLength(1);
      const [first, ...others] = responses.map(({ statusCode, body, headers }) => {
        const { date: _, 'x-request-id': __, ...same } = headers;
        return { statusCode, body, headers: same };
      });
      expect(first).toMatchObject({
        statusCode: 200,
        body: BODY,
        headers: { 'idempotent-replayed': 'true' },
      });
      expect(others).toEqual([first, first]);
    });

    test('is looked up again after ten seconds, when it may have expired', async () => {
      await again('later');
      now += REPLAY_MS;
      sampleStore.responses.delete('later');
      expect((await again('later')).statusCode).toBe(400);
    });

    test('is looked up if its response contains a secret', async () => {
      for (let n = 0; n < 3; n++) expect((await again('secret')).body).toBe(BODY);
      expect(sampleStore.lookUps).toHaveLength(3);
    });

    test('is another request if client, operation, path or body differ', async () => {
      await again('reused');
      sampleStore.responses.set('reused', 'another request');
      expect((await again('reused', { ...invalid, narrative: 'x' })).json().code).toBe(
        'idempotency_key_reused',
      );
      expect((await again('reused', invalid, { 'x-client': 'cli_2' })).json().code).toBe(
        'idempotency_key_reused',
      );
      expect((await post('/refused/not_found', invalid, 'reused')).json().code).toBe(
        'idempotency_key_reused',
      );
    });

    test('is still refused without the permission, or with a body that is not JSON', async () => {
      await again('rights');
      expect((await again('rights', invalid, { 'x-permissions': 'payments:read' })).statusCode).toBe(403);
      const broken = { method: 'POST', url: '/v1/orders', payload: '{' } as const;
      const headers = {
        'x-client': 'cli_1',
        'x-idempotency-key': 'rights',
        'content-type': 'application/json',
      };
      expect((await app.inject({ ...broken, headers })).json().code).toBe('malformed_json');
    });
  });

  test('is refused because its key was used by another request, regardless of its content', async () => {
    sampleStore.responses.set('other', 'another request');
    expect((await post('', invalid, 'other')).json().code).toBe('idempotency_key_reused');
  });

  test('keeps its refusal if nothing is stored', async () => {
    expect((await post('', invalid)).json()).toMatchObject({ status: 400, code: 'invalid_request' });
    expect(sampleStore.lookUps).toHaveLength(1);
  });

  test('needs no lookup unless it is refused', async () => {
    await post('', order);
    expect(sampleStore.lookUps).toEqual([]);
  });

  test.each([
    ['not_found', true],
    ['illegal_transition', true],
    ['insufficient_funds', true],
    ['idempotency_in_flight', false],
    ['step_parked', false],
    ['bearer_token_required', false],
    ['rate_limited', false],
    ['unavailable', false],
    ['internal', false],
  ])('with the refusal %s is looked up: %s', async (code, isLookedUp) => {
    sampleStore.responses.set('stored', '{"data":null}');
    const response = await post(`/refused/${code}`, {}, 'stored');
    expect(sampleStore.lookUps).toHaveLength(isLookedUp ? 1 : 0);
    expect(response.statusCode === 200).toBe(isLookedUp);
  });

  test('is identified by client, path and body without the omitted fields, and optionally by its user', async () => {
    for (const body of [{ a: 1 }, { a: 1, pin: 'x' }, { pin: 'y', a: 1 }, { a: 2, pin: 'x' }])
      await post('/refused/not_found', body);
    const [first, second, third, other] = sampleStore.lookUps.map(({ fingerprint }) => fingerprint);
    expect([second, third]).toEqual([first, first]);
    expect(other).not.toBe(first);
    expect(first).toMatch(/^[0-9a-f]{64} cu_1$/);
    await post('/refused/illegal_transition', { a: 1 });
    expect(sampleStore.lookUps[4]?.fingerprint).not.toBe(first);
    expect(sampleStore.lookUps[4]).toMatchObject({ scope: 'cli_1', operation: 'refuseOrder', key: 'k' });
  });
});
