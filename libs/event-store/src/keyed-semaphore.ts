import { refuse } from '@corridor/kernel';
import { Semaphore } from './semaphore.js';

/**
 * Lets each client have so many works under way at once; further ones wait for those of the same client, and for no
 * others. So one client's slow searches are nobody else's.
 */
export class KeyedSemaphore {
  private readonly semaphores = new Map<string, Semaphore>();

  constructor(
    private readonly width: number,
    /** How many may wait in a lane. */
    private readonly length: number,
  ) {}

  /** @throws Refusal rate_limited where too many wait already */
  async run<T>(client: string, work: () => Promise<T>): Promise<T> {
    const semaphore = this.semaphores.get(client) ?? new Semaphore(this.width);
    if (semaphore.isFull && semaphore.waiting >= this.length)
      throw refuse('rate_limited', 'Too many concurrent requests of this kind.');
    this.semaphores.set(client, semaphore);
    try {
      return await semaphore.run(work);
    } finally {
      if (semaphore.isEmpty) this.semaphores.delete(client);
    }
  }
}
