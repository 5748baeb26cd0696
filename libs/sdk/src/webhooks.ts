import { parseJson } from './decimal.js';
import { RECEIVED_DECIMALS } from './generated/decimals.js';
import type { WebhookEvent } from './generated/schemas.js';

/** The headers of a request: of `fetch`, or of Node. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /** How far the time of the attempt may be off. Default: 300. */
  readonly toleranceSeconds?: number;
  /** The time in milliseconds. Default: now. */
  readonly nowMs?: number;
}

/** The request does not come from Corridor, or is an old one that somebody sends again: respond with 401. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

/**
 * Returns the event of a webhook, if its signature is genuine (docs/webhooks.md).
 * @param body as received, byte for byte: not JSON that was parsed and written again
 * @param secrets `whsec_…`; several in a list, or separated by spaces, while you change it
 * @throws WebhookVerificationError
 * @throws TypeError for a secret that is none
 */
export async function verify(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  { toleranceSeconds = 300, nowMs = Date.now() }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const keys = await Promise.all([secrets].flat().flatMap((one) => one.split(' ').map(keyOf)));
  if (keys.length === 0) throw new TypeError('A webhook is verified with at least one secret');
  const [id, timestamp, signature] = ['id', 'timestamp', 'signature'].map((name) =>
    headerOf(headers, `webhook-${name}`),
  );
  if (!id || !timestamp || !signature)
    throw new WebhookVerificationError('A header of the signature is missing');
  if (!/^\d{1,15}$/.test(timestamp) || Math.abs(nowMs / 1_000 - Number(timestamp)) > toleranceSeconds)
    throw new WebhookVerificationError(`The timestamp is more than ${toleranceSeconds} s off: ${timestamp}`);
  const bytes = typeof body === 'string' ? encoder.encode(body) : body;
  if (!(await isSigned(joined(encoder.encode(`${id}.${timestamp}.`), bytes), signature, keys)))
    throw new WebhookVerificationError('The signature is not that of a secret');
  return parseJson(decoder.decode(bytes), RECEIVED_DECIMALS) as WebhookEvent;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true });
type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

const HMAC = { name: 'HMAC', hash: 'SHA-256' };

/** By any key. WebCrypto compares in constant time, and all pairs are compared. */
async function isSigned(
  content: Uint8Array<ArrayBuffer>,
  header: string,
  keys: readonly Key[],
): Promise<boolean> {
  const signatures = header.split(' ').flatMap((one) => (one.startsWith('v1,') ? bytesOf(one.slice(3)) : []));
  const pairs = keys.flatMap((key) => signatures.map((signature) => ({ key, signature })));
  const results = await Promise.all(
    pairs.map(({ key, signature }) => crypto.subtle.verify('HMAC', key, signature, content)),
  );
  return results.includes(true);
}

function keyOf(secret: string): Promise<Key> {
  const [key] = secret.startsWith('whsec_') ? bytesOf(secret.slice('whsec_'.length)) : [];
  if (!key?.length) throw new TypeError('A secret of a webhook is whsec_ and base64');
  return crypto.subtle.importKey('raw', key, HMAC, false, ['verify']);
}

/** None if it is not base64. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer>[] {
  try {
    return [Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))];
  } catch {
    return [];
  }
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(a.length + b.length);
  all.set(a);
  all.set(b, a.length);
  return all;
}

function headerOf(headers: WebhookHeaders, name: string): string | null {
  if (typeof headers.get === 'function') return (headers as Headers).get(name);
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? [];
  return typeof value === 'string' ? value : null;
}
