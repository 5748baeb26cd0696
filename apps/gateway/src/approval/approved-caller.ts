import { AsyncLocalStorage } from 'node:async_hooks';
import type { Caller } from '@corridor/kernel';

/** Whom a request acts as that this process sends to itself. What comes from the network is never such a request. */
export class ApprovedCaller {
  private readonly current = new AsyncLocalStorage<Caller>();

  /** @param send what it sends to this process acts as the caller */
  during<T>(caller: Caller, send: () => Promise<T>): Promise<T> {
    return this.current.run(caller, async () => await send()); // Fastify sends nothing before its result is awaited
  }

  get(): Caller | undefined {
    return this.current.getStore();
  }
}
