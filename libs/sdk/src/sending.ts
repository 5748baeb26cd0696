import { type Outcome, type Prepared, attempt, connected } from './attempt.js';
import { toJson } from './decimal.js';
import { type StreamOptions, type StreamedEvent, streamed } from './events.js';
import type { CallTrace } from './errors.js';
import { sleep, waitAfterMs } from './retry.js';
import { type Page, type PageRequest, Search } from './search.js';

export interface CorridorOptions {
  /** Where Corridor is: `https://corridor.example.com`. */
  readonly url: string;
  readonly apiKey?: string;
  /** Instead of an API key: a token of `issueToken`, or a function that returns one for each attempt. */
  readonly accessToken?: string | (() => string | Promise<string>);
  /** Of a call with all its attempts and the waits between them. Default: 60,000. */
  readonly timeoutMs?: number;
  /** Of one attempt. Default: 20,000. */
  readonly attemptTimeoutMs?: number;
  /** Default: 6. With 1 nothing is sent again. */
  readonly maxAttempts?: number;
  /** Used instead of the global `fetch`. */
  readonly fetch?: typeof fetch;
}

export interface CallOptions {
  /** Ends the call, which rejects with the reason of the signal. */
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
}

export interface CommandOptions extends CallOptions {
  /** Default: a new one for the call, the same in all its attempts. */
  readonly idempotencyKey?: string;
}

/** For the parameters of a search: see docs/search.md. */
export interface SearchQuery {
  /** `AND(status == "SENT",amount >= "1000")` */
  q?: string;
  /** `createdOn:ASC` */
  sortBy?: string | string[];
  offset?: number;
  /** Records of a page. */
  limit?: number;
  cursor?: string;
}

/** A call as an operation describes it. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly query?: object | undefined;
  readonly body?: object | undefined;
  /** The fields of the body that are decimals. */
  readonly decimals?: readonly string[];
  /** It takes an idempotency key. */
  readonly isCommand?: boolean;
}

interface Kind {
  readonly isFile?: boolean;
  /** It is a POST that changes nothing. */
  readonly isSearch?: boolean;
}

/** Sends the requests of operations. */
export class Sending {
  private readonly url: string;

  constructor(private readonly options: CorridorOptions) {
    this.url = new URL(options.url).href.replace(/\/+$/, '');
  }

  /** The record, without its envelope. */
  protected async record<T>(call: Call, options?: CommandOptions): Promise<T> {
    return ((await this.send(call, options)) as { data: T }).data;
  }

  protected envelope<T>(call: Call, options?: CallOptions): Promise<T> {
    return this.send(call, options) as Promise<T>;
  }

  protected file(call: Call, options?: CallOptions): Promise<Blob> {
    return this.send(call, options, { isFile: true }) as Promise<Blob>;
  }

  protected search<T>(call: Call, options?: CallOptions): Search<T> {
    const name = call.method === 'GET' ? 'query' : 'body';
    return new Search((page) => {
      const one = { ...call, [name]: parametersOf(page, call[name]) };
      return this.send(one, options, { isSearch: true }) as Promise<Page<T>>;
    });
  }

  protected eventsOf(call: Call, options: StreamOptions): AsyncGenerator<StreamedEvent, void> {
    const { fetch: send = fetch, maxAttempts = 6 } = this.options;
    const trace = { requestId: randomId(), idempotencyKey: null, attempts: 1 };
    const request = prepared(this.url, call, trace, {});
    const connect = async (after: string | undefined, signal: AbortSignal) => {
      const headers = new Headers({
        ...request.headers,
        accept: 'text/event-stream',
        ...(after !== undefined && { 'last-event-id': after }),
        ...(await this.credential()),
      });
      return connected(request, trace, { headers, send, signal });
    };
    return streamed(connect, maxAttempts, options);
  }

