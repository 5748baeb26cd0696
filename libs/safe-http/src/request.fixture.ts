import type { PostOptions } from './safe-http.js';

/** A header that must never be shown in an error. */
export const SECRET = 'secret-3q2+7wAAAAAA';

/** A deadline that no test reaches: code that waits for it runs into the time limit of its test, whatever the load. */
export const NO_DEADLINE_MS = 3_600_000;

/** A sample request. */
export const request = (more: Partial<PostOptions> = {}): PostOptions => ({
  headers: { 'content-type': 'application/json', authorization: SECRET },
  body: JSON.stringify({ message: 'Grüße' }),
  deadlineMs: NO_DEADLINE_MS,
  ...more,
});

/**
 * The result of work that has a deadline. Fails when a timer of ten times the deadline, started together with the work,
 * fires first: a busy machine delays both.
 */
export async function atDeadline<Result>(deadlineMs: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${TIMES} times the deadline is over`)), TIMES * deadlineMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
const TIMES = 10;

/** A request to a local server. */
export const sandbox = { allowHttp: true, allowLoopback: true } as const;
