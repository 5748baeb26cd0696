import type { PostOptions } from './safe-http.js';

/** A header that must never be shown in an error. */
export const SECRET = 'secret-3q2+7wAAAAAA';

/** A sample request. */
export const request = (more: Partial<PostOptions> = {}): PostOptions => ({
  headers: { 'content-type': 'application/json', authorization: SECRET },
  body: JSON.stringify({ message: 'Grüße' }),
  deadlineMs: 10_000,
  ...more,
});

/** A request to a local server. */
export const sandbox = { allowHttp: true, allowLoopback: true } as const;
