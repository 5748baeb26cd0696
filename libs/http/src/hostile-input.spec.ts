import { type AddressInfo, connect } from 'node:net';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import fc from 'fast-check';
import { sampleApp } from './sample-app.fixture.js';

/** No input may produce an unexpected 5xx (decisions §1). */
describe('hostile input', () => {
  let app: NestFastifyApplication;
  beforeAll(async () => {
    app = await sampleApp();
    await app.listen(0, '127.0.0.1');
  });
  afterAll(() => app.close());

  /** The response status to bytes on a socket; 0 if the connection just ends. */
  const send = async (lines: readonly string[], body: string | Buffer = ''): Promise<number> => {
    const { port } = app.getHttpServer().address() as AddressInfo;
    const head = `${lines.join('\r\n')}\r\n\r\n`;
    const bytes = Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(body)]);
    const response = await new Promise<string>((resolve) => {
      let text = '';
      const done = () => resolve(text);
      const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
      socket.on('data', (chunk) => /^HTTP.{9}/.test((text += chunk)) && socket.destroy());
      socket.on('close', done).on('error', done);
    });
    return Number(/^HTTP\/1\.1 (\d{3})/.exec(response)?.[1] ?? 0);
  };
  const caller = ['Host: x', 'X-Client: cli_1', 'X-Idempotency-Key: k'];
  const post = (body: string | Buffer, more = ['Content-Type: application/json'], path = '/v1/orders') =>
    send([`POST ${path} HTTP/1.1`, ...caller, ...more, `Content-Length: ${Buffer.byteLength(body)}`], body);
  const refused = (status: number) => status >= 400 && status < 500;

  const order = (fields: string) => `{"amount":1,"ccyCode":"EUR","narrative":"x",${fields}}`;
  const bodies: (string | Buffer)[] = [
    '['.repeat(5000) + ']'.repeat(5000),
    '{"a":'.repeat(5000) + '1' + '}'.repeat(5000),
    '['.repeat(99_000),
    `{"narrative":${'['.repeat(31)}${']'.repeat(31)}}`,
    order('"__proto__":{"isAdmin":true}'),
    order('"constructor":{"prototype":{"x":1}}'),
    order('"prototype":1'),
    order('"toString":1'),
    order('"valueOf":{}'),
    order('"hasOwnProperty":1'),
    order('"then":"x"'),
    order('"toJSON":"x"'),
    order('"length":-1'),
    order('"":""'),
    order('"a\\u0000b":1'),
    order('"\\ud800":1'),
    order('"address":{"__proto__":{"lines":["x"]}}'),
    order('"address":[[[[]]]]'),
    order('"address":{"lines":{"length":1e9}}'),
    order('"address":{"lines":["a","a","a","a"]}'),
    order('"on":"2026-02-30"'),
    order('"on":"0000-00-00"'),
    order('"on":"+275760-09-13"'),
    order('"on":{}'),
    order('"side":["BUY"]'),
    order('"side":"__proto__"'),
    order('"urgent":"true"'),
    order('"beneficiaryId":"ben_\' OR 1=1 --"'),
    order('"beneficiaryId":"ben_../../etc/passwd"'),
    order('"amount":2'),
    '{"amount":1e-7,"ccyCode":"EUR","narrative":"x"}',
    '{"amount":1e400,"ccyCode":"EUR","narrative":"x"}',
    '{"amount":-0,"ccyCode":"EUR","narrative":"x"}',
    '{"amount":12345678901234567.89,"ccyCode":"EUR","narrative":"x"}',
    '{"amount":0.1234567890123456,"ccyCode":"EUR","narrative":"x"}',
    '{"amount":1e15,"ccyCode":"JPY","narrative":"x"}',
    '{"amount":"1","ccyCode":"EUR","narrative":"x"}',
    '{"amount":[1],"ccyCode":"EUR","narrative":"x"}',
    '{"amount":{"valueOf":1},"ccyCode":"EUR","narrative":"x"}',
    '{"amount":true,"ccyCode":"EUR","narrative":"x"}',
    '{"amount":NaN,"ccyCode":"EUR","narrative":"x"}',
    '{"amount":1,"ccyCode":"__proto__","narrative":"x"}',
    '{"amount":1,"ccyCode":"toString","narrative":"x"}',
    '{"amount":1,"ccyCode":["EUR"],"narrative":"x"}',
    '{"amount":1,"ccyCode":"EUR","narrative":"\\u0000"}',
    '{"amount":1,"ccyCode":"EUR","narrative":"\\udfff"}',
    '{"amount":1,"ccyCode":"EUR","narrative":"\\ud83d\\ud83d"}',
    `{"amount":1,"ccyCode":"EUR","narrative":"${'a'.repeat(99_000)}"}`,
    `{"amount":1,"ccyCode":"EUR","narrative":"${'\\u0041'.repeat(16_000)}"}`,
    `{${Array.from({ length: 5000 }, (_, i) => `"${i}":${i}`).join()}}`,
    Buffer.from([0xff, 0xfe, 0x7b, 0x7d]),
    Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x7d]),
    Buffer.from([0x00]),
    Buffer.from('{"a":1}', 'utf16le'),
    '\ufeff{}',
    'null',
    'true',
    '0',
    '""',
    '[]',
    '[null]',
    '{}',
    '{',
    '}',
    '{"a"',
    '{"a":1,}',
    "{'a':1}",
    '{}{}',
    '\0',
    ' ',
    '//',
    'undefined',
    '"' + '\\"'.repeat(40_000) + '"',
    `{"a":"${'\\'.repeat(5001)}"}`,
    'a'.repeat(150_000),
    `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "a">]><x>&a;</x>`,
  ];
  test.each(bodies.map((body) => [String(body).slice(0, 60), body]))(
    'body %j is refused',
    async (_shown, body) => {
      expect(await post(body)).toSatisfy(refused);
    },
  );

  test.each([
    ['Content-Type: text/html'],
    ['Content-Type: application/json;charset=utf-7'],
    ['Content-Type: '],
    ['Content-Type: \xff\xfe'],
    ['Content-Type: application/json, text/plain'],
    ['Content-Type: application/json', 'Content-Encoding: gzip'],
    ['Content-Type: application/json', 'X-Idempotency-Key: ' + 'k'.repeat(300)],
    ['Content-Type: application/json', 'X-Idempotency-Key: \xe9'],
    ['Content-Type: application/json', 'Idempotency-Key: another'],
    ['Content-Type: application/json', 'X-Request-Id: <script>alert(1)</script>'],
    ['Content-Type: application/json', 'X-Request-Id: ' + 'a'.repeat(4000)],
    ['Content-Type: application/json', 'traceparent: 00-x'],
    ['Content-Type: application/json', 'traceparent: ' + '0'.repeat(3000)],
    ['Content-Type: application/json', '__proto__: x'],
    ['Content-Type: application/json', 'constructor: x'],
    ['Content-Type: application/json', 'Expect: 100-continue'],
    ['Content-Type: application/json', 'X-HTTP-Method-Override: DELETE'],
    ['Content-Type: application/json', 'Accept: */*;q=99999999999999'],
    ['Content-Type: application/json', 'Accept: \x80\x81'],
    ['Content-Type: application/json', 'Host: [::::]:99999999'],
    ['Content-Type: application/json', 'Authorization: Bearer ' + 'x'.repeat(8000)],
    ['Content-Type: application/json', 'X-Client: '],
    ['Content-Type: application/json', `X-Permissions: ${','.repeat(4000)}`],
    ['Content-Type: application/json', ...Array.from({ length: 1500 }, (_, i) => `X-${i}: y`)],
  ])('headers %j do no harm', async (...headers) => {
    expect(await post('{}', headers)).toSatisfy(
      (status: number) => status === 0 || status === 100 || refused(status),
    );
  });

  test.each([
    '/v1/orders/%00',
    '/v1/orders/%ff',
    '/v1/orders/%ED%A0%80',
    '/v1/orders/%',
    '/v1/orders/%zz',
    '/v1/orders/..%2f..%2fetc',
    '/v1/orders/../../../etc/passwd',
    `/v1/orders/${'a'.repeat(12_000)}`,
    '/v1/orders/__proto__',
    '/v1/orders/constructor',
    "/v1/orders/'%20OR%201=1--",
    '/v1/orders/%F0%9F%98%80',
    '//v1//orders',
    '/v1/orders//',
    '/v1/orders/;x=1',
    '/v1/orders?',
    '/v1/orders?=',
    '/v1/orders?&&&',
    '/v1/orders?q',
    '/v1/orders?__proto__=x',
    '/v1/orders?__proto__[x]=y',
    '/v1/orders?constructor=x',
    '/v1/orders?limit=1&limit=2',
    '/v1/orders?limit[gt]=1',
    '/v1/orders?limit=1e999',
    '/v1/orders?limit=0x10',
    '/v1/orders?limit=%31',
    '/v1/orders?limit=-0',
    '/v1/orders?offset=9007199254740993',
    '/v1/orders?q=%00',
    '/v1/orders?q=%ff%fe',
    '/v1/orders?q=%ED%A0%80',
    `/v1/orders?q=${'('.repeat(9000)}`,
    '/v1/orders?sortBy=' + 'a&sortBy='.repeat(1000),
    '/v1/orders?%00=1',
    '/v1/orders?%=1',
    `/v1/orders?${'a=1&'.repeat(3000)}`,
    '/v1/single',
    '/v1/single?pair=1&pair=2',
    '/problems/__proto__',
    '/problems/constructor',
    '/problems/%00',
    '/%2e%2e/%2e%2e',
    '*',
    'http://evil.example/v1/orders',
    '/#',
  ])('%s gets a response, without a 5xx', async (target) => {
    expect(await send([`GET ${target} HTTP/1.1`, ...caller])).toSatisfy(
      (status: number) => status >= 200 && status < 500,
    );
  });

  test.each(['TRACE', 'CONNECT', 'PROPFIND', 'QUERY', 'get', 'FOO', 'DELETE', 'OPTIONS', 'PATCH'])(
    'method %s is refused',
    async (method) => {
      expect(await send([`${method} /v1/orders HTTP/1.1`, ...caller])).toSatisfy(
        (status: number) => status === 0 || refused(status),
      );
    },
  );

  test('any JSON leads to an order or a refusal', async () => {
    const fields = fc.record(
      {
        amount: fc.anything(),
        ccyCode: fc.oneof(fc.constant('EUR'), fc.string()),
        narrative: fc.string({ unit: 'binary' }),
        on: fc.anything(),
        address: fc.anything(),
      },
      { requiredKeys: [] },
    );
    const text = (value: object) =>
      JSON.stringify(value, (_key, field: unknown) => (typeof field === 'bigint' ? String(field) : field));
    await fc.assert(
      fc.asyncProperty(fields, async (value) => {
        const response = await app.inject({
          method: 'POST',
          url: '/v1/orders',
          payload: text(value),
          headers: { 'x-client': 'c', 'x-idempotency-key': 'k', 'content-type': 'application/json' },
        });
        expect(response.statusCode).toBeLessThan(500);
      }),
      { numRuns: 300 },
    );
  });
});

declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace
  namespace jest {
    interface Matchers<R> {
      toSatisfy(predicate: (value: number) => boolean): R;
    }
  }
}
expect.extend({
  toSatisfy: (value: number, predicate: (value: number) => boolean) => ({
    pass: predicate(value),
    message: () => `got ${value}`,
  }),
});
