import { randomUUID } from 'node:crypto';
import { onResponse } from '@corridor/testing/openapi';

/** A response in the form that tests use. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  /** The body byte for byte. */
  readonly text: string;
  // Tests look into bodies of every shape.
  readonly body: any;
}

export interface Sending {
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What `fetch` throws. */
interface FetchError {
  readonly cause?: { readonly code?: string; readonly socket?: { readonly bytesRead: number } };
}

/** Of the requests of one client (decisions §8). */
const LIMIT_WINDOW_SECONDS = 2;

/** One integrator of the running system. */
export class Api {
  constructor(
    readonly url: string,
    readonly credential: Readonly<Record<string, string>>,
    /** Waits at the client's rate limit, but not at the limit of failed logins. */
    readonly isPatient = true,
    /** A request without a response fails after this time: by default none, or the test's. */
    private readonly patienceMs: number | null = null,
  ) {}

  get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Reply> {
    return this.send('GET', path, undefined, { headers, key: null });
  }

  /** Under a fresh idempotency key unless one is given; null sends none. */
  post(path: string, body?: unknown, sending: Sending = {}): Promise<Reply> {
    return this.send('POST', path, body, sending);
  }

  put(path: string, body?: unknown, sending: Sending = {}): Promise<Reply> {
    return this.send('PUT', path, body, sending);
  }

  async send(
    method: string,
    path: string,
    body: unknown,
    { key = randomUUID(), headers = {} }: Sending,
  ): Promise<Reply> {
    const reply = await this.sendOnce(method, path, body, { key, headers });
    const seconds = Number(reply.headers.get('retry-after'));
    if (reply.status !== 429 || !this.isPatient || seconds > LIMIT_WINDOW_SECONDS) return reply;
    await new Promise((resolve) => setTimeout(resolve, 1_000 * seconds));
    return this.send(method, path, body, { key, headers });
  }

  private async sendOnce(
    method: string,
    path: string,
    body: unknown,
    { key = null, headers = {} }: Sending,
  ): Promise<Reply> {
    const request = () => ({
      method,
      headers: {
        ...this.credential,
        ...(key === null ? {} : { 'x-idempotency-key': key }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
      signal: this.patienceMs === null ? null : AbortSignal.timeout(this.patienceMs),
    });
    const response = await fetch(this.url + path, request()).catch((error: FetchError) => {
      if (!isOfIdleConnection(error)) throw error;
      return fetch(this.url + path, request());
    });
    return replyOf(method, path, response.status, response.headers, await response.text(), body);
  }
}

/**
 * Whether the other side closed a connection that had been used before. Servers close idle connections, and a busy client
 * notices that too late: it repeats the request, with its key, on another connection.
 */
const isOfIdleConnection = ({ cause }: FetchError): boolean =>
  cause?.code === 'UND_ERR_SOCKET' && (cause.socket?.bytesRead ?? 0) > 0;

/** Every response of the running system is converted to a reply here. */
export function replyOf(
  method: string,
  path: string,
  status: number,
  headers: Headers,
  text: string,
  sent: unknown,
): Reply {
  onResponse({ method, path, status, headers: Object.fromEntries(headers), body: text, sent });
  return { status, headers, text, body: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
