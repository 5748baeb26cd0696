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
    private readonly length = Infinity,
    /** How long a task waits. */
    private readonly waitMs = Infinity,
  ) {}

  /**
   * @param signal removes a task that waits
   * @throws Refusal rate_limited if too many already wait, or after the longest wait
   */
  async run<T>(client: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const semaphore = this.semaphores.get(client) ?? new Semaphore(this.width);
    if (semaphore.isFull && semaphore.waiting >= this.length) throw tooMany();
    this.semaphores.set(client, semaphore);
    const wait = new Wait(semaphore.isFull ? this.waitMs : Infinity, signal);
    try {
      return await semaphore.run(() => {
        wait.end();
        return work();
      }, wait.signal);
    } finally {
      wait.end();
      if (semaphore.isEmpty) this.semaphores.delete(client);
    }
  }
}

const tooMany = () => refuse('rate_limited', 'Too many concurrent requests of this kind.');

/** A wait that ends after a time, or with a signal. */
class Wait {
  private readonly controller = new AbortController();
  private readonly timer: NodeJS.Timeout | undefined;
  private readonly abort = () => this.controller.abort(this.outer?.reason);

  constructor(
    ms: number,
    private readonly outer: AbortSignal | undefined,
  ) {
    if (ms < Infinity) this.timer = setTimeout(() => this.controller.abort(tooMany()), ms);
    outer?.addEventListener('abort', this.abort);
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  end(): void {
    clearTimeout(this.timer);
    this.outer?.removeEventListener('abort', this.abort);
  }
}
