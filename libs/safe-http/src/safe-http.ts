import type { IncomingMessage } from 'node:http';
import { type ConnectionOptions, Connections } from './connections.js';
import { exchange } from './exchange.js';
import { type FailureKind, describe, isBroken } from './failure.js';
import { Progress } from './progress.js';
import { type Resolver, nameServers } from './resolver.js';
import { type Target, vet } from './target.js';
import type { UrlPolicy } from './url-policy.js';

export interface SafeHttpOptions extends UrlPolicy, ConnectionOptions {
  readonly resolve?: Resolver;
}

export interface PostOptions {
  readonly headers: Readonly<Record<string, string>>;
  /** Sent byte for byte, as UTF-8. */
  readonly body: string;
  /** For the whole request, from the DNS lookup to the last byte of the response. */
  readonly deadlineMs: number;
  /** Once aborted, the request is not sent; without effect when its first byte has left. */
  readonly cancel?: AbortSignal;
}

export type PostOutcome =
  /** A complete 2xx response within the limits. Of any other response, the head and the beginning of the body. */
  | {
      readonly kind: 'response';
      readonly status: number;
      /** The Retry-After field. */
      readonly retryAfter: string | null;
      /** The beginning of the body as text, from the other side. */
      readonly excerpt: string | null;
    }
  | {
      readonly kind: 'failure';
      readonly failure: FailureKind;
      /** A message without text of the other side and without addresses. */
      readonly detail: string;
      /** Of a response that came in part. */
      readonly status: number | null;
      readonly excerpt: string | null;
    }
  /** The request was cancelled; nothing was sent. */
  | { readonly kind: 'cancelled' };

/**
 * Sends POSTs to untrusted URLs. For any URL, `post` resolves within the deadline, keeps a bounded part of the response
 * in memory, connects only to allowed addresses, follows no redirect, and never rejects. `UrlPolicy` defines the
 * allowed URLs and addresses.
 */
export class SafeHttp {
  private readonly connections: Connections;
  private readonly resolve: Resolver;
  private readonly underWay = new Set<Progress>();
  private isClosed = false;

  constructor(private readonly options: SafeHttpOptions) {
    this.connections = new Connections(options);
    this.resolve = options.resolve ?? nameServers();
  }

  async post(url: string, { headers, body, deadlineMs, cancel }: PostOptions): Promise<PostOutcome> {
    const progress = new Progress(deadlineMs, cancel);
    this.underWay.add(progress);
    if (this.isClosed) progress.breakOff('aborted', CLOSED);
    try {
      const { options, resolve } = this;
      const target = await progress.within((signal) => vet(url, options, resolve, signal));
      const all = { 'content-length': String(Buffer.byteLength(body)), ...headers };
      const { statusCode = 0, headers: fields } = await this.send(target, all, body, progress);
      const retryAfter = fields['retry-after'] ?? null;
      return { kind: 'response', status: statusCode, retryAfter, excerpt: progress.received.excerpt };
    } catch (error) {
      if (progress.isCancelled) return { kind: 'cancelled' };
      const { kind: failure, message: detail } = describe(error, progress.phase);
      return { kind: 'failure', failure, detail, ...progress.received };
    } finally {
      progress.end();
      this.underWay.delete(progress);
    }
  }

  /** Closes all connections: a request in progress fails, and no more requests are sent. */
  close(): void {
    this.isClosed = true;
    for (const progress of this.underWay) progress.breakOff('aborted', CLOSED);
    this.connections.close();
  }

  private async send(
    target: Target,
    headers: Record<string, string>,
    body: string,
    progress: Progress,
  ): Promise<IncomingMessage> {
    progress.throwIfBrokenOff();
    const request = this.connections.post(target, headers);
    try {
      return await exchange(request, body, progress);
    } catch (error) {
      // A kept connection was closed while the request was sent: another one, finally a new one, is used.
      const isStale =
        request.reusedSocket && progress.phase === 'waiting for the response' && isBroken(error);
      if (!isStale) throw error;
      return this.send(target, headers, body, progress);
    }
  }
}

const CLOSED = 'The attempt was broken off on our side.';
