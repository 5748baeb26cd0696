import { migrationOf, valueIndexes } from '@corridor/event-store';

/** Pages from indexes alone, of searches of notifications. The counters that it also added have been replaced since. */
export const CountedNotifications1700000030005 = migrationOf(
  'CountedNotifications1700000030005',
  [
    ...valueIndexes(
      'webhook_notification',
      'created_on DESC, id DESC',
      ['subscription_id', 'event_type'],
      ['related_id'],
      ['subscription_id', 'event_type'],
    ),
  ],
  'searches need these indexes',
);
