/**
 * When a subscription is left alone: after `threshold` strikes without a success between them, for the first of the pauses,
 * and with each further strike for a longer one. Then one attempt is let through; its success closes the breaker.
 */
export interface Breaker {
  readonly threshold: number;
  readonly pausesMs: readonly number[];
}

export const breaker: Breaker = { threshold: 10, pausesMs: [5_000, 10_000, 20_000, 40_000, 60_000] };

/** A failure that took long weighs more: it has held a place that others waited for. */
const STRIKE_MS = 5_000;

export const strikesOf = (tookMs: number): number => 1 + Math.floor(Math.max(tookMs, 0) / STRIKE_MS);
