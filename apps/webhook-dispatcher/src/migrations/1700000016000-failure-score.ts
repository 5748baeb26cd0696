import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Drops what only dispatchers without an attempt log used; `endpoint.failure_score` has replaced `strikes`. */
export class FailureScore1700000016000 implements MigrationInterface {
  readonly name = 'FailureScore1700000016000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION claim_notifications, notification_delivered, notification_failed');
    await runner.query('ALTER TABLE endpoint DROP COLUMN strikes');
  }

  down(): Promise<void> {
    throw new Error('dispatchers without an attempt log are no longer supported');
  }
}
