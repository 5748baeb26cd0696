import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Payments without an instruction, and the beneficiary of each payment as of the request of its funds. */
export class OwnPayments1700000011000 implements MigrationInterface {
  readonly name = 'OwnPayments1700000011000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE payment_order ALTER payment_instruction_id DROP NOT NULL, ADD beneficiary json`,
    );
    // Records for the PRODUCTION automation.
    await runner.query(
      `CREATE INDEX payment_waiting ON payment (id) WHERE data ->> 'status' = 'READY_TO_SEND'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX payment_waiting');
    await runner.query('DELETE FROM payment_order WHERE payment_instruction_id IS NULL');
    await runner.query(
      `ALTER TABLE payment_order DROP beneficiary, ALTER payment_instruction_id SET NOT NULL`,
    );
  }
}
