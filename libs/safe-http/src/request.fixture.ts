import type { PostOptions } from './safe-http.js';

/** A header that must never be shown in an error. */
export const SECRET = 'secret-3q2+7wAAAAAA';

/**
 * A deadline that no test lives to see: what has an outcome did not wait for it. What would wait for it, however busy the
 * machine is, ends with the time of its test.
 */
export const NO_DEADLINE_MS = 3_600_000;

/** A request as somebody sends it. */
export const request = (more: Partial<PostOptions> = {}): PostOptions => ({
  headers: { 'content-type': 'application/json', authorization: SECRET },
  body: JSON.stringify({ message: 'Grüße' }),
  deadlineMs: NO_DEADLINE_MS,
  ...more,
});

/**
 * The result of work that has a deadline, unless a timer of many times its length is over first: where a busy machine
 * holds one of them up, it holds up both.
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
