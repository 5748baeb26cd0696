import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { StoredResponse } from '@corridor/event-store';
import { refuse } from '@corridor/kernel';
import { workingOn } from '@corridor/tracing';
import { AllowedMethods } from './allowed-methods.js';
import type { RateLimiter } from './authentication/rate-limit.js';
import { BODY_LIMIT_BYTES, readJsonBodies } from './body/json-parser.js';
import { type OnOutcome, isCommand, tellGateway } from './command-outcome.js';
import { sendEnvelope } from './envelope.js';
import { RecentReplays } from './idempotency/recent-replays.js';
import { respondToBrokenHttp } from './problem/broken-http.js';
import { NEVER_STORED } from './problem/problem.js';
import { servePages } from './problem/problem-pages.js';
import { ProblemFilter, send } from './problem/problem-filter.js';
import { requestId } from './request-id.js';
import { beginRequest, endRequest } from './request-span.js';
import { isStoredResponse } from './stored-response.js';

/** How long receiving a request may take, its body included, so that a slow sender cannot hold a connection. */
const REQUEST_TIMEOUT_MS = 30_000;
/** How long a connection may take to send the headers of a request, also its first byte. */
const HEADERS_TIMEOUT_MS = 15_000;
/** How long a connection is kept after a response. */
const KEEP_ALIVE_MS = 15_000;
/** And that of a proxy: longer than proxies keep it, which is 60 s, so that none sends a request while it is closed. */
const PROXY_KEEP_ALIVE_MS = 72_000;
/** How often Node looks for connections that exceed a timeout. */
const CHECK_CONNECTIONS_MS = 1_000;

/**
 * The Fastify adapter of Corridor: its own body parser, request ids, and problem documents also for errors outside of
 * Nest.
 */
export class HttpAdapter extends FastifyAdapter {
  readonly allowed = new AllowedMethods();
  readonly problems = new ProblemFilter(this.allowed);
  /**
   * Counts the requests that this process admits, through Nest's guards or outside of them. Null behind the gateway.
   */
  rateLimiter: RateLimiter | null = null;
  readonly replays = new RecentReplays();
  /** Records what became of commands. */
  onOutcome: OnOutcome = tellGateway;
  /** Called with every request when its response has been sent. */
  onResponded: (request: FastifyRequest, reply: FastifyReply) => void = () => undefined;

  /** @param trustedProxies addresses and ranges of proxies whose `X-Forwarded-For` is trusted; that of others is ignored */
  constructor(trustedProxies: readonly string[] = []) {
    const isBehindProxy = trustedProxies.length > 0;
    super({
      trustProxy: isBehindProxy && [...trustedProxies],
      bodyLimit: BODY_LIMIT_BYTES,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: isBehindProxy ? PROXY_KEEP_ALIVE_MS : KEEP_ALIVE_MS,
      http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: CHECK_CONNECTIONS_MS },
      genReqId: requestId,
      // A long id is an unknown id; Node accepts URLs of at most 16 kB.
      routerOptions: { maxParamLength: 16_384 },
      frameworkErrors: respondToBadUrl,
      clientErrorHandler: respondToBrokenHttp,
      return503OnClosing: false,
    });
    const fastify: FastifyInstance = this.getInstance();
    this.allowed.watch(fastify);
    fastify.addHook('onRequest', (request, reply, done) => {
      request.arrivedAt = performance.now();
      request.arrivedFrom = request.ip;
      beginRequest(request);
      reply.header('x-request-id', request.id).headers(NEVER_STORED);
      // An absolute form names a host chosen by the sender; it is meant for proxies.
      const refusal = request.raw.url?.startsWith('/') === false ? refuse('not_found') : undefined;
      workingOn(workOf(request), () => done(refusal));
    });
    // Node reads a body outside of what began with its headers.
    fastify.addHook('preValidation', (request, _reply, done) => workingOn(workOf(request), done));
    fastify.addHook('onResponse', (request, reply, done) => {
      endRequest(request, reply);
      this.onResponded(request, reply);
      done();
    });
    fastify.addHook('onSend', (request, reply, payload, done) => {
      // Of a read, the gateway wants to know no more than its problem.
      const isTold = isCommand(request) || (reply.statusCode >= 400 && this.onOutcome === tellGateway);
      const recorded = isTold && !request.is404 ? this.onOutcome(request, reply, payload) : undefined;
      if (recorded) void recorded.then((instead) => done(null, instead));
      else done();
    });
    servePages(fastify);
  }

  /** Nest calls it with what a controller returned, unless that takes `@Res()`. No interceptor: they cost each request. */
  override reply(reply: FastifyReply, value: unknown): FastifyReply {
    if (isStoredResponse(value) && value.replayed) this.keep(reply.request, value);
    return sendEnvelope(reply, value);
  }

  private keep({ command }: FastifyRequest, stored: StoredResponse): void {
    if (command?.idempotency) this.replays.keep(command.idempotency, stored);
  }

  override registerParserMiddleware(): void {
    readJsonBodies(this.getInstance());
  }
}

const workOf = ({ id, traceparent: trace }: FastifyRequest) => ({ requestId: id, traceparent: trace });

/** The router could not decode the path: no hook has run, and Nest is not involved. */
function respondToBadUrl(_error: Error, _request: FastifyRequest, reply: FastifyReply): void {
  send(reply, refuse('invalid_request', 'The path is not a valid URL.'));
}
