import type { Collection } from '@corridor/contracts';
import { webhookNotification, webhookNotificationAttempt, webhookSubscription } from './records/webhook.js';

/** The searchable collections, by default newest first (decisions §5). */
export const collections = {
  webhookNotifications: {
    name: 'webhook-notifications',
    item: webhookNotification,
    order: ['createdOn:DESC'],
    indexed: [
      'id',
      'subscription.id',
      'eventType',
      'createdOn',
      'relatedEntityId',
      'relatedEntityType',
      'clonedFromNotificationId',
    ],
  },
  webhookNotificationAttempts: {
    name: 'webhook-notification-attempts',
    permission: 'webhook-notifications:read',
    item: webhookNotificationAttempt,
    order: ['startedOn:DESC'],
    indexed: ['id', 'notification.id', 'startedOn'],
  },
  webhookSubscriptions: {
    name: 'webhook-subscriptions',
    item: webhookSubscription,
    order: ['auditHistory.created.on:DESC'],
    indexed: ['id', 'client.id', 'auditHistory.created.on'],
  },
} as const satisfies Readonly<Record<string, Collection>>;
