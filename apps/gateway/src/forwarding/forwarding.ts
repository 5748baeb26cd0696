import replyFrom, { type FastifyReplyFromHooks } from '@fastify/reply-from';
import {
  ASKED_HEADER,
  BODY_LIMIT_BYTES,
  CALLER_HEADER,
  IDEMPOTENCY_HEADERS,
  OUTCOME_HEADER,
  type Authenticator,
  type ProblemFilter,
  type RateLimiter,
  type SignedCaller,
  callerOf,
  headerValues,
  isCommand,
  pathOf,
  readAsked,
  sendRefusal,
  takeOutcome,
} from '@corridor/http';
import { refuse } from '@corridor/kernel';
import { type Span, beginSpan } from '@corridor/tracing';
import { Logger } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Agent } from 'undici';
import { HangUps } from './hang-ups.js';
import { type Destination, OF_CLIENT, SIGNED, destinationOf, forwarded, isOfProvider } from './routes.js';

/** Simulators wait up to 10 s for their effect; the gateway waits longer than any service does. */
const RESPONSE_TIMEOUT_MS = 15_000;
const CONNECT_TIMEOUT_MS = 2_000;
/** Connections to one service. Requests beyond them wait for a free one. */
const CONNECTIONS = 128;

/** The forwarded request headers: no credentials, and no caller header except the gateway's. */
const PASSED_ON = ['accept', 'content-type', 'tracestate', 'user-agent'];

export interface Forwarding {
  readonly addresses: Readonly<Record<Destination, string>>;
  readonly authenticator: Authenticator;
  readonly signed: SignedCaller;
  readonly rateLimiter: RateLimiter | null;
  /** Keeps the commands that need a second person. */
  readonly problems: Pick<ProblemFilter, 'keep'>;
}

/**
 * Forwards the routes of the other services: authenticated, counted, signed, and otherwise unchanged. A body is
 * forwarded byte for byte; its owner validates it.
 */
export function forward(
  fastify: FastifyInstance,
  { addresses, authenticator, signed, rateLimiter, problems }: Forwarding,
): void {
  const agent = new Agent({ connections: CONNECTIONS, connect: { timeout: CONNECT_TIMEOUT_MS } });
  const hangUps = new HangUps(agent);
  const logger = new Logger('gateway');

  const authenticate = async (request: FastifyRequest, reply: FastifyReply) => {
    const path = pathOf(request);
    if (!isPlainPath(path) || !destinationOf(path)) throw refuse('not_found');
    if (isOfProvider(path)) return;
    request.caller = await authenticator.authenticate(request, reply);
    await rateLimiter?.count(request.caller.client.id, reply);
  };

  const pass = async (request: FastifyRequest, reply: FastifyReply) => {
    const path = pathOf(request);
    const destination = destinationOf(path) as Destination;
    const own = await headersOfSender(request, path, signed);
    const span = beginForwarding(request, destination);
    const options: FastifyReplyFromHooks = {
      ...bodyOf(request),
      timeout: RESPONSE_TIMEOUT_MS,
      getUpstream: () => addresses[destination],
      retryDelay: () => null,
      rewriteRequestHeaders: (_request, { host, ...headers }) => ({
        ...headersNamed(PASSED_ON, { headers }),
        ...idempotencyHeadersOf(request),
        host,
        'x-request-id': request.id,
        traceparent: span?.traceparent ?? request.traceparent,
        ...own,
      }),
      ...respondingTo(request, reply, problems, span),
      onError: (_reply, { error }) => {
        if (!reply.raw.destroyed) logger.warn(`${destination} does not respond: ${reasonOf(error)}`);
        span?.end({}, 'no response');
        sendRefusal(reply, refuse('unavailable'));
      },
    };
    // A command is executed, whether its caller waits for the response or not.
    return isCommand(request)
      ? reply.from(path, options)
      : hangUps.during(reply, () => reply.from(path, options));
  };

  void fastify.register(replyFrom, { undici: hangUps, disableRequestLogging: true });
  void fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES },
      (_request, bytes, done) => done(null, bytes),
    );
    scope.addHook('onRequest', authenticate);
    scope.addHook('onClose', () => agent.close());
    for (const prefix of [...forwarded, OF_CLIENT]) {
      scope.all(prefix, pass);
      scope.all(`${prefix}/*`, pass);
    }
  });
}

const reasonOf = ({ cause, message }: Error) => (cause as Error | undefined)?.message ?? message;

/** The step from a request to that of the service. */
const beginForwarding = ({ method, traceparent: parent }: FastifyRequest, destination: Destination) =>
  beginSpan({
    ...{ name: `forward to ${destination}`, kind: 'CLIENT', parent },
    attributes: { 'http.request.method': method, 'corridor.destination': destination },
  });

/** The response is that of the service, unless its command needs a second person: then it becomes an approval. */
function respondingTo(
  request: FastifyRequest,
  reply: FastifyReply,
  problems: Forwarding['problems'],
  span: Span | null,
): Pick<FastifyReplyFromHooks, 'rewriteHeaders' | 'onResponse'> {
  let asked: string | string[] | undefined;
  return {
    rewriteHeaders: ({
      connection: _,
      'keep-alive': __,
      [ASKED_HEADER]: header,
      [OUTCOME_HEADER]: outcome,
      ...headers
    }) => {
      asked = header;
      takeOutcome(request, outcome);
      return headers;
    },
    onResponse: (_request, { statusCode }, { stream }) => {
      span?.end({ 'http.response.status_code': statusCode });
      if (typeof asked !== 'string') return void reply.send(stream);
      const command = asked;
      stream.resume(); // its document is for the gateway alone
      reply.status(200).removeHeader('content-length');
      void problems.keep(() => readAsked(command), request, reply);
    },
  };
}

/**
 * A path that every program interprets alike: without dot segments, in its canonical spelling, and not in absolute form
 * (RFC 9112, 3.2.2), which would name a destination chosen by the sender.
 */
const isPlainPath = (path: string): boolean =>
  /^\/[A-Za-z0-9\-._~!$&'()*+,;=:@%/]*$/.test(path) &&
  !/(^|\/)(\.|%2e){1,2}(\/|$)/i.test(path) &&
  !/%2f|%5c/i.test(path);

async function headersOfSender(request: FastifyRequest, path: string, signed: SignedCaller) {
  if (isOfProvider(path)) return headersNamed(SIGNED, request);
  const caller = callerOf(request);
  const signature = await signed.sign(caller, request.method, path, request);
  return { [CALLER_HEADER]: signature };
}

const headersNamed = (names: readonly string[], { headers }: Pick<FastifyRequest, 'headers'>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => names.includes(name)));

/** Line by line: joined, a key that is sent twice would be another key. */
const idempotencyHeadersOf = ({ raw }: FastifyRequest): Record<string, string[]> =>
  Object.fromEntries(
    IDEMPOTENCY_HEADERS.map((name) => [name, headerValues(raw, name)] as const).filter(
      ([, values]) => values.length > 0,
    ),
  );

function bodyOf({ body, headers }: FastifyRequest): { body?: Buffer; contentType?: string } {
  if (!Buffer.isBuffer(body)) return {};
  return { body, contentType: headers['content-type'] ?? 'application/octet-stream' };
}
