import { refuse } from '@corridor/kernel';

/**
 * Lets each client have so many works under way at once; further ones wait for those of the same client, and for no
 * others. So one client's slow searches are nobody else's.
 */
export class Lanes {
  private readonly lanes = new Map<string, Lane>();

  constructor(
    private readonly width: number,
    /** How many may wait in a lane. */
    private readonly length: number,
  ) {}

  /** @throws Refusal rate_limited where too many wait already */
  async run<T>(client: string, work: () => Promise<T>): Promise<T> {
    const lane = this.lanes.get(client) ?? { running: 0, waiting: [] };
    if (lane.running >= this.width) {
      if (lane.waiting.length >= this.length)
        throw refuse('rate_limited', 'Too many requests of this kind are under way.');
      await new Promise<void>((resolve) => lane.waiting.push(resolve)); // takes over the place of the one that ends
    } else {
      this.lanes.set(client, lane);
      lane.running++;
    }
    try {
      return await work();
    } finally {
      const next = lane.waiting.shift();
      if (next) next();
      else if (--lane.running === 0) this.lanes.delete(client);
    }
  }
}

interface Lane {
  running: number;
  readonly waiting: (() => void)[];
}
