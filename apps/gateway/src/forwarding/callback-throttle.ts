import { type HttpAdapter, countingIn, networkOf, pathOf, rateLimited } from '@corridor/http';
import { type Refusal, refuse } from '@corridor/kernel';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SIGNED, isOfProvider } from './routes.js';

const WINDOW_SECONDS = 60;
/** Callbacks of one network in a window that are not of the provider. */
const MOST_WRONG = 100;
const MOST_NETWORKS = 10_000;

/**
 * Everybody can send callbacks. One without a signature is refused before its body is read, and a network that sends many wrong ones waits.
 * One from which a right one has come does not: nobody can lock the provider out from its own network. It costs no statement.
 */
@Injectable()
export class CallbackThrottle implements OnModuleInit {
  private readonly log = new Logger('gateway');
  private readonly count = countingIn(WINDOW_SECONDS);
  /** Until when, on the clock of `performance.now()`. */
  private readonly limited = new Map<string, number>();
  private readonly proven = new Set<string>();

  constructor(private readonly host: HttpAdapterHost<HttpAdapter>) {}

  onModuleInit(): void {
    const fastify = this.host.httpAdapter.getInstance();
    fastify.addHook('onRequest', (request, reply, done) => {
      done(isOfProvider(pathOf(request)) ? this.objectionTo(request, reply) : undefined);
    });
    fastify.addHook('onResponse', (request, reply, done) => {
      if (isOfProvider(pathOf(request))) this.learn(networkOf(request), reply.statusCode);
      done();
    });
  }

  private objectionTo(request: FastifyRequest, reply: FastifyReply): Refusal | undefined {
    const network = networkOf(request);
    const msLeft = (this.limited.get(network) ?? 0) - performance.now();
    if (msLeft > 0 && !this.proven.has(network))
      return rateLimited(reply, msLeft, 'Too many callbacks that the provider has not signed.');
    const isSigned = SIGNED.every((name) => typeof request.headers[name] === 'string');
    return isSigned ? undefined : refuse('unauthenticated');
  }

  private learn(network: string, status: number): void {
    if (status === 401) void this.wrong(network);
    if (status >= 300) return;
    if (this.proven.size >= MOST_NETWORKS) this.proven.clear();
    this.proven.add(network);
  }

  private async wrong(network: string): Promise<void> {
    const { count, msLeft } = await this.count(network);
    if (count <= MOST_WRONG || this.proven.has(network)) return;
    if (count === MOST_WRONG + 1)
      this.log.warn(`callbacks from ${network} are limited: the provider has not signed ${MOST_WRONG}`);
    if (this.limited.size >= MOST_NETWORKS) this.limited.clear();
    this.limited.set(network, performance.now() + msLeft);
  }
}
