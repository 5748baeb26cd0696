import { limiterOf } from '@corridor/http';
import { refuse } from '@corridor/kernel';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RateLimiterRes } from 'rate-limiter-flexible';
import { mailKey } from '../user/user.view.js';

const WINDOW_SECONDS = 60;
/** Failed logins a minute for one email address from one network address (decisions §8). */
const PER_MAIL_AND_ADDRESS = 10;
/**
 * And for all email addresses together, against guessing one password for many users, and because of the cost of
 * argon2.
 */
const PER_ADDRESS = 100;

/** Throttles failed logins. A successful login is not counted. */
@Injectable()
export class LoginThrottle {
  private readonly pairs = limiterOf('login', { points: PER_MAIL_AND_ADDRESS, duration: WINDOW_SECONDS });
  private readonly addresses = limiterOf('logins', { points: PER_ADDRESS, duration: WINDOW_SECONDS });

  /**
   * Counted before the password is verified, so that concurrent guesses are all counted. @returns a function that
   * reverts the count
   * @throws Refusal `rate_limited`
   */
  async count({ ip }: FastifyRequest, reply: FastifyReply, email: string): Promise<() => Promise<void>> {
    const pair = `${ip} ${mailKey(email)}`;
    try {
      await this.pairs.consume(pair);
      await this.addresses.consume(ip);
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      reply.header('retry-after', String(Math.ceil(refused.msBeforeNext / 1000)));
      throw refuse('rate_limited', 'Too many logins. Wait for Retry-After seconds.');
    }
    return async () => {
      await this.pairs.reward(pair);
      await this.addresses.reward(ip);
    };
  }
}
