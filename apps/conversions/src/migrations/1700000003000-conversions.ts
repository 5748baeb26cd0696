import { createReadModel } from '@corridor/event-store';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Conversions1700000003000 implements MigrationInterface {
  readonly name = 'Conversions1700000003000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of createReadModel('conversion')) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE conversion');
  }
}