  private async send(call: Call, options: CommandOptions = {}, kind: Kind = {}): Promise<unknown> {
    const { signal, timeoutMs = this.options.timeoutMs ?? 60_000 } = options;
    const endsAtMs = performance.now() + timeoutMs;
    const trace = {
      requestId: randomId(),
      idempotencyKey: call.isCommand ? (options.idempotencyKey ?? randomId()) : null,
    };
    const request = prepared(this.url, call, trace, kind);
    for (let attempts = 1; ; attempts++) {
      const outcome = await this.attempt(request, { ...trace, attempts }, { signal, endsAtMs });
      if ('content' in outcome) return outcome.content;
      const waitMs = waitAfterMs(attempts, outcome.retryAfter);
      const isLast = attempts >= (this.options.maxAttempts ?? 6) || performance.now() + waitMs >= endsAtMs;
      if (!outcome.isRetried || isLast) throw outcome.error;
      await sleep(waitMs, signal);
    }
  }

  private async attempt(
    request: Prepared,
    trace: CallTrace,
    { signal, endsAtMs }: { signal: AbortSignal | undefined; endsAtMs: number },
  ): Promise<Outcome> {
    const { attemptTimeoutMs = 20_000, fetch: send = fetch } = this.options;
    const headers = new Headers({ ...request.headers, ...(await this.credential()) });
    signal?.throwIfAborted();
    const leftMs = Math.ceil(Math.max(0, Math.min(attemptTimeoutMs, endsAtMs - performance.now())));
    const limit = AbortSignal.timeout(leftMs);
    const outcome = await attempt(request, trace, {
      headers,
      send,
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
    signal?.throwIfAborted();
    return outcome;
  }

  private async credential(): Promise<Readonly<Record<string, string>>> {
    const { apiKey, accessToken } = this.options;
    if (apiKey !== undefined) return { 'x-api-key': apiKey };
    if (accessToken === undefined) return {};
    return { authorization: `Bearer ${typeof accessToken === 'string' ? accessToken : await accessToken()}` };
  }
}

/** The body is written once, so all attempts have the same one, whatever happens to the object. */
function prepared(
  url: string,
  { method, path, query = {}, body, decimals = [], isCommand = false }: Call,
  { requestId, idempotencyKey }: Pick<CallTrace, 'requestId' | 'idempotencyKey'>,
  { isFile = false, isSearch = false }: Kind,
): Prepared {
  return {
    url,
    path: path + queryOf(query),
    method,
    headers: {
      accept: isFile ? '*/*' : 'application/json',
      'x-request-id': requestId,
      ...(body && { 'content-type': 'application/json' }),
      ...(idempotencyKey !== null && { 'x-idempotency-key': idempotencyKey }),
    },
    body: body && toJson(body, decimals),
    isRepeatable: method === 'GET' || isCommand || isSearch,
    isFile,
  };
}

function queryOf(query: object): string {
  const all = new URLSearchParams();
  for (const [name, values] of Object.entries(query) as [string, QueryValue | QueryValue[]][])
    for (const value of [values].flat()) if (value !== undefined) all.append(name, String(value));
  return all.size > 0 ? `?${all}` : '';
}

type QueryValue = string | number | undefined;

/** A cursor stands for the offset too. */
const parametersOf = (
  { cursor, limit }: PageRequest,
  { offset, ...given }: SearchQuery = {},
): SearchQuery => ({
  ...(limit !== undefined && { limit }),
  ...given,
  ...(cursor !== undefined ? { cursor } : offset !== undefined && { offset }),
});

/** A path with its parameters encoded. @throws TypeError for one that would lead to another path */
export function pathOf(texts: TemplateStringsArray, ...parameters: string[]): string {
  for (const one of parameters)
    if (typeof one !== 'string' || /^\.{0,2}$/.test(one)) throw new TypeError(`Not an id: '${one}'`);
  return String.raw({ raw: texts }, ...parameters.map(encodeURIComponent));
}

/** `crypto.randomUUID` is missing on pages that are not served over https. */
const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
