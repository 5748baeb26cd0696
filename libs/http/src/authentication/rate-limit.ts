import { refuse } from '@corridor/kernel';
import type { FastifyReply } from 'fastify';
import { type Counting, countingIn } from './limiter.js';
import type { Use } from './windows.js';

/** `burst` requests at once, and `perSecond` on average. */
export interface RateLimit {
  readonly perSecond: number;
  readonly burst: number;
}

/**
 * Counts the requests of each client in this program: `burst` per window of `burst / perSecond` seconds. It uses no
 * store: a rate limit must not make requests slower or fail.
 */
export class RateLimiter {
  private readonly counted: Counting;
  private readonly burst: number;
  private readonly policy: string;

  constructor({ perSecond, burst }: RateLimit) {
    const seconds = Math.max(1, Math.round(burst / perSecond));
    this.counted = countingIn(seconds);
    this.burst = burst;
    this.policy = `"client";q=${burst};w=${seconds}`;
  }

  /**
   * Counts one request and sets its headers (draft-ietf-httpapi-ratelimit-headers). It returns a promise only in a process
   * of a cluster.
   * @throws Refusal `rate_limited`
   */
  count(client: string, reply: FastifyReply): void | Promise<void> {
    const use = this.counted(client);
    return use instanceof Promise ? use.then((one) => this.check(one, reply)) : this.check(use, reply);
  }

  private check({ count, msLeft }: Use, reply: FastifyReply): void {
    const seconds = Math.ceil(msLeft / 1000);
    reply.header('ratelimit-policy', this.policy);
    reply.header('ratelimit', `"client";r=${Math.max(0, this.burst - count)};t=${seconds}`);
    if (count <= this.burst) return;
    reply.header('retry-after', String(seconds));
    throw refuse('rate_limited');
  }
}
