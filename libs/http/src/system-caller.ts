import { randomUUID } from 'node:crypto';
import type { Caller, Environment, Reference } from '@corridor/kernel';
import { traceparent } from './traceparent.js';

/**
 * Nobody's request: the system acts, for a client or for itself. No user and no key stand behind it.
 * @param correlationId of what it acts on, where that is one thing
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
