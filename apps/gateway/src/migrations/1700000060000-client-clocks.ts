import { createReadModel } from '@corridor/event-store';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The test clocks of clients. */
export class ClientClocks1700000060000 implements MigrationInterface {
  readonly name = 'ClientClocks1700000060000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of createReadModel('client_clock')) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE client_clock');
  }
}
