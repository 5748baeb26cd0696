import type { NestFastifyApplication } from '@nestjs/platform-fastify';
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

  test('that is not declared as such, nor as one without a key, is a defect', async () => {
    expect((await post('/undeclared', undefined)).statusCode).toBe(500);
  });

  test('returns the stored response instead of a refusal, byte for byte', async () => {
    sampleStore.responses.set('stored', '{"data":  {"id":1}}');
    const response = await post('', invalid, 'stored');
    expect([response.statusCode, response.body]).toEqual([200, '{"data":  {"id":1}}']);
    expect(response.headers['idempotent-replayed']).toBe('true');
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
