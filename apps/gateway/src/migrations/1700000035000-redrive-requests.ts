import { createReadModel } from '@corridor/event-store';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Operators' requests to handle parked messages. */
export class RedriveRequests1700000035000 implements MigrationInterface {
  readonly name = 'RedriveRequests1700000035000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of createReadModel('redrive_request')) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE redrive_request');
  }
}
