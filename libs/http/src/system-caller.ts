import { randomUUID } from 'node:crypto';
import type { Caller, Environment, Reference } from '@corridor/kernel';
import { traceparent } from './traceparent.js';

/**
 * The caller when the system acts without a request, for a client or for itself. It has no user and no key.
 * @param correlationId of the record that it acts on, if it is a single one
 */
export const systemCaller = (
  environment: Environment,
  client: Reference,
  correlationId: string = randomUUID(),
): Caller => ({
  environment,
  client,
  user: null,
  apiKeyId: null,
  permissions: [],
  correlationId,
  causationId: null,
  traceparent: traceparent(undefined),
});
