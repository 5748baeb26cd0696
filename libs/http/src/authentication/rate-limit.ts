import { refuse } from '@corridor/kernel';
import type { FastifyReply } from 'fastify';

/** `burst` requests at once, and `perSecond` on average. */
export interface RateLimit {
  readonly perSecond: number;
  readonly burst: number;
}

interface Window {
  count: number;
  readonly endsAt: number;
}

/**
 * Counts the requests of each client in this process: `burst` per window of `burst / perSecond` seconds. It uses no
 * store: a rate limit must not make requests slower or fail.
 */
export class RateLimiter {
  private readonly windows = new Map<string, Window>();
  private readonly burst: number;
  private readonly windowMs: number;
  private readonly policy: string;
  private cleanedAt = 0;

  constructor({ perSecond, burst }: RateLimit) {
    const seconds = Math.max(1, Math.round(burst / perSecond));
    this.burst = burst;
    this.windowMs = seconds * 1000;
    this.policy = `"client";q=${burst};w=${seconds}`;
  }

  /**
   * Counts one request and sets its headers (draft-ietf-httpapi-ratelimit-headers).
   * @throws Refusal `rate_limited`
   */
  count(client: string, reply: FastifyReply): void {
    const now = performance.now();
    const window = this.windowOf(client, now);
    window.count++;
    const seconds = Math.ceil((window.endsAt - now) / 1000);
    reply.header('ratelimit-policy', this.policy);
    reply.header('ratelimit', `"client";r=${Math.max(0, this.burst - window.count)};t=${seconds}`);
    if (window.count <= this.burst) return;
    reply.header('retry-after', String(seconds));
    throw refuse('rate_limited');
  }

  private windowOf(client: string, now: number): Window {
    const known = this.windows.get(client);
    if (known && now < known.endsAt) return known;
    if (now >= this.cleanedAt + this.windowMs) this.clean(now);
    const window = { count: 0, endsAt: now + this.windowMs };
    this.windows.set(client, window);
    return window;
  }

  /** Forgets the windows that have ended, once per window. */
  private clean(now: number): void {
    this.cleanedAt = now;
    for (const [client, { endsAt }] of this.windows) if (endsAt <= now) this.windows.delete(client);
  }
}
