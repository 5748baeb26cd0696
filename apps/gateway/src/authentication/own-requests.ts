import { AsyncLocalStorage } from 'node:async_hooks';
import type { Caller } from '@corridor/kernel';

/** The requests that this process sends to itself, and whom they act as. What comes from the network is never such a request. */
export class OwnRequests {
  private readonly current = new AsyncLocalStorage<Caller>();

  /** @param send what it sends to this process acts as the caller */
  as<T>(caller: Caller, send: () => Promise<T>): Promise<T> {
    return this.current.run(caller, async () => await send()); // Fastify sends nothing before its result is awaited
  }

  /** Of the request that is being handled; undefined for one from the network. */
  caller(): Caller | undefined {
    return this.current.getStore();
  }
}
