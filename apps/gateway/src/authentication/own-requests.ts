import { AsyncLocalStorage } from 'node:async_hooks';
import type { HttpAdapter } from '@corridor/http';
import type { Caller } from '@corridor/kernel';
import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { InjectOptions } from 'fastify';

/** The requests that this process sends to itself, and whom they act as. What comes from the network is never such a request. */
@Injectable()
export class OwnRequests {
  private readonly current = new AsyncLocalStorage<Caller>();

  constructor(private readonly host: HttpAdapterHost<HttpAdapter>) {}

  /** Sends a request that acts as the caller, with the request id and the trace of the caller. */
  send(caller: Caller, { headers, ...request }: InjectOptions) {
    const context = { 'x-request-id': caller.correlationId, traceparent: caller.traceparent };
    const server = this.host.httpAdapter.getInstance();
    return this.current.run(
      caller,
      async () => await server.inject({ ...request, headers: { ...context, ...headers } }), // Fastify sends nothing before its result is awaited
    );
  }

  /** Of the request that is being handled; undefined for one from the network. */
  caller(): Caller | undefined {
    return this.current.getStore();
  }
}
