import { indexesOfAllClients, migrationOf } from '@corridor/event-store';

const NEWEST_FIRST = 'created_on DESC, id DESC';

/** Staff search the webhook notifications and subscriptions of all clients. */
export const NotificationsOfAllClients1700000260005 = migrationOf(
  'NotificationsOfAllClients1700000260005',
  [
    ...indexesOfAllClients(
      'webhook_notification',
      NEWEST_FIRST,
      ['subscription_id', 'event_type', 'related_id', 'related_type', 'cloned_from'],
      { sparse: ['related_id'] },
    ),
    ...indexesOfAllClients('webhook_subscription', NEWEST_FIRST, []),
  ],
  'searches need these indexes',
);
