import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the transfers that hold money for another one, which the state of a client's ledger does not list. */
export class EventsOfHolds1700000035001 implements MigrationInterface {
  readonly name = 'EventsOfHolds1700000035001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX events_of_holds ON events (stream_id, (data ->> 'holdFor'))
      WHERE type = 'transfer_posted' AND data ->> 'holdFor' IS NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX events_of_holds');
  }
}
