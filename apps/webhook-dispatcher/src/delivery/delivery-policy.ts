/**
 * The delivery policy as numbers and pure functions: when a retry follows, when the circuit breaker opens, and who gets
 * a slot. Time and random values are arguments, and `deliveries.ts` records the decisions.
 */

/** The outcome of an attempt, for the schedule, the circuit breaker and the scheduler. */
export type AttemptResult = 'quick' | 'slow' | 'failed' | 'not_begun';

/** A successful attempt is fast if it took no longer than this. */
export const QUICK_MS = 2_000;

export const successful = (latencyMs: number): AttemptResult => (latencyMs <= QUICK_MS ? 'quick' : 'slow');

// Schedule

/**
 * Jitter: an attempt is up to this share earlier or later, so that simultaneous failures are not retried
 * simultaneously.
 */
export const JITTER = 0.1;
/** Maximum Retry-After: the longest delay of the default schedule. */
export const MAX_RETRY_AFTER_MS = 24 * 3_600_000;

/**
 * How long after a failed attempt the next one follows.
 *
 * @param scheduleMs the delay before each attempt; there are as many attempts as delays
 * @param failures how many attempts have failed, this one included
 * @param retryAfterMs the receiver's Retry-After, or null; the next attempt is never earlier
 * @param chance from 0 to 1
 * @returns null when that was the last attempt
 */
export function retryDelayMs(
  scheduleMs: readonly number[],
  failures: number,
  retryAfterMs: number | null,
  chance: number,
): number | null {
  const delayMs = scheduleMs[failures];
  if (delayMs === undefined) return null;
  return Math.max(Math.round(delayMs * (1 + JITTER * (2 * chance - 1))), retryAfterMs ?? 0);
}

/**
 * The value of a Retry-After field (RFC 9110, 10.2.3): whole seconds, or a date in one of HTTP's three forms.
 * 0 for a moment that has passed, null for anything else.
 */
export function retryAfterMs(header: string | null, now: Date): number | null {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return bounded(Number(text) * 1_000);
  const date = HTTP_DATES.some((form) => form.test(text))
    ? Date.parse(text.replace(/( GMT)?$/, ' GMT'))
    : NaN;
  return Number.isNaN(date) ? null : bounded(date - now.getTime());
}

const HTTP_DATES = [
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/, // IMF-fixdate
  /^(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, \d\d-[A-Z][a-z]{2}-\d\d \d\d:\d\d:\d\d GMT$/, // RFC 850
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}$/, // asctime
];

const bounded = (ms: number) => Math.min(Math.max(ms, 0), MAX_RETRY_AFTER_MS);

// Circuit breaker

/** From this failure score on the breaker of a subscription is open, until a success resets the score to 0. */
export const OPEN_FROM_SCORE = 10;
/** How long it stays open after the opening failure, and after each further one. Then one attempt is allowed. */
export const OPEN_MS = [5_000, 10_000, 20_000, 40_000, 60_000] as const;
/** The maximum score, so that a table can list all states of a breaker. */
export const MAX_FAILURE_SCORE = OPEN_FROM_SCORE + OPEN_MS.length - 1;
/** A failure counts 1, plus 1 for each of these intervals that it took, because it occupied a slot. */
export const SLOW_FAILURE_MS = 5_000;

export interface BreakerStep {
  readonly failureScore: number;
  /** How long the breaker is open from now on; null when it is closed. */
  readonly openMs: number | null;
}

export const CLOSED: BreakerStep = { failureScore: 0, openMs: null };

/** The effect of a failed attempt on a breaker with this score. */
export function afterFailure(failureScore: number, latencyMs: number): BreakerStep {
  const counted = failureScore + 1 + Math.floor(Math.max(latencyMs, 0) / SLOW_FAILURE_MS);
  const next = Math.min(counted, MAX_FAILURE_SCORE);
  return { failureScore: next, openMs: OPEN_MS[next - OPEN_FROM_SCORE] ?? null };
}

/** Whether the breaker is half open after its pause: one attempt is allowed, and no other until it has ended. */
export const isTrial = (failureScore: number): boolean => failureScore >= OPEN_FROM_SCORE;

/**
 * A decision for each failure score that a row can have, by score. A step locks the row and records in one round trip: the
 * score is known only there, so the statement gets all decisions and picks one.
 */
export const byFailureScore = <Decision>(decide: (failureScore: number) => Decision): Decision[] =>
  Array.from({ length: MAX_FAILURE_SCORE + 1 }, (_, failureScore) => decide(failureScore));

/** The effect of an attempt on a breaker, by its score; the last one is that of all higher scores. */
export const breakerAfter = (result: AttemptResult, latencyMs: number): BreakerStep[] =>
  result === 'failed' ? byFailureScore((failureScore) => afterFailure(failureScore, latencyMs)) : [CLOSED];

// Fairness

/** The share of all slots for unproven receivers. */
export const UNPROVEN_SHARE = 3 / 4;
/** The share of the remaining slots that one client may hold, so that there is always a slot for the next client. */
export const CLIENT_SHARE = 1 / 2;

export interface SlotLimits {
  /** Attempts at a time. */
  readonly total: number;
  /** Attempts at a time for one subscription. */
  readonly perSubscription: number;
  /** How many more a process may claim for it, so that the next one need not wait for a claim; none by default. */
  readonly ahead?: number;
}

/** The number of held slots, and of those held for unproven receivers. */
export interface HeldSlots {
  readonly held: number;
  readonly heldUnproven: number;
}

/** A subscription, as seen by the scheduler. */
export interface SlotUse {
  /** How many attempts it may have at a time. */
  readonly width: number;
  readonly running: number;
  /** Its last attempt was a quick success. */
  readonly isProven: boolean;
  /** How many more it may have claimed, see {@link aheadOf}. */
  readonly ahead?: number;
}

/** A subscription begins with one slot. */
export const FIRST_WIDTH = 1;

/** It gains one with each success and loses half of them with each failure. */
export function widthAfter(width: number, result: AttemptResult, { perSubscription }: SlotLimits): number {
  if (result === 'not_begun') return width;
  if (result === 'failed') return Math.max(Math.floor(width / 2), FIRST_WIDTH);
  return Math.min(width + 1, perSubscription);
}

/** A receiver may have claimed ahead what it takes within this time. */
export const AHEAD_MS = 200;

/**
 * How many attempts are claimed ahead after one: only for a receiver with all its slots, and only what begins soon. They
 * hold slots too.
 */
export function aheadOf(
  width: number,
  result: AttemptResult,
  latencyMs: number,
  { perSubscription, ahead = 0 }: SlotLimits,
): number {
  if (result !== 'quick' || width < perSubscription) return 0;
  return Math.min(ahead, Math.floor((width * AHEAD_MS) / latencyMs));
}

/** How many more slots a subscription may have now, given what its client and all clients hold. */
export function freeSlots(of: SlotUse, client: HeldSlots, all: HeldSlots, { total }: SlotLimits): number {
  const free = Math.min(of.width + (of.ahead ?? 0) - of.running, share(client.held, all.held, total));
  if (of.isProven) return Math.max(free, 0);
  const unproven = Math.max(Math.floor(total * UNPROVEN_SHARE), 1);
  return Math.max(Math.min(free, share(client.heldUnproven, all.heldUnproven, unproven)), 0);
}

/** How many more of so many slots a client may hold. */
function share(heldByClient: number, heldByAll: number, slots: number): number {
  const left = slots - (heldByAll - heldByClient);
  return Math.min(Math.max(Math.floor(left * CLIENT_SHARE), 1), left) - heldByClient;
}
