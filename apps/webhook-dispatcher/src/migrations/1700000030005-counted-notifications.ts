import { valueIndexes } from '@corridor/event-store';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Pages from indexes alone, of searches of notifications. The counters that it also added have been replaced since. */
export class CountedNotifications1700000030005 implements MigrationInterface {
  readonly name = 'CountedNotifications1700000030005';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('searches need these indexes');
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
];
