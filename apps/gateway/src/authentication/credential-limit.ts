import { limiterOf, networkOf, rateLimited, take } from '@corridor/http';
import { Injectable, Logger } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Stopwatch } from './stopwatch.js';

/** Rejected credentials of one network in a window: their lookups, in batches, cost a hundredth of a core. */
export const MOST_REJECTED = 2_000;
const WINDOW_SECONDS = 10;
const MOST_KNOWN = 10_000;

/**
 * Limits lookups of credentials that this process does not know, which are nearly always wrong ones. Above the limit they are
 * refused without a lookup until the window of their network ends, unless they are new.
 */
@Injectable()
export class CredentialLimit {
  private readonly rejected = limiterOf('credentials', { points: MOST_REJECTED, duration: WINDOW_SECONDS });
  /** When the windows end that have been used up. */
  private readonly full = new Map<string, number>();
  private readonly logger = new Logger('gateway');

  constructor(private readonly stopwatch: Stopwatch) {}

  /**
   * @param lookUp null if the credential is rejected; only that counts
   * @param isNew whether the credential was created since this process last looked
   * @throws Refusal `rate_limited`
   */
  async attempt<Found>(
    request: FastifyRequest,
    reply: FastifyReply,
    lookUp: () => Found | null | Promise<Found | null>,
    isNew: () => Promise<boolean> = () => Promise.resolve(false),
  ): Promise<Found | null> {
    const network = networkOf(request);
    const msLeft = await this.count(network);
    if (msLeft > 0) {
      if (await isNew()) return lookUp();
      throw tooMany(reply, msLeft);
    }
    let isRejected = false;
    try {
      const found = await lookUp();
      isRejected = found === null;
      return found;
    } finally {
      if (!isRejected) await this.rejected.reward(network);
    }
  }

  /** @returns the time until the window ends if it is used up, or 0 */
  private async count(network: string): Promise<number> {
    const endsAt = this.full.get(network) ?? 0;
    const now = this.stopwatch.now();
    if (now < endsAt) return endsAt - now;
    const { count, msLeft } = await take(this.rejected, network);
    if (count <= MOST_REJECTED) return 0;
    if (count === MOST_REJECTED + 1)
      this.logger.warn(`unknown credentials from ${network} are refused without a lookup`);
    if (this.full.size >= MOST_KNOWN) this.full.clear();
    this.full.set(network, now + msLeft);
    return msLeft;
  }
}

const tooMany = (reply: FastifyReply, msLeft: number) =>
  rateLimited(reply, msLeft, 'Too many unknown credentials from your network. Wait for Retry-After seconds.');
