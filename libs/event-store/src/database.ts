import { AsyncLocalStorage } from 'node:async_hooks';
import type { Pool, PoolClient, QueryResult } from 'pg';
import { KeyedSemaphore } from './keyed-semaphore.js';

const WAITING_FOR_A_LOCK = 100;

/** Statements on one connection, inside one transaction. */
export interface Sql {
  query<Row extends object = Record<string, unknown>>(
    text: string,
    values?: readonly unknown[],
  ): Promise<Row[]>;
}

/**
 * The transactions of one service's database.
 *
 * Guarantee: when `transaction` resolves, the work is committed. After a swallowed error Postgres responds to COMMIT
 * with ROLLBACK and no error; this is detected here and thrown.
 */
export class Database {
  private readonly current = new AsyncLocalStorage<Transaction>();
  /** Of the transactions that wait for the same lock only one uses a connection. */
  private readonly alone = new KeyedSemaphore(1, WAITING_FOR_A_LOCK);

  constructor(private readonly pool: Pool) {}

  /** Runs the work in the caller's open transaction, or in a new one. */
  async transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    const outer = this.current.getStore();
    return outer ? work(outer) : this.begin(work);
  }

  /**
   * Runs the work in a separate transaction, holding the lock of that name in this database. @throws Refusal
   * rate_limited if too many already wait for it
   */
  exclusively<T>(lock: string, work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.alone.run(lock, () =>
      this.transaction(async (sql) => {
        await sql.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [lock]);
        return work(sql);
      }),
    );
  }

  /** Runs the work in a savepoint of the open transaction: if it throws, only its own writes are rolled back. */
  async savepoint<T>(work: () => Promise<T>): Promise<T> {
    const transaction = this.current.getStore();
    if (!transaction) throw new Error('a savepoint needs an open transaction');
    const hooks = transaction.afterCommit.length;
    await transaction.query('SAVEPOINT step');
    try {
      const result = await work();
      await transaction.query('RELEASE SAVEPOINT step');
      return result;
    } catch (error) {
      transaction.afterCommit.length = hooks;
      await transaction.query('ROLLBACK TO SAVEPOINT step');
      throw error;
    }
  }

  /** Whether the caller has an open transaction. */
  isOpen(): boolean {
    return this.current.getStore() !== undefined;
  }

  /** The connection of the caller's transaction. */
  connection(): PoolClient | undefined {
    return this.current.getStore()?.client;
  }

  /** Calls back after the caller's transaction has committed; never if it rolls back. */
  afterCommit(callback: () => void): void {
    this.current.getStore()?.afterCommit.push(callback);
  }

  async query<Row extends object = Record<string, unknown>>(
    text: string,
    values: readonly unknown[] = [],
  ): Promise<Row[]> {
    const transaction = this.current.getStore();
    if (transaction) return transaction.query<Row>(text, values);
    return (await this.pool.query<Row>(text, [...values])).rows;
  }

  private async begin<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
    const transaction = new Transaction(client);
    let broken: Error | undefined;
    const onError = (error: Error) => (broken = error);
    client.on('error', onError); // a backend that dies while its client is checked out must not end the process
    try {
      await client.query('BEGIN');
      const result = await this.current.run(transaction, () => work(transaction));
      const { command } = await client.query('COMMIT');
      if (command !== 'COMMIT')
        throw new Error(`the transaction ended in ${command}: an error was swallowed inside it`);
      transaction.afterCommit.forEach((callback) => callback());
      return result;
    } catch (error) {
      await client.query('ROLLBACK').catch((failed: Error) => (broken ??= failed));
      throw error;
    } finally {
      client.off('error', onError);
      client.release(broken);
    }
  }
}

class Transaction implements Sql {
  readonly afterCommit: (() => void)[] = [];

  constructor(readonly client: PoolClient) {}

  async query<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    const result: QueryResult<Row> = await this.client.query<Row>(text, [...values]);
    return result.rows;
  }
}

/** A statement exceeded its timeout. */
export const isTimeout = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === '57014';

export const isUniqueViolation = (error: unknown, constraint: string): boolean =>
  (error as { code?: unknown; constraint?: unknown }).code === '23505' &&
  (error as { constraint?: unknown }).constraint === constraint;
