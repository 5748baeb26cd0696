import type { Delivery } from '../../api/records.js';

/** The chart has a bar for each. */
const MOST_ATTEMPTS = 60;

type Attempt = Delivery['attempts'][number];

export interface Health {
  /** The latest attempts, in their order. */
  readonly attempts: readonly Attempt[];
  readonly delivered: number;
  /** Of those that ended; null if none did. */
  readonly medianMs: number | null;
  readonly slowestMs: number | null;
}

/** How a receiver has responded lately. */
export function healthOf(deliveries: readonly Delivery[]): Health {
  const attempts = deliveries
    .flatMap((one) => one.attempts)
    .toSorted((a, b) => a.startedOn.localeCompare(b.startedOn))
    .slice(-MOST_ATTEMPTS);
  const latencies = attempts.flatMap(({ latencyMs }) => latencyMs ?? []).toSorted((a, b) => a - b);
  return {
    attempts,
    delivered: attempts.filter(({ outcome }) => outcome === 'DELIVERED').length,
    medianMs: latencies[Math.floor((latencies.length - 1) / 2)] ?? null,
    slowestMs: latencies.at(-1) ?? null,
  };
}
