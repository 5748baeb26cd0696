import { addCounters, valueIndexes } from '@corridor/event-store';
import { daysOf } from '@corridor/search';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Exact totals, and pages from indexes alone, of searches of notifications. */
export class CountedNotifications1700000030005 implements MigrationInterface {
  readonly name = 'CountedNotifications1700000030005';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('searches need these counters and indexes');
  }
}

const statements = [
  ...valueIndexes(
    'webhook_notification',
    'created_on DESC, id DESC',
    ['subscription_id', 'event_type'],
    ['related_id'],
    ['subscription_id', 'event_type'],
  ),
  ...addCounters(
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
];
