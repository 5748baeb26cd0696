import { addCounters } from '@corridor/event-store';
import { daysOf } from '@corridor/search';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Counters of notifications that lock nothing. */
export class CountedChangesOfNotifications1700000033005 implements MigrationInterface {
  readonly name = 'CountedChangesOfNotifications1700000033005';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('searches need these counters');
  }
}

const statements = addCounters(
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
);
