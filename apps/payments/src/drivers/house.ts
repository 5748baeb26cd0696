import type { Caller, Reference } from '@corridor/kernel';

/** The house acts for the client: no user and no key stand behind it. */
export const actingItself = (caller: Caller): Caller => ({ ...caller, user: null, apiKeyId: null });

/** The same where no request is behind it: a date has come. */
export const onSchedule = (client: Reference, correlationId: string, traceparent: string): Caller => ({
  environment: 'PRODUCTION',
  client,
  user: null,
  apiKeyId: null,
  permissions: [],
  correlationId,
  causationId: null,
  traceparent,
});
