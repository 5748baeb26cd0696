import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the calendar looks for: it holds only what is still booked, however many conversions there have been. */
export class DueConversions1700000008000 implements MigrationInterface {
  readonly name = 'DueConversions1700000008000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX conversion_due ON conversion ((data ->> 'valueDate'), id) WHERE data ->> 'status' = 'BOOKED'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX conversion_due');
  }
}
