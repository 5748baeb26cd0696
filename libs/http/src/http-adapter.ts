import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '@corridor/kernel';
import { AllowedMethods } from './allowed-methods.js';
import type { RateLimiter } from './authentication/rate-limit.js';
import { BODY_LIMIT_BYTES, readJsonBodies } from './body/json-parser.js';
import { answerBrokenHttp } from './problem/broken-http.js';
import { servePages } from './problem/problem-pages.js';
import { send } from './problem/problem-filter.js';
import { requestId } from './request-id.js';

/** How long a request may take to arrive. */
const REQUEST_TIMEOUT_MS = 30_000;

/** Fastify as Corridor wants it: own body parser, request ids, problem documents also where Nest is not asked. */
export class HttpAdapter extends FastifyAdapter {
  readonly allowed = new AllowedMethods();
  /** Counts what this process admits, by Nest's guards or beside them. Null behind the gateway. */
  rateLimiter: RateLimiter | null = null;

  constructor() {
    super({
      bodyLimit: BODY_LIMIT_BYTES,
      // Of the whole request: nobody holds a connection by sending it drop by drop.
      requestTimeout: REQUEST_TIMEOUT_MS,
      genReqId: requestId,
      // A long id is an unknown id; what Node takes as a URL is at most 16 kB.
      routerOptions: { maxParamLength: 16_384 },
      frameworkErrors: answerBadUrl,
      clientErrorHandler: answerBrokenHttp,
      return503OnClosing: false,
    });
    const fastify: FastifyInstance = this.getInstance();
    this.allowed.watch(fastify);
    fastify.addHook('onRequest', (request, reply, done) => {
      reply.header('x-request-id', request.id);
      // An absolute form names a host of the sender's choice; nobody but a proxy is sent one.
      done(request.raw.url?.startsWith('/') === false ? refuse('not_found') : undefined);
    });
    servePages(fastify);
  }

  override registerParserMiddleware(): void {
    readJsonBodies(this.getInstance());
  }
}

/** The router could not decode the path: no hook has run, and Nest is not asked. */
function answerBadUrl(_error: Error, _request: FastifyRequest, reply: FastifyReply): void {
  send(reply, refuse('invalid_request', 'The path is not a valid URL.'));
}
