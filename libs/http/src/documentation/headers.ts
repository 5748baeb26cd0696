/** The headers of every operation, as components of the document. */

const text = (pattern: string, ...examples: string[]) => ({ type: 'string', pattern, examples });

/** The example of an idempotency key in the document. */
export const IDEMPOTENCY_KEY_EXAMPLE = '5d7ea1f0-3c86-4d0b-9c55-6c2f0d1f8f4e';
const TRACE = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

export const parameters = {
  IdempotencyKey: {
    name: 'X-IDEMPOTENCY-KEY',
    in: 'header',
    required: true,
    description:
      'A unique value that you choose for each command: 1 to 255 printable ASCII characters. The same key with the same request returns the same response again, with `Idempotent-Replayed: true`, without a second effect. A key belongs to the client and the operation: keys of different operations are independent, and the same key with a different request of the same operation is rejected. A rejected request does not use up its key. Keys are kept for 7 days. `Idempotency-Key` is an alias of this header.',
    example: IDEMPOTENCY_KEY_EXAMPLE,
    schema: {
      ...text('^[\\x20-\\x7e]*[\\x21-\\x7e][\\x20-\\x7e]*$', IDEMPOTENCY_KEY_EXAMPLE),
      minLength: 1,
      maxLength: 255,
    },
  },
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    required: false,
    description: 'Returned in the response. If it is missing or not valid, one is generated.',
    schema: text('^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$', 'order-4711'),
  },
  TraceParent: {
    name: 'traceparent',
    in: 'header',
    required: false,
    description: 'W3C Trace Context, propagated to everything that the request causes.',
    schema: text('^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$', TRACE),
  },
} as const;

export const headers = {
  RequestId: {
    description: 'Give it to the operator when you report a problem.',
    required: true,
    schema: text('^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$', IDEMPOTENCY_KEY_EXAMPLE),
  },
  RateLimit: {
    description: 'Remaining requests, and the seconds until the limit is renewed.',
    required: true,
    schema: text('^"client";r=\\d+;t=\\d+$', '"client";r=199;t=2'),
  },
  RateLimitPolicy: {
    description: 'Requests (`q`) in a window of seconds (`w`).',
    required: true,
    schema: text('^"client";q=\\d+;w=\\d+$', '"client";q=200;w=2'),
  },
  IdempotentReplayed: {
    description: 'The response of an earlier request was repeated; there was no new effect.',
    schema: { type: 'string', enum: ['true'] },
  },
  RetryAfter: {
    description: 'Seconds after which the request can be retried.',
    required: true,
    schema: text('^\\d+$', '1'),
  },
  RetryAfterConflict: {
    description: 'If the conflict is temporary: seconds after which the request can be retried.',
    schema: text('^\\d+$', '1'),
  },
  WwwAuthenticate: {
    description: 'How to authenticate.',
    required: true,
    schema: text('^Bearer realm="corridor"$', 'Bearer realm="corridor"'),
  },
} as const;

/** The headers of each response. */
export const headerNames: Readonly<Record<keyof typeof headers, string>> = {
  RequestId: 'X-Request-Id',
  RateLimit: 'RateLimit',
  RateLimitPolicy: 'RateLimit-Policy',
  IdempotentReplayed: 'Idempotent-Replayed',
  RetryAfter: 'Retry-After',
  RetryAfterConflict: 'Retry-After',
  WwwAuthenticate: 'WWW-Authenticate',
};

export const headersOf = (...names: (keyof typeof headers)[]) =>
  Object.fromEntries(names.map((name) => [headerNames[name], { $ref: `#/components/headers/${name}` }]));
