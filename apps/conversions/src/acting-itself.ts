import { randomUUID } from 'node:crypto';
import { traceparent } from '@corridor/http';
import type { Caller, Environment, Reference } from '@corridor/kernel';

/** Nobody's request: the house acts, for a client or for itself. No user and no key stand behind it. */
export const actingItself = (environment: Environment, client: Reference): Caller => ({
  environment,
  client,
  user: null,
  apiKeyId: null,
  permissions: [],
  correlationId: randomUUID(),
  causationId: null,
  traceparent: traceparent(undefined),
});
