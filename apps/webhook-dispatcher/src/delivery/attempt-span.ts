import { type Span, beginSpan } from '@corridor/tracing';
import type { Claimed } from './deliveries.js';
import type { SendOutcome } from './sender.js';

/** The attempt as a step of the trace whose message caused the notification. Its address is not told: it can contain a secret. */
export const beginAttempt = (one: Claimed): Span | null =>
  beginSpan({
    ...{ service: 'webhook-dispatcher', name: `attempt ${one.eventType}`, kind: 'CLIENT' },
    parent: one.traceparent,
    attributes: {
      'http.request.method': 'POST',
      'corridor.notification_id': one.id,
      'corridor.attempt_id': one.attemptId,
      'corridor.attempt_number': one.attemptNumber,
      'corridor.subscription_id': one.subscriptionId,
      'corridor.client_id': one.clientId,
      'corridor.request_id': one.requestId ?? undefined,
    },
  });

export function endAttempt(span: Span, outcome: SendOutcome): void {
  const status = outcome.kind === 'cancelled' ? null : outcome.status;
  span.end(
    { 'corridor.outcome': outcome.kind, 'http.response.status_code': status ?? undefined },
    outcome.kind === 'failed' ? outcome.failure : undefined,
  );
}
