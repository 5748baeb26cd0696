import { refuse } from '@corridor/kernel';
import type { FastifyRequest } from 'fastify';

export const IDEMPOTENCY_HEADERS = ['x-idempotency-key', 'idempotency-key'] as const;
const PRINTABLE = /^[\x20-\x7e]{1,255}$/;

/**
 * The key of a request (decisions §3), or null if there is none. @throws Refusal `idempotency_key_required` if it is
 * malformed, or sent twice with different values
 */
export function idempotencyKey({ raw }: { raw: Pick<FastifyRequest['raw'], 'rawHeaders'> }): string | null {
  const [key, ...others] = IDEMPOTENCY_HEADERS.flatMap((name) => headerValues(raw, name));
  if (key === undefined) return null;
  if (!PRINTABLE.test(key) || key.trim() === '') throw refuse('idempotency_key_required');
  if (others.some((other) => other !== key)) {
    throw refuse('idempotency_key_required', 'Two different idempotency keys were sent.');
  }
  return key;
}

/** The value of each header line of a name in lower case. Node joins them with commas in `headers`. */
export function headerValues(
  { rawHeaders }: Pick<FastifyRequest['raw'], 'rawHeaders'>,
  name: string,
): string[] {
  const values: string[] = [];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const sent = rawHeaders[i] as string;
    if (sent.length === name.length && sent.toLowerCase() === name) values.push(rawHeaders[i + 1] as string);
  }
  return values;
}
