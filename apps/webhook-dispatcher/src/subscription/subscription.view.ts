import type { WebhookSubscriptionResource } from '@corridor/webhook-dispatcher-contract';
import type { ReadModel, Recorded, View } from '@corridor/event-store';
import { audited } from '@corridor/kernel';
import { searchables } from '@corridor/search';
import type { SubscriptionEvent } from './subscription.js';

/** The public record (interface-spec 2.12). The secret is in none of its fields. */
export const subscriptionView: View<WebhookSubscriptionResource, SubscriptionEvent> & ReadModel = {
  table: 'webhook_subscription',
  searchable: searchables.webhookSubscriptions,
  columns: { id: 'id', 'client.id': 'client_id', 'auditHistory.created.on': 'created_on' },
  project(row, recorded) {
    const { event, streamId, caller, occurredOn } = recorded;
    if (event.type === 'created') {
      const { targetPlatform, targetUrl, events } = event;
      return {
        id: streamId,
        client: caller.client,
        targetPlatform,
        targetUrl,
        events,
        isActive: true,
        unsubscribedOn: null,
        auditHistory: audited(null, 1, caller, occurredOn),
      };
    }
    return row && { ...row, ...changeOf(recorded, row) };
  },
};

function changeOf(
  { event, caller, occurredOn }: Recorded<SubscriptionEvent>,
  { auditHistory: before }: WebhookSubscriptionResource,
): Partial<WebhookSubscriptionResource> {
  const auditHistory = audited(before, before.version + 1, caller, occurredOn);
  switch (event.type) {
    case 'changed': {
      const { targetPlatform, targetUrl, events } = event;
      return { targetPlatform, targetUrl, events, auditHistory };
    }
    case 'paused':
      return { isActive: false, auditHistory };
    case 'resumed':
      return { isActive: true, auditHistory };
    case 'unsubscribed':
      return { isActive: false, unsubscribedOn: occurredOn, auditHistory };
    case 'secret_rotated':
      return { auditHistory };
    default:
      return {}; // a notification more is no change of the subscription
  }
}
