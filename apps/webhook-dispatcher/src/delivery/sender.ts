import { type KeyObject, createHmac, createSecretKey } from 'node:crypto';
import type { Clock } from '@corridor/kernel';
import { type FailureKind, type PostOutcome, SafeHttp, type SafeHttpOptions } from '@corridor/safe-http';
import { Remembered } from '../secrets/remembered.js';
import { retryAfterMs } from './delivery-policy.js';

/** One delivery attempt with all its data. */
export interface SendRequest {
  /** As the subscription has it at this moment; it is checked again. */
  readonly url: string;
  /** `whsec_<base64>`, likewise of this moment. */
  readonly secret: string;
  /** `whn_…`, the same over all attempts: the receiver's key to recognise a repetition. */
  readonly id: string;
  /** Time of this attempt, in Unix seconds. */
  readonly timestamp: number;
  /** JSON text, sent and signed byte for byte. */
  readonly body: string;
  readonly traceparent: string;
}

export type SendOutcome =
  | { readonly kind: 'delivered'; readonly status: number; readonly excerpt: string | null }
  /** The request was cancelled; nothing was sent. */
  | { readonly kind: 'cancelled' }
  | {
      readonly kind: 'failed';
      /** `status`: the receiver responded, but not with 2xx. `internal`: a defect of ours. */
      readonly failure: FailureKind | 'status' | 'internal';
      /**
       * Short, for the subscription's owner: without secrets, text of the response, or data of the internal network.
       */
      readonly error: string;
      /** Of the response, as far as there was one. */
      readonly status: number | null;
      /** The beginning of its body, without secrets, only for its owner. */
      readonly excerpt: string | null;
      /** The receiver's Retry-After, at most a day; null if there is none. */
      readonly retryAfterMs: number | null;
    };

/**
 * Sends one signed POST (Standard Webhooks 1.0). Delivered means that the whole request left and a complete 2xx
 * response arrived within the deadline. Never rejects, except for an invalid secret, which is a defect.
 */
export abstract class Sender {
  /** @param cancel once aborted, what has not been sent yet is not */
  abstract send(request: SendRequest, cancel: AbortSignal): Promise<SendOutcome>;
  /** Closes all connections: an attempt still under way fails, and nothing is sent any more. */
  abstract close(): void;
}

export interface HttpSenderOptions extends SafeHttpOptions {
  readonly clock: Clock;
  readonly deadlineMs: number;
}

export class HttpSender extends Sender {
  private readonly http: SafeHttp;

  constructor(private readonly options: HttpSenderOptions) {
    super();
    this.http = new SafeHttp(options);
  }

  override async send(request: SendRequest, cancel?: AbortSignal): Promise<SendOutcome> {
    const { url, body, traceparent } = request;
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Corridor-Webhooks/1.0',
      traceparent,
      ...signatureHeaders(request),
    };
    const { deadlineMs, clock } = this.options;
    const outcome = await this.http.post(url, { headers, body, deadlineMs, cancel });
    return withoutSecrets(sendOutcome(outcome, clock.now()), request.secret);
  }

  override close(): void {
    this.http.close();
  }
}

function sendOutcome(outcome: PostOutcome, now: Date): SendOutcome {
  if (outcome.kind === 'cancelled') return outcome;
  if (outcome.kind === 'failure') {
    const { failure, detail, status, excerpt } = outcome;
    return { kind: 'failed', failure, error: detail, status, excerpt, retryAfterMs: null };
  }
  const { status, excerpt, retryAfter } = outcome;
  if (status >= 200 && status < 300) return { kind: 'delivered', status, excerpt };
  const isRedirect = status >= 300 && status < 400;
  const error = `The receiver responded with ${status}${isRedirect ? ': redirects are not followed' : ''}.`;
  return {
    kind: 'failed',
    failure: 'status',
    error,
    status,
    excerpt,
    retryAfterMs: retryAfterMs(retryAfter, now),
  };
}

const PREFIX = 'whsec_';

/** Credentials of this system: signing secrets, API keys and access tokens. A receiver may echo them. */
const CREDENTIALS =
  /whsec_(?:[\w+/=\\%-]|&#\w+;)*|ck_(?:sandbox|live)_[\w-]*|eyJ[\w-]+\.[\w-]+(?:\.[\w-]*|$)/g;

/** `+`, `/` or `=` in base64, base64url, URLs, JSON and HTML. */
const SYMBOL = String.raw`(?:\\*[+/=_ -]|(?:%(?:25)*|\\+u00)(?:2b|2f|3d)|&#(?:x2b|x2f|x3d|43|47|61);)`;
/** The excerpt may end within the secret. This many characters of its beginning are not shown; fewer reveal little. */
const MIN_HIDDEN = 8;

function withoutSecrets(outcome: SendOutcome, secret: string): SendOutcome {
  if (outcome.kind === 'cancelled' || outcome.excerpt === null) return outcome;
  const { excerpt } = outcome;
  // Compiling that pattern takes a millisecond, which hardly any response needs.
  const rest = mayContain(excerpt, secret) ? excerpt.replace(formsOf(secret), '***') : excerpt;
  return { ...outcome, excerpt: rest.replace(CREDENTIALS, '***') };
}

/** Whether a text has the letters and digits that every form of a signing secret begins with. */
function mayContain(text: string, secret: string): boolean {
  const start = secret.slice(PREFIX.length, PREFIX.length + MIN_HIDDEN).replace(/[^a-z0-9].*/i, '');
  return text.toLowerCase().includes(start.toLowerCase());
}

/** A signing secret in any of its forms, with or without prefix: all of it, or its beginning. */
function formsOf(secret: string): RegExp {
  const characters = Array.from(secret.slice(PREFIX.length), (c) => (/[A-Za-z0-9]/.test(c) ? c : SYMBOL));
  const beginning = characters.slice(0, MIN_HIDDEN).join('');
  const rest = characters.slice(MIN_HIDDEN).reduceRight((after, c) => `(?:${c}${after})?`, '');
  return new RegExp(`(?:${PREFIX})?${beginning}${rest}`, 'gi');
}

/** Standard Webhooks 1.0, symmetric: https://github.com/standard-webhooks/standard-webhooks */
export function signatureHeaders({ id, timestamp, body, secret }: Omit<SendRequest, 'url' | 'traceparent'>) {
  const signature = createHmac('sha256', keys.of(secret))
    .update(`${id}.${timestamp}.${body}`)
    .digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${signature}`,
  };
}

/** @throws Error that does not show the secret: one that is stored is always whole */
function keyOf(secret: string): KeyObject {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  if (!secret.startsWith(PREFIX) || key.length < 24) throw new Error('not a signing secret: whsec_<base64>');
  return createSecretKey(key);
}

const keys = new Remembered(keyOf);
