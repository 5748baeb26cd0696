import { addCounters, migrationOf } from '@corridor/event-store';
import { daysOf } from '@corridor/search';

/** Counters of notifications that lock nothing. */
export const CountedChangesOfNotifications1700000033005 = migrationOf(
  'CountedChangesOfNotifications1700000033005',
  addCounters(
    'webhook_notification',
    [
      { table: 'webhook_notification_count', columns: ['subscription_id', 'event_type'] },
      {
        table: 'webhook_notification_count_by_day',
        columns: ['subscription_id', 'event_type'],
        span: daysOf('created_on'),
      },
    ],
    true,
  ),
  'searches need these counters',
);
