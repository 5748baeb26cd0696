import { refuse } from '@corridor/kernel';
import type { FastifyRequest } from 'fastify';

const HEADERS = ['x-idempotency-key', 'idempotency-key'] as const;
const PRINTABLE = /^[\x20-\x7e]{1,255}$/;

/**
 * The key of a request (decisions §3), or null if there is none. @throws Refusal `idempotency_key_required` if it is
 * malformed, or sent twice with different values
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
