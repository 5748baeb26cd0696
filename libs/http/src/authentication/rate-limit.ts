import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { refuse } from '@corridor/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import { limiterOf } from './limiter.js';

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
  private readonly limiter: RateLimiterAbstract;
  private readonly windowSeconds: number;

  constructor({ perSecond, burst }: RateLimit) {
    this.windowSeconds = Math.max(1, Math.round(burst / perSecond));
    this.limiter = limiterOf('client', { points: burst, duration: this.windowSeconds });
  }

  /**
   * Counts one request and returns its headers (draft-ietf-httpapi-ratelimit-headers).
   * @throws Refusal `rate_limited`
   */
  async count(client: string, reply: FastifyReply): Promise<void> {
    const used = await this.limiter.consume(client).catch((refused: unknown) => refused);
    if (!(used instanceof RateLimiterRes)) throw used;
    const seconds = Math.ceil(used.msBeforeNext / 1000);
    reply.header('ratelimit-policy', `"client";q=${this.limiter.points};w=${this.windowSeconds}`);
    reply.header('ratelimit', `"client";r=${used.remainingPoints};t=${seconds}`);
    if (used.consumedPoints <= this.limiter.points) return;
    reply.header('retry-after', String(seconds));
    throw refuse('rate_limited');
  }
}

/** Only for authenticated requests; failed authentication has its own limits. */
@Injectable()
export class RateLimitGuard implements CanActivate {
  constructor(private readonly limiter: RateLimiter) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { caller } = context.switchToHttp().getRequest<FastifyRequest>();
    if (caller)
      await this.limiter.count(caller.client.id, context.switchToHttp().getResponse<FastifyReply>());
    return true;
  }
}
