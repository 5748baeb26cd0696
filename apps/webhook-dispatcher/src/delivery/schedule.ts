/** Jitter: an attempt comes up to this much earlier or later, so that what failed together does not come back together. */
const JITTER = 0.1;

/**
 * How long after a failure the next attempt follows.
 *
 * @param scheduleMs the pause before each attempt; as many attempts as pauses
 * @param failures how many attempts have failed, this one included
 * @param retryAfterMs what the receiver asked for, or null; never sooner than that
 * @param chance from 0 to 1
 * @returns null when that was the last attempt
 */
export function pauseAfter(
  scheduleMs: readonly number[],
  failures: number,
  retryAfterMs: number | null,
  chance: number,
): number | null {
  const pauseMs = scheduleMs[failures];
  if (pauseMs === undefined) return null;
  return Math.max(Math.round(pauseMs * (1 + JITTER * (2 * chance - 1))), retryAfterMs ?? 0);
}
