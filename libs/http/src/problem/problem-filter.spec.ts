import { request } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { ProblemCode } from '@corridor/kernel';
import { problems } from '@corridor/services';
import { sampleApp } from '../sample-app.fixture.js';

describe('problem documents', () => {
  let app: NestFastifyApplication;
  beforeAll(async () => {
    app = await sampleApp();
    await app.listen(0, '127.0.0.1');
  });
  afterAll(() => app.close());

  const headers = { 'x-client': 'cli_1', 'x-idempotency-key': 'k' };
  /** Whether the text is a response with its whole body. */
  const isComplete = (text: string) => {
    const [head = '', body] = text.split('\r\n\r\n');
    return (
      body !== undefined && Buffer.byteLength(body) >= Number(/^content-length: (\d+)/im.exec(head)?.[1])
    );
  };
  const get = (url: string) => app.inject({ url, headers });

  test('a refusal is a complete problem document', async () => {
    const response = await get('/v1/orders/unknown?secret=1');
    expect(response.statusCode).toBe(404);
    expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(response.json()).toEqual({
      type: '/problems/not_found',
      title: 'Not found',
      status: 404,
      detail: 'There is no such path, or no record with this id that belongs to your client.',
      instance: '/v1/orders/unknown',
      code: 'not_found',
      requestId: response.headers['x-request-id'],
    });
  });

  test('a defect reveals no details', async () => {
    const response = await get('/v1/orders/broken');
    expect(response.json()).toMatchObject({ status: 500, code: 'internal' });
    expect(response.body).not.toContain('SELECT');
  });

  test('an unavailable store is not reported as a defect', async () => {
    const response = await get('/v1/orders/away');
    expect(response.json()).toMatchObject({ status: 503, code: 'unavailable' });
    expect(response.headers['retry-after']).toBe('2');
  });

  test.each([429, 503])('every %i says when to retry', async (status) => {
    const codes = (Object.keys(problems) as ProblemCode[]).filter((code) => problems[code].status === status);
    expect(codes).not.toEqual([]);
    for (const code of codes) {
      const response = await app.inject({ method: 'POST', url: `/v1/orders/refused/${code}`, headers });
      expect([response.json().code, response.headers['retry-after']]).toEqual([
        code,
        expect.stringMatching(/^[1-9]\d*$/),
      ]);
    }
  });

  test('401 has a WWW-Authenticate header', async () => {
    const response = await app.inject({ url: '/v1/orders/1' });
    expect(response.statusCode).toBe(401);
    expect(response.headers['www-authenticate']).toBe('Bearer realm="corridor"');
  });

  test('an unknown path is 404, another method of a known one 405', async () => {
    expect((await get('/v1/nothing')).statusCode).toBe(404);
    expect((await get('/')).statusCode).toBe(404);
    expect((await get('/v1/orders/1/replayed/more')).statusCode).toBe(404);
    for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const) {
      const response = await app.inject({ method, url: '/v1/orders/1', headers });
      expect(response.json()).toMatchObject({ status: 405, code: 'method_not_allowed' });
      expect(response.headers['allow']).toBe('GET, HEAD');
    }
    expect((await app.inject({ method: 'PUT', url: '/v1/orders', headers })).headers['allow']).toBe(
      'GET, HEAD, POST',
    );
  });

  test('bodies are JSON and at most 100 kB', async () => {
    const post = (type: string | undefined, payload: string) =>
      app.inject({
        method: 'POST',
        url: '/v1/orders',
        payload,
        headers: { ...headers, ...(type && { 'content-type': type }) },
      });
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonx',
      ';;',
      undefined,
    ]) {
      expect((await post(type, '{}')).json()).toMatchObject({ status: 415, code: 'unsupported_media_type' });
    }
    expect((await post('application/json; charset=utf-8', '{}')).json().code).toBe('invalid_request');
    expect((await post('APPLICATION/JSON', '{}')).json().code).toBe('invalid_request');
    expect((await post('application/json', `"${'a'.repeat(99_998)}"`)).statusCode).toBe(400);
    expect((await post('application/json', `"${'a'.repeat(99_999)}"`)).json()).toMatchObject({
      status: 413,
      code: 'body_too_large',
    });
  });

  test('an endless body is cut off at the limit', async () => {
    const { port } = app.getHttpServer().address() as AddressInfo;
    const status = await new Promise((resolve, reject) => {
      const sending = request({
        port,
        method: 'POST',
        path: '/v1/orders',
        headers: { ...headers, 'content-type': 'application/json' },
      });
      sending.on('response', (response) => resolve(response.resume().statusCode)).on('error', reject);
      for (let i = 0; i < 11; i++) sending.write('x'.repeat(10_000));
    });
    expect(status).toBe(413);
  });

  test.each([
    'GET /%zz HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET /v1/orders/%C0%AF HTTP/1.1\r\nHost: x\r\n\r\n',
    'NONSENSE\r\n\r\n',
    `GET / HTTP/1.1\r\nHost: x\r\nX-Big: ${'a'.repeat(20_000)}\r\n\r\n`,
    'POST /v1/orders HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ])('invalid HTTP gets a problem document: %j', async (bytes) => {
    const { port } = app.getHttpServer().address() as AddressInfo;
    const response = await new Promise<string>((resolve) => {
      let text = '';
      const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
      socket.on('data', (chunk) => isComplete((text += chunk)) && socket.destroy());
      socket.on('close', () => resolve(text));
    });
    expect(response).toMatch(/^HTTP\/1\.1 400 /);
    expect(response.toLowerCase()).toContain('content-type: application/problem+json');
    expect(response.toLowerCase()).toContain('x-request-id: ');
    expect(response.toLowerCase()).toContain('cache-control: no-store');
    expect(response.toLowerCase()).toContain('x-content-type-options: nosniff');
  });
});
