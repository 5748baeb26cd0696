import type { MigrationInterface, QueryRunner } from 'typeorm';

export type Migration = new () => MigrationInterface;

/**
 * A migration that executes statements and cannot be reverted.
 * @param name ends in the time by which migrations are ordered; databases store it, so it stays as it is
 * @param why it cannot be reverted
 */
export function migrationOf(name: string, statements: readonly string[], why: string): Migration {
  const migration = class implements MigrationInterface {
    readonly name = name;

    async up(runner: QueryRunner): Promise<void> {
      for (const statement of statements) await runner.query(statement);
    }

    down(): Promise<void> {
      throw new Error(why);
    }
  };
  return Object.defineProperty(migration, 'name', { value: name });
}
