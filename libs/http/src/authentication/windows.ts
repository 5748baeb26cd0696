import cluster from 'node:cluster';
import { RateLimiterRes } from 'rate-limiter-flexible';
import { limiterOf } from './limiter.js';

/** How a client uses its window. */
export interface Use {
  /** Requests so far, this one included. */
  readonly count: number;
  readonly msLeft: number;
}

/** Counts one request of a client. In a process of a cluster the first process counts, and a promise waits for it. */
export type Counting = (client: string) => Use | Promise<Use>;

/** A window of a client begins with its first request. */
export function countingIn(windowSeconds: number, burst: number): Counting {
  if (cluster.isWorker) return inCluster(windowSeconds, burst);
  const windows = new Windows(windowSeconds * 1000);
  return (client) => windows.count(client);
}

function inCluster(duration: number, points: number): Counting {
  const limiter = limiterOf('client', { points, duration });
  return async (client) => {
    const used = await limiter.consume(client).catch((refused: unknown) => refused);
    if (!(used instanceof RateLimiterRes)) throw used;
    return { count: used.consumedPoints, msLeft: used.msBeforeNext };
  };
}

interface Window {
  count: number;
  readonly endsAt: number;
}

/** The windows that this process counts: `rate-limiter-flexible` would use a promise and a timer. */
class Windows {
  private readonly windows = new Map<string, Window>();
  private cleanedAt = 0;

  constructor(private readonly ms: number) {}

  count(client: string): Use {
    const now = Math.floor(performance.now()); // whole milliseconds: a sum of fractions is not exact
    const window = this.of(client, now);
    window.count++;
    return { count: window.count, msLeft: window.endsAt - now };
  }

  private of(client: string, now: number): Window {
    const known = this.windows.get(client);
    if (known && now < known.endsAt) return known;
    if (now >= this.cleanedAt + this.ms) this.clean(now);
    const window = { count: 0, endsAt: now + this.ms };
    this.windows.set(client, window);
    return window;
  }

  /** Forgets the windows that have ended, once per window. */
  private clean(now: number): void {
    this.cleanedAt = now;
    for (const [client, { endsAt }] of this.windows) if (endsAt <= now) this.windows.delete(client);
  }
}
