import { refuse } from '@corridor/kernel';
import type { FastifyRequest } from 'fastify';

const HEADERS = ['x-idempotency-key', 'idempotency-key'] as const;
const PRINTABLE = /^[\x20-\x7e]{1,255}$/;

/** Requests that change nothing and may be repeated at will, although they are POSTs. */
const WITHOUT_KEY = /^\/v1\/auth\/token$|\/search$/;

/** The path as the router reads it: a letter may be written `%61`. */
export const needsKey = (method: string, path: string): boolean =>
  method === 'PUT' ||
  (method === 'POST' && !WITHOUT_KEY.test(path.replace(ENCODED_LETTER, decodeURIComponent)));

const ENCODED_LETTER = /%(?:[46][1-9a-f]|[57][0-9a])/gi;

/**
 * The key of a request (decisions §3), or null where none is sent.
 * @throws Refusal `idempotency_key_required` when it is malformed, or sent twice and not the same
 */
export function idempotencyKey({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  const [key, ...others] = HEADERS.flatMap((name) => headers[name] ?? []);
  if (key === undefined) return null;
  if (!PRINTABLE.test(key) || key.trim() === '') throw refuse('idempotency_key_required');
  if (others.some((other) => other !== key)) {
    throw refuse('idempotency_key_required', 'Two different idempotency keys were sent.');
  }
  return key;
}
