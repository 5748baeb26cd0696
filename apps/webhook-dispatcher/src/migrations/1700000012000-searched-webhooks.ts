import { orderIndex, searchColumns, valueIndexes } from '@corridor/event-store';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Columns and indexes for searches of subscriptions and notifications. */
export class SearchedWebhooks1700000012000 implements MigrationInterface {
  readonly name = 'SearchedWebhooks1700000012000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('searches need these columns and indexes');
  }
}

const NEWEST_FIRST = 'created_on DESC, id DESC';

/** The table already has these columns; searches compare them byte by byte. */
const COMPARED = ['subscription_id', 'event_type', 'related_id', 'related_type', 'cloned_from'];

const statements = [
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
];
