import type { Clock } from '@corridor/kernel';

/** For one response. */
const TIMEOUT_MS = 8_000;
const RESPONSE_LIMIT_BYTES = 4 * 1024 * 1024;
/** After so many failures in a row the provider is left alone for a while, which doubles with each further one. */
const FAILURES = 3;
const FIRST_PAUSE_MS = 1_000;
/** Also if it asks for more: whoever waits longer has a word with it. */
const LONGEST_PAUSE_MS = 5 * 60_000;

export interface ProviderOptions {
  readonly url: string;
  /** Sent as bearer token. */
  readonly key: string;
  readonly timeoutMs?: number;
}

export interface ProviderRequest {
  readonly body?: object;
  readonly idempotencyKey?: string;
  /** The caller does not wait any longer. */
  readonly signal?: AbortSignal;
}

/**
 * Reads a response that is neither 429 nor 5xx.
 * @param body the JSON, null if there is none
 * @throws Error if the response is not what was agreed
 */
export type ReadResponse<Result> = (status: number, body: unknown) => Result;

/**
 * Requests in JSON to a bank or provider. Each ends within a time; none is redirected, and none is repeated here: of a request that
 * has failed it is not known whether it has arrived. A provider that has asked for patience (`Retry-After`), or
 * has failed several times in a row, gets no requests for a while.
 */
export class ProviderClient {
  private failures = 0;
  private lastFailure = '';
  private failingSince: Date | null = null;
  private restsUntilMs = 0;

  constructor(
    private readonly options: ProviderOptions,
    private readonly clock: Clock,
  ) {}

  /** Whether a request would fail without having been sent. */
  get isResting(): boolean {
    return this.restMs > 0;
  }

  /** Since when and why the provider cannot be used; null if its latest responses were good. */
  get away(): { readonly since: Date; readonly reason: string } | null {
    const isAway = this.failures >= FAILURES || this.isResting;
    return isAway && this.failingSince ? { since: this.failingSince, reason: this.lastFailure } : null;
  }

  /** @throws Error that says what is wrong, also what `read` throws */
  async request<Result>(
    method: 'GET' | 'POST',
    path: string,
    read: ReadResponse<Result>,
    { body, idempotencyKey, signal }: ProviderRequest = {},
  ): Promise<Result> {
    if (this.isResting)
      throw new Error(`not asked for another ${Math.ceil(this.restMs / 1000)} s: ${this.lastFailure}`);
    const { url, key, timeoutMs = TIMEOUT_MS } = this.options;
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const response = await fetch(new URL(path, url.endsWith('/') ? url : `${url}/`), {
        method,
        headers: {
          accept: 'application/json',
          authorization: `Bearer ${key}`,
          ...(body && { 'content-type': 'application/json' }),
          ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        },
        ...(body && { body: JSON.stringify(body) }),
        redirect: 'error',
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
      const result = await this.resultOf(response, read);
      this.failures = 0;
      this.failingSince = null;
      return result;
    } catch (error) {
      const reason = timeout.aborted ? `no response within ${timeoutMs} ms` : causeOf(error);
      const failure = `${method} ${new URL(url).host}/${path.split('?')[0]}: ${reason}`;
      if (!signal?.aborted) this.failed(failure);
      throw new Error(failure, { cause: error });
    }
  }

  private get restMs(): number {
    return this.restsUntilMs - this.clock.now().getTime();
  }

  private async resultOf<Result>(response: Response, read: ReadResponse<Result>): Promise<Result> {
    const { status, headers } = response;
    const text = await textOf(response, RESPONSE_LIMIT_BYTES);
    if (status === 429 || status >= 500) {
      this.rest(pauseMs(headers.get('retry-after'), this.clock.now()));
      throw new Error(`the response was ${status}`);
    }
    return read(status, jsonOf(text));
  }

  private failed(reason: string): void {
    this.failures++;
    this.failingSince ??= this.clock.now();
    this.lastFailure = reason;
    if (this.failures >= FAILURES) this.rest(FIRST_PAUSE_MS * 2 ** Math.min(this.failures - FAILURES, 20));
  }

  private rest(ms: number): void {
    const until = this.clock.now().getTime() + Math.min(ms, LONGEST_PAUSE_MS);
    this.restsUntilMs = Math.max(this.restsUntilMs, until);
  }
}

/** `Retry-After`: seconds or a date (RFC 9110). Zero for anything else. */
function pauseMs(retryAfter: string | null, now: Date): number {
  const given = retryAfter?.trim() ?? '';
  if (/^\d+$/.test(given)) return Number(given) * 1000;
  return Math.max(0, Date.parse(given) - now.getTime()) || 0;
}

function jsonOf(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    throw new Error('the response is not JSON');
  }
}

/** The body of a response. @throws Error if it is larger, or not UTF-8 */
export async function textOf(response: Response, limitBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > limitBytes) throw new Error(`the response is larger than ${limitBytes} bytes`);
    chunks.push(chunk);
  }
  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
}

/** What is wrong with a request of `fetch`: `fetch failed` is not helpful, its cause is. */
export function causeOf(error: unknown): string {
  const { cause, message } = error as Error;
  return cause instanceof Error ? cause.message || String((cause as { code?: unknown }).code) : message;
}
