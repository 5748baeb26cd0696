import { type Timestamp, timestamp } from '@corridor/kernel';

/**
 * When a subscription is left alone: after `threshold` strikes without a success between them, for a while that doubles
 * with each failed trial. Then one attempt is let through; its success closes the breaker.
 */
export interface Breaker {
  readonly threshold: number;
  readonly firstPauseMs: number;
  readonly maxPauseMs: number;
}

export const breaker: Breaker = { threshold: 10, firstPauseMs: 5_000, maxPauseMs: 60_000 };

/** A failure that took long weighs more: it has held a place that others waited for. */
const STRIKE_MS = 5_000;

export const strikesOf = (tookMs: number): number => 1 + Math.floor(Math.max(tookMs, 0) / STRIKE_MS);

/** @returns null while the breaker is closed */
export function openUntil(
  { threshold, firstPauseMs, maxPauseMs }: Breaker,
  strikes: number,
  now: Date,
): Timestamp | null {
  if (strikes < threshold) return null;
  const pauseMs = Math.min(firstPauseMs * 2 ** Math.min(strikes - threshold, 20), maxPauseMs);
  return timestamp(new Date(now.getTime() + pauseMs));
}
