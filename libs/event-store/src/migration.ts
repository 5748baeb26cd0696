import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Allowed } from './unsafe-ddl.js';

export type Migration = new () => MigrationInterface;

/** Rows of a table that get other values. */
export interface Backfill {
  readonly table: string;
  /** Its primary key: one column. */
  readonly key: string;
  /** As in UPDATE: `status = data ->> 'status'`. A row can be changed twice. */
  readonly set: string;
  /** Which rows need it; all without it. */
  readonly where?: string;
}

/** A migration that is not executed in one transaction, where commands work beside it. */
export interface OnlineMigration extends MigrationInterface {
  /** Statements of {@link indexesOf}. */
  readonly indexes?: readonly string[];
  readonly backfill?: Backfill;
  readonly allowed?: Allowed;
}

/**
 * A migration that executes statements in one transaction, and cannot be reverted.
 * @param name ends in the time by which migrations are ordered; databases store it, so it stays as it is
 * @param why it cannot be reverted
 * @param allowed rules of {@link unsafeIn} that it breaks, each with why nobody has to wait or fails
 */
export const migrationOf = (
  name: string,
  statements: readonly string[],
  why: string,
  allowed: Allowed = {},
): Migration => named(name, statements, why, { allowed });

/**
 * A migration that creates indexes while commands write to the tables, outside of a transaction.
 * @param indexes `CREATE INDEX name ON …` or `CREATE UNIQUE INDEX name ON …`, without CONCURRENTLY
 */
export function indexesOf(name: string, indexes: readonly string[], why: string): Migration {
  for (const index of indexes) indexName(index);
  return named(name, indexes, why, { indexes });
}

/** A migration that changes the rows of a table in batches, each in a transaction of its own. After a crash it goes on. */
export function backfillOf(name: string, backfill: Backfill, why: string): Migration {
  const { table, set, where } = backfill;
  return named(name, [`UPDATE ${table} SET ${set}${where ? ` WHERE ${where}` : ''}`], why, { backfill });
}

/** @param index as in {@link indexesOf} */
export function indexName(index: string): string {
  const [, name] = /^CREATE (?:UNIQUE )?INDEX (\w+) ON /.exec(index) ?? [];
  if (name === undefined) throw new Error(`not CREATE INDEX name ON …: ${index}`);
  return name;
}

/** The statements of a migration, without executing them. One that reads the database sees nothing in it. */
export async function statementsOf(migration: MigrationInterface): Promise<string[]> {
  const statements: string[] = [];
  const query = async (text: string) => {
    statements.push(text);
    return [];
  };
  await migration.up({ query } as unknown as QueryRunner);
  return statements;
}

function named(
  name: string,
  statements: readonly string[],
  why: string,
  more: Pick<OnlineMigration, 'indexes' | 'backfill' | 'allowed'>,
): Migration {
  const migration = class implements OnlineMigration {
    readonly name = name;
    readonly indexes = more.indexes;
    readonly backfill = more.backfill;
    readonly allowed = more.allowed;

    async up(runner: QueryRunner): Promise<void> {
      for (const statement of statements) await runner.query(statement);
    }

    down(): Promise<void> {
      throw new Error(why);
    }
  };
  return Object.defineProperty(migration, 'name', { value: name });
}
