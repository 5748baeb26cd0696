import { refuse } from '@corridor/kernel';
import { Semaphore } from './semaphore.js';

/**
 * Limits the concurrent tasks of each client; further ones wait only for tasks of the same client, so one client's slow
 * searches do not delay others.
 */
export class KeyedSemaphore {
  private readonly semaphores = new Map<string, Semaphore>();

  constructor(
    private readonly width: number,
    /** Maximum number of waiting tasks per key. */
    private readonly length: number,
  ) {}

  /** @throws Refusal rate_limited if too many already wait */
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
