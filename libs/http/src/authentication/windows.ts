/** How a client uses its window. */
export interface Use {
  /** Requests so far, this one included. */
  readonly count: number;
  readonly msLeft: number;
}

interface Window {
  count: number;
  readonly endsAt: number;
}

/**
 * Counts the requests of clients. A window of a client begins with its first request. `rate-limiter-flexible` would use a
 * promise and a timer.
 */
export class Windows {
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
