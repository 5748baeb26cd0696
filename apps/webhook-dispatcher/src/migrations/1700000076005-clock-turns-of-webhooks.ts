import { CREATE_CLOCK_TURN } from '@corridor/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The turns of this service as the test clocks of clients advance. */
export class ClockTurnsOfWebhooks1700000076005 implements MigrationInterface {
  readonly name = 'ClockTurnsOfWebhooks1700000076005';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CREATE_CLOCK_TURN);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE clock_turn');
  }
}
