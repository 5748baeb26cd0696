import type { Clock } from '@corridor/kernel';
import type { IncomingMessage } from 'node:http';
import { Attempt } from './attempt.js';
import { type ConnectionOptions, Connections } from './connections.js';
import { exchange, isGood } from './exchange.js';
import { describe, isBroken } from './failure.js';
import { nameServers, type Resolver } from './resolver.js';
import { retryAfterMs } from './retry-after.js';
import { type SendOutcome, type SendRequest, Sender } from './sender.js';
import { signatureHeaders } from './signature.js';
import type { TargetPolicy } from './target-url.js';
import { type Target, vet } from './target.js';

export interface HttpSenderOptions extends TargetPolicy, ConnectionOptions {
  readonly clock: Clock;
  /** For the whole attempt, from the look-up of the name to the last byte of the answer. */
  readonly deadlineMs?: number;
  readonly resolve?: Resolver;
}

export class HttpSender extends Sender {
  private readonly connections: Connections;
  private readonly resolve: Resolver;
  private readonly underWay = new Map<Attempt, string>();
  private isClosed = false;

  constructor(private readonly options: HttpSenderOptions) {
    super();
    this.connections = new Connections(options);
    this.resolve = options.resolve ?? nameServers();
  }

  async send(request: SendRequest): Promise<SendOutcome> {
    const headers = headersOf(request);
    if (this.isClosed) return { kind: 'failed', error: CLOSED, retryAfterMs: null };
    const attempt = new Attempt(this.options.deadlineMs ?? 15_000);
    this.underWay.set(attempt, request.id);
    try {
      const target = await attempt.within(vet(request.url, this.options, this.resolve, attempt.signal));
      return this.outcome(await this.post(target, headers, request.body, attempt));
    } catch (error) {
      if (attempt.isCalledOff) return { kind: 'called_off' };
      return { kind: 'failed', error: describe(error, attempt.phase), retryAfterMs: null };
    } finally {
      attempt.end();
      this.underWay.delete(attempt);
    }
  }

  callOff(ids: readonly string[]): void {
    for (const [attempt, id] of this.underWay) if (ids.includes(id)) attempt.callOff();
  }

  close(): void {
    this.isClosed = true;
    for (const attempt of this.underWay.keys()) attempt.breakOff(CLOSED);
    this.connections.close();
  }

  private async post(
    target: Target,
    headers: Headers,
    body: string,
    attempt: Attempt,
  ): Promise<IncomingMessage> {
    attempt.signal.throwIfAborted();
    const request = this.connections.post(target, headers);
    try {
      return await exchange(request, body, attempt);
    } catch (error) {
      // The receiver closed a kept connection while the request was on its way: another one, at last a new one, has it.
      const isStale = request.reusedSocket && attempt.phase === 'waiting for the answer' && isBroken(error);
      if (!isStale) throw error;
      return this.post(target, headers, body, attempt);
    }
  }

  private outcome(answer: IncomingMessage): SendOutcome {
    const { statusCode = 0, headers } = answer;
    if (isGood(answer)) return { kind: 'delivered', status: statusCode };
    const isRedirect = statusCode >= 300 && statusCode < 400;
    return {
      kind: 'failed',
      error: `The receiver answered ${statusCode}${isRedirect ? ': redirects are not followed' : ''}.`,
      retryAfterMs: retryAfterMs(headers['retry-after'], this.options.clock.now()),
    };
  }
}

const CLOSED = 'The attempt was broken off on our side.';

type Headers = Record<string, string>;

const headersOf = (request: SendRequest): Headers => ({
  'content-type': 'application/json',
  'content-length': String(Buffer.byteLength(request.body)),
  'user-agent': 'Corridor-Webhooks/1.0',
  traceparent: request.traceparent,
  ...signatureHeaders(request),
});
