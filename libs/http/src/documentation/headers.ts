/** The headers of every operation, as components of the document. */

const text = (pattern: string, ...examples: string[]) => ({ type: 'string', pattern, examples });

/** What the document shows where an idempotency key is to be given. */
export const IDEMPOTENCY_KEY_EXAMPLE = '5d7ea1f0-3c86-4d0b-9c55-6c2f0d1f8f4e';
const TRACE = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

export const parameters = {
  IdempotencyKey: {
    name: 'X-IDEMPOTENCY-KEY',
    in: 'header',
    required: true,
    description:
      'Chosen by you, new for every command: 1 to 255 printable ASCII characters. The same key with the same request gives the same response again, with `Idempotent-Replayed: true`, and no second effect. A key belongs to the client and the operation: used for another operation it is another key, with another request of the same operation it is refused. A refused request does not use it up. Kept 7 days. `Idempotency-Key` is another name of it.',
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
    description: 'Comes back in the answer. Where it is left out, or strange, one is made.',
    schema: text('^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$', 'order-4711'),
  },
  TraceParent: {
    name: 'traceparent',
    in: 'header',
    required: false,
    description: 'W3C Trace Context: carried on to everything that follows from the request.',
    schema: text('^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$', TRACE),
  },
} as const;

export const headers = {
  RequestId: {
    description: 'Tell it to the operator when something is wrong.',
    required: true,
    schema: text('^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$', IDEMPOTENCY_KEY_EXAMPLE),
  },
  RateLimit: {
    description: 'Requests that are left, and the seconds until there are more.',
    required: true,
    schema: text('^"client";r=\\d+;t=\\d+$', '"client";r=199;t=2'),
  },
  RateLimitPolicy: {
    description: 'Requests (`q`) in a window of seconds (`w`).',
    required: true,
    schema: text('^"client";q=\\d+;w=\\d+$', '"client";q=200;w=2'),
  },
  IdempotentReplayed: {
    description: 'The answer was given before; nothing happened this time.',
    schema: { type: 'string', enum: ['true'] },
  },
  RetryAfter: {
    description: 'Seconds after which the same request may do better.',
    required: true,
    schema: text('^\\d+$', '1'),
  },
  RetryAfterConflict: {
    description: 'Where the conflict passes by itself: seconds after which the same request may do better.',
    schema: text('^\\d+$', '1'),
  },
  WwwAuthenticate: {
    description: 'How to authenticate.',
    required: true,
    schema: text('^Bearer realm="corridor"$', 'Bearer realm="corridor"'),
  },
} as const;

/** Where each of them stands in an answer. */
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
