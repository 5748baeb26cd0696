import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { sampleApp } from './sample-app.fixture.js';

const order = { amount: 12.34, ccyCode: 'EUR', narrative: 'rent' };
const headers = { 'x-client': 'cli_1', 'x-idempotency-key': 'k1' };

describe('the HTTP layer of an application', () => {
  let app: NestFastifyApplication;
  beforeAll(async () => (app = await sampleApp()));
  afterAll(() => app.close());

  const post = (url: string, payload: unknown, more: Record<string, string> = headers) =>
    app.inject({ method: 'POST', url, payload: payload as object, headers: more });

  test('the response to a POST is 200 with the record under data', async () => {
    const response = await post('/v1/orders', order);
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(response.json().data).toMatchObject({ order: { ...order, on: null, side: null }, minor: 1234 });
    expect(response.json().data.command).toMatchObject({
      caller: { client: { id: 'cli_1' } },
      idempotency: { key: 'k1' },
    });
  });

  test('a request in absolute form, which is meant for a proxy, is rejected', async () => {
    const port = Number(new URL(await app.listen(0, '127.0.0.1').then(() => app.getUrl())).port);
    const socket = connect(port, '127.0.0.1');
    socket.end('GET http://elsewhere.example/v1/orders HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect(await text(socket)).toContain('HTTP/1.1 404');
  });

  test('a stored response is sent byte for byte, and a repeated one is marked', async () => {
    const response = await app.inject({ method: 'PUT', url: '/v1/orders/1/replayed', headers });
    expect(response.body).toBe('{"data": {"kept":  "verbatim"}}');
    expect(response.headers['idempotent-replayed']).toBe('true');
  });

  test('a route without a body accepts none', async () => {
    const put = (payload: object) =>
      app.inject({ method: 'PUT', url: '/v1/orders/1/replayed', headers, payload });
    expect((await put({})).statusCode).toBe(200);
    expect((await put([])).json()).toMatchObject({ status: 400, errors: [{ code: 'not_an_object' }] });
    expect((await put({ amount: 1 })).json()).toMatchObject({
      status: 400,
      errors: [{ pointer: '#/amount', code: 'unknown_field' }],
    });
  });

  test('a response can have data and meta', async () => {
    const response = await app.inject({ url: '/v1/orders?limit=7&sortBy=a:ASC', headers });
    expect(response.json()).toEqual({
      data: [],
      meta: { q: null, sortBy: ['a:ASC'], offset: 0, limit: 7, cursor: null },
    });
  });

  test("every response carries a request id, the sender's where it is sane", async () => {
    const get = (id: string) =>
      app.inject({ url: '/v1/orders/1', headers: { ...headers, 'x-request-id': id } });
    expect((await get('abc-1')).headers['x-request-id']).toBe('abc-1');
    expect((await get('a b\t<script>')).headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect((await app.inject({ url: '/nowhere' })).headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('refusals come in the order 401, 403, 400 and reveal no more than the sender may know', async () => {
    const status = async (more: Record<string, string>) => {
      const response = await app.inject({
        method: 'POST',
        url: '/v1/orders',
        payload: '{',
        headers: { 'content-type': 'application/json', ...more },
      });
      return [response.statusCode, response.json().code];
    };
    expect(await status({})).toEqual([401, 'unauthenticated']);
    expect(await status({ 'x-client': 'c', 'x-permissions': 'payments:read' })).toEqual([
      403,
      'permission_required',
    ]);
    expect(await status({ 'x-client': 'c' })).toEqual([400, 'malformed_json']);
  });

  test('a permission refusal names the missing permission', async () => {
    const response = await post('/v1/orders', order, { 'x-client': 'c', 'x-permissions': 'payments:read' });
    expect(response.json()).toMatchObject({ status: 403, requiredPermission: 'payments:write' });
  });

  test('an idempotency key is needed for each POST and PUT except token and search', async () => {
    const none = { 'x-client': 'c' };
    expect((await post('/v1/orders', order, none)).json().code).toBe('idempotency_key_required');
    expect(
      (await app.inject({ method: 'PUT', url: '/v1/orders/1/replayed', headers: none })).statusCode,
    ).toBe(400);
    expect((await post('/v1/orders/search', {}, none)).statusCode).toBe(200);
    expect((await post('/v1/auth/token', { lines: ['a'] }, {})).statusCode).toBe(200);
  });
});
