import { CREATE_CLOCK_TURN } from '@corridor/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The turns of this service as the test clocks of clients advance. */
export class ClockTurnsOfPayments1700000060004 implements MigrationInterface {
  readonly name = 'ClockTurnsOfPayments1700000060004';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CREATE_CLOCK_TURN);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE clock_turn');
  }
}
