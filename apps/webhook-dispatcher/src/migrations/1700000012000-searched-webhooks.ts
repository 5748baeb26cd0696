import { migrationOf, orderIndex, searchColumns, valueIndexes } from '@corridor/event-store';

const NEWEST_FIRST = 'created_on DESC, id DESC';

/** The table already has these columns; searches compare them byte by byte. */
const COMPARED = ['subscription_id', 'event_type', 'related_id', 'related_type', 'cloned_from'];

/** Columns and indexes for searches of subscriptions and notifications. */
export const SearchedWebhooks1700000012000 = migrationOf(
  'SearchedWebhooks1700000012000',
  [
    searchColumns('webhook_subscription', {}),

    searchColumns('webhook_notification', {}),
    `ALTER TABLE webhook_notification
   ${COMPARED.map((column) => `ALTER ${column} TYPE text COLLATE "C"`).join(', ')}`,
    ...orderIndex('webhook_notification', 'webhook_notification_newest', NEWEST_FIRST, COMPARED),
    'DROP INDEX webhook_notification_of_subscription',
    ...valueIndexes(
      'webhook_notification',
      NEWEST_FIRST,
      ['subscription_id', 'event_type'],
      ['related_id', 'cloned_from'],
    ),
  ],
  'searches need these columns and indexes',
);
