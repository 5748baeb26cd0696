import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The index of the calendar job: it contains only booked conversions, so its size does not depend on the history. */
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
