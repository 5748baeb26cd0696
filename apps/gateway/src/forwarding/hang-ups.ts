import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyReply } from 'fastify';
import type { Agent } from 'undici';

/** Aborts what is forwarded for a caller that closes the connection. */
export class HangUps {
  private readonly hungUp = new AsyncLocalStorage<AbortSignal>();

  /** @param agent sends the requests */
  constructor(private readonly agent: Agent) {}

  /** Sends the requests of `reply-from`, which cannot abort one by itself. */
  readonly request: Agent['request'] = (...[options, ...callback]: Parameters<Agent['request']>) =>
    this.agent.request({ ...options, signal: this.hungUp.getStore() }, ...callback);

  /** @param forward what it requests is aborted if the connection is closed before the response is complete */
  during<T>({ raw }: FastifyReply, forward: () => T): T {
    const controller = new AbortController();
    raw.once('close', () => {
      if (!raw.writableFinished) controller.abort();
    });
    return this.hungUp.run(controller.signal, forward);
  }
}
