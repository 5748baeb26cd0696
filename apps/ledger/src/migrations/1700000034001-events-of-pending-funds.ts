import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the events of single inbound funds, which the state of a client's ledger no longer lists. */
export class EventsOfPendingFunds1700000034001 implements MigrationInterface {
  readonly name = 'EventsOfPendingFunds1700000034001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX events_of_pending_funds ON events ((data ->> 'inboundFundsId'), version)
      WHERE type IN ('funds_announced', 'funds_cleared')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX events_of_pending_funds');
  }
}
