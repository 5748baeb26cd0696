import { refuse } from '@corridor/kernel';
import { Turnstile } from './turnstile.js';

/**
 * Lets each client have so many works under way at once; further ones wait for those of the same client, and for no
 * others. So one client's slow searches are nobody else's.
 */
export class Lanes {
  private readonly lanes = new Map<string, Turnstile>();

  constructor(
    private readonly width: number,
    /** How many may wait in a lane. */
    private readonly length: number,
  ) {}

  /** @throws Refusal rate_limited where too many wait already */
  async run<T>(client: string, work: () => Promise<T>): Promise<T> {
    const lane = this.lanes.get(client) ?? new Turnstile(this.width);
    if (lane.isFull && lane.waiting >= this.length)
      throw refuse('rate_limited', 'Too many requests of this kind are under way.');
    this.lanes.set(client, lane);
    try {
      return await lane.pass(work);
    } finally {
      if (lane.isEmpty) this.lanes.delete(client);
    }
  }
}
