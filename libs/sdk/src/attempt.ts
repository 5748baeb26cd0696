import { parseJson } from './decimal.js';
import { type CallTrace, type CorridorError, NoResponseError, ProblemError } from './errors.js';
import { RECEIVED_DECIMALS } from './generated/decimals.js';
import type { Problem } from './generated/schemas.js';
import { isRetried } from './retry.js';

/** A request with everything that is the same in all its attempts. */
export interface Prepared {
  /** Of Corridor, without a slash at the end. */
  readonly url: string;
  /** Path and query. */
  readonly path: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** Sending it again has no second effect. */
  readonly isRepeatable: boolean;
  /** A file, which is returned as it is. */
  readonly isFile: boolean;
}

/** What carries an attempt. */
export interface Carrier {
  /** With the credential: a redirect is not followed, because it would go along. */
  readonly headers: Headers;
  readonly send: typeof fetch;
  readonly signal: AbortSignal;
}

const EXCERPT_LENGTH = 200;

export type Outcome = { readonly content: unknown } | Failure;

export interface Failure {
  readonly error: CorridorError;
  readonly isRetried: boolean;
  readonly retryAfter: string | null;
}

/** Sends a request once. */
export async function attempt(
  request: Prepared,
  trace: CallTrace,
  { headers, send, signal }: Carrier,
): Promise<Outcome> {
  const { url, path, method, body = null, isRepeatable } = request;
  let response: Response;
  let received: Blob;
  try {
    response = await send(url + path, { method, headers, body, redirect: 'manual', signal });
    received = await response.blob();
  } catch (cause) {
    const error = new NoResponseError(`${method} ${path}: no complete response`, trace, { cause });
    return { error, isRetried: isRepeatable, retryAfter: null };
  }
  return outcomeOf(response, received, request, trace);
}

/** Sends a request whose response is read while it comes. */
export async function connected(
  request: Prepared,
  trace: CallTrace,
  { headers, send, signal }: Carrier,
): Promise<{ readonly stream: ReadableStream<Uint8Array> } | Failure> {
  const { url, path, method } = request;
  try {
    const response = await send(url + path, { method, headers, redirect: 'manual', signal });
    if (response.ok && response.body && isOf('event-stream', response.headers))
      return { stream: response.body };
    const outcome = await outcomeOf(response, await response.blob(), request, trace);
    if ('error' in outcome) return outcome;
    throw new TypeError('not a stream of events');
  } catch (cause) {
    const error = new NoResponseError(`${method} ${path}: no stream of events`, trace, { cause });
    return { error, isRetried: true, retryAfter: null };
  }
}

async function outcomeOf(
  response: Response,
  body: Blob,
  request: Prepared,
  trace: CallTrace,
): Promise<Outcome> {
  const { status, headers, ok } = response;
  const isJson = isOf('json', headers);
  if (ok && request.isFile && !isJson && !isOf('text/html', headers)) return { content: body };
  const text = await body.text();
  const content = isJson ? read(text) : undefined;
  if (ok && isEnvelope(content) && !request.isFile) return { content };
  const retryAfter = headers.get('retry-after');
  if (!ok && isProblemDocument(content)) {
    const error = new ProblemError(content, request.url, trace);
    return { error, isRetried: isRetried(status, request.isRepeatable, content.code), retryAfter };
  }
  const isCutOff = ok && isJson && content === undefined;
  return {
    error: new NoResponseError(`${request.method} ${request.path}: ${whatCame(response)}`, trace, {
      status,
      excerpt: text.slice(0, EXCERPT_LENGTH),
    }),
    isRetried: isRetried(status, request.isRepeatable) || (isCutOff && request.isRepeatable),
    retryAfter,
  };
}

function whatCame({ ok, status, type, headers }: Response): string {
  if (type === 'opaqueredirect' || (status >= 300 && status < 400))
    return `a redirect to ${headers.get('location') ?? 'another address'}, which is not followed`;
  return ok
    ? 'a response that is not one of Corridor'
    : `a response with status ${status} that is not one of Corridor`;
}

const isOf = (type: string, headers: Headers): boolean => (headers.get('content-type') ?? '').includes(type);

/** Undefined if it is no JSON. */
function read(text: string): unknown {
  try {
    return parseJson(text, RECEIVED_DECIMALS);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const isObject = (content: unknown): content is object => typeof content === 'object' && content !== null;

const isEnvelope = (content: unknown): boolean => isObject(content) && 'data' in content;

const isProblemDocument = (content: unknown): content is Problem =>
  isObject(content) && ['type', 'code', 'detail'].every((name) => typeof content[name as never] === 'string');
