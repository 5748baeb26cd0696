import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Counts how often the operator has unlocked a login. */
export class UnlockedLogins1700000018000 implements MigrationInterface {
  readonly name = 'UnlockedLogins1700000018000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE login ADD unlocks integer NOT NULL DEFAULT 0');
  }

  down(): Promise<void> {
    throw new Error('identities are never dropped');
  }
}
