import { AsyncLocalStorage } from 'node:async_hooks';
import { DatabaseError, type Pool, type PoolClient } from 'pg';
import { Archive } from './archive/archive.js';
import { socketOf } from './batching-socket.js';
import { cancelStatement } from './cancel-request.js';
import { HeldStreams } from './held-streams.js';
import { KeyedSemaphore } from './keyed-semaphore.js';
import { LOCK_TIMEOUT_MS, STATEMENT_TIMEOUT_MS, WHOLE_TABLES } from './limits.js';
import { type Statements, repeated } from './statements.js';

const WAITING_FOR_A_LOCK = 100;

/** Of searches. The planner assumes solid-state disks, where random access is cheap. */
const BEGIN_READ_ONLY = `BEGIN READ ONLY; SET LOCAL statement_timeout = ${STATEMENT_TIMEOUT_MS}; ${WHOLE_TABLES};
  SET LOCAL random_page_cost = 1.1`;

export interface Sql {
  query<Row extends object = Record<string, unknown>>(
    text: string,
    values?: readonly unknown[],
  ): Promise<Row[]>;
}

export interface TransactionOptions {
  /** How long a statement waits for a lock, if not as long as the database allows. */
  readonly lockTimeoutMs?: number;
  /** How long a statement may take, if it reads or changes much at once. */
  readonly statementTimeoutMs?: number;
  /**
   * Commands on streams that another transaction holds fail with `StreamHeld`, and the transaction can continue. `avoid`:
   * those that are known to be held; `find`: any one, after {@link HELD_MS}. Otherwise they wait.
   */
  readonly heldStreams?: 'avoid' | 'find';
}

/** Statements on one connection, inside one transaction, executed in the order of the calls. */
export interface SqlTransaction extends Sql {
  readonly heldStreams?: TransactionOptions['heldStreams'];
  /**
   * A statement whose result nobody needs. It costs no round trip of its own: it is sent at once, and if it fails, so
   * does the next awaited statement, the savepoint or the transaction.
   */
  write(text: string, values?: readonly unknown[]): void;
}

/**
 * The transactions of one service's database.
 *
 * Guarantee: when `transaction` resolves, the work is committed. After a swallowed error Postgres responds to COMMIT
 * with ROLLBACK and no error; this is detected here and thrown.
 */
export class Database {
  readonly heldStreams = new HeldStreams(this);
  readonly archive = new Archive();
  private readonly current = new AsyncLocalStorage<Transaction>();
  /** Of the transactions that wait for the same lock only one uses a connection. */
  private readonly alone: KeyedSemaphore;
  readonly lockTimeoutMs: number;
  private readonly onError: (error: unknown) => void;
  private readonly isReadOnly: boolean;

  /**
   * @param onError called with the error of each statement outside of a transaction, and of each transaction and connection
   * @param lockTimeoutMs how long anything may wait for a lock
   * @param isReadOnly whether all statements are searches: they may read whole tables, and can write nothing
   */
  constructor(
    private readonly pool: Pool,
    private readonly statements: Statements = repeated,
    {
      onError = () => undefined,
      lockTimeoutMs = LOCK_TIMEOUT_MS,
      isReadOnly = false,
      archiveFolder = null,
    }: {
      readonly onError?: (error: unknown) => void;
      readonly lockTimeoutMs?: number;
      readonly isReadOnly?: boolean;
      readonly archiveFolder?: string | null;
    } = {},
  ) {
    this.onError = onError;
    this.isReadOnly = isReadOnly;
    this.archive.folder = archiveFolder;
    this.lockTimeoutMs = lockTimeoutMs;
    this.alone = new KeyedSemaphore(1, WAITING_FOR_A_LOCK, lockTimeoutMs);
  }

  /** Runs the work in the caller's open transaction, or in a new one with these options. */
  async transaction<T>(
    work: (sql: SqlTransaction) => Promise<T>,
    options: TransactionOptions = {},
  ): Promise<T> {
    const outer = this.current.getStore();
    return outer ? work(outer) : this.begin(work, options);
  }

  /**
   * Runs the work in a separate transaction, holding the lock of that name in this database. @throws Refusal
   * rate_limited if too many already wait for it, or one waits for too long
   */
  exclusively<T>(
    lock: string,
    work: (sql: SqlTransaction) => Promise<T>,
    options: TransactionOptions = {},
  ): Promise<T> {
    return this.alone.run(lock, () =>
      this.transaction(async (sql) => {
        await sql.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [lock]);
        return work(sql);
      }, options),
    );
  }

  /** Runs the work in a savepoint of the open transaction: if it throws, only its own writes are rolled back. */
  async savepoint<T>(work: () => Promise<T>): Promise<T> {
    const transaction = this.current.getStore();
    if (!transaction) throw new Error('a savepoint needs an open transaction');
    const hooks = transaction.afterCommit.length;
    const step = nameOfSavepoint();
    transaction.write(`SAVEPOINT ${step}`);
    try {
      const result = await work();
      await transaction.query(`RELEASE SAVEPOINT ${step}`);
      return result;
    } catch (error) {
      transaction.afterCommit.length = hooks;
      await transaction.rollBackTo(step);
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

  /** Runs the work outside of the caller's transaction. */
  apart<T>(work: () => Promise<T>): Promise<T> {
    return this.current.exit(work);
  }

  /** Calls back after the caller's transaction has committed; never if it rolls back. Without one, at once. */
  afterCommit(callback: () => void): void {
    const transaction = this.current.getStore();
    if (transaction) transaction.afterCommit.push(callback);
    else callback();
  }

  /** Statements on a connection that the caller holds. */
  on(client: PoolClient): Sql {
    return {
      query: async <Row extends object>(text: string, values: readonly unknown[] = []) =>
        (await client.query<Row>(this.statements(text, values))).rows,
    };
  }

  async query<Row extends object = Record<string, unknown>>(
    text: string,
    values: readonly unknown[] = [],
  ): Promise<Row[]> {
    const transaction = this.current.getStore();
    if (transaction) return transaction.query<Row>(text, values);
    if (this.isReadOnly) return this.transaction((sql) => sql.query<Row>(text, values));
    try {
      return (await this.pool.query<Row>(this.statements(text, values))).rows;
    } catch (error) {
      this.onError(error);
      throw error;
    }
  }

  /** Runs the work in a new transaction, of which Postgres cancels the current statement when the signal is aborted. */
  cancellable<T>(signal: AbortSignal | undefined, work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.connected(async (client, onBroken) => {
      const cancel = () => {
        onBroken(signal?.reason as Error);
        cancelStatement(client);
      };
      signal?.throwIfAborted();
      signal?.addEventListener('abort', cancel, { once: true });
      try {
        return await this.within(client, onBroken, work);
      } finally {
        signal?.removeEventListener('abort', cancel);
      }
    });
  }

  /**
   * Runs statements on one connection, each in a transaction of its own, in the order of the calls. Those that are sent
   * together cost one round trip.
   */
  pipelined<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.connected((client) => work(this.on(client)));
  }

  private begin<T>(work: (sql: SqlTransaction) => Promise<T>, options: TransactionOptions): Promise<T> {
    return this.connected((client, onBroken) => this.within(client, onBroken, work, options));
  }

  private async within<T>(
    client: PoolClient,
    onBroken: (error: Error) => void,
    work: (sql: SqlTransaction) => Promise<T>,
    { lockTimeoutMs, statementTimeoutMs, heldStreams }: TransactionOptions = {},
  ): Promise<T> {
    const transaction = new Transaction(client, this.statements, heldStreams);
    let isCommitting = false;
    try {
      const begin = this.isReadOnly ? BEGIN_READ_ONLY : 'BEGIN';
      transaction.write(lockTimeoutMs ? `${begin}; SET LOCAL lock_timeout = ${lockTimeoutMs}` : begin);
      if (statementTimeoutMs) {
        socketOf(client)?.waitsLonger(statementTimeoutMs);
        transaction.write(`SET LOCAL statement_timeout = ${statementTimeoutMs}`);
      }
      const result = await this.current.run(transaction, () => work(transaction));
      isCommitting = true;
      await transaction.commit();
      transaction.afterCommit.forEach((callback) => callback());
      return result;
    } catch (error) {
      if (isCommitting && !transaction.isRolledBack) uncertain.add(error as object);
      await client.query('ROLLBACK').catch(onBroken);
      throw error;
    }
  }

  private async client(): Promise<PoolClient> {
    try {
      return await this.pool.connect();
    } catch (error) {
      this.onError(error);
      throw error;
    }
  }

  /** @param work calls back if the connection cannot be used again */
  private async connected<T>(
    work: (client: PoolClient, onBroken: (error: Error) => void) => Promise<T>,
  ): Promise<T> {
    const client = await this.client();
    let broken: Error | undefined;
    const onBroken = (error: Error) => void (broken ??= error);
    client.on('error', onBroken); // a backend that dies while its client is checked out must not end the process
    try {
      return await work(client, onBroken);
    } catch (error) {
      if (isOutdatedPlan(error)) onBroken(error as Error);
      this.onError(error);
      throw error;
    } finally {
      client.off('error', onBroken);
      client.release(broken);
    }
  }
}

let savepoints = 0;

/** One that no other savepoint has: of two with the same name, Postgres would roll back to the inner one only. */
export const nameOfSavepoint = (): string => `savepoint_${++savepoints}`;

class Transaction implements SqlTransaction {
  readonly afterCommit: (() => void)[] = [];
  isRolledBack = false;
  private readonly writes: Promise<unknown>[] = [];

  constructor(
    readonly client: PoolClient,
    private readonly statements: Statements,
    readonly heldStreams: TransactionOptions['heldStreams'],
  ) {}

  async query<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    try {
      return (await this.client.query<Row>(this.statements(text, values))).rows;
    } catch (error) {
      if (FOLLOWING.has((error as { code?: unknown }).code)) await this.written();
      throw error;
    }
  }

  write(text: string, values: readonly unknown[] = []): void {
    const writing = this.client.query(this.statements(text, values));
    writing.catch(() => undefined); // `written` throws it
    this.writes.push(writing);
  }

  async commit(): Promise<void> {
    const { command } = await this.client.query('COMMIT').catch((error: unknown) => {
      this.isRolledBack = error instanceof DatabaseError && !/^(08|57P)/.test(error.code ?? '');
      throw error;
    });
    this.isRolledBack = command !== 'COMMIT';
    await this.written();
    if (!this.isRolledBack) return;
    throw new Error(`the transaction ended in ${command}: an error was swallowed inside it`);
  }

  async rollBackTo(savepoint: string): Promise<void> {
    await this.query(`ROLLBACK TO SAVEPOINT ${savepoint}`);
    await Promise.allSettled(this.writes.splice(0)); // what has failed is undone
  }

  /** @throws the error of the first write that failed: the cause of all later errors */
  private async written(): Promise<void> {
    await Promise.all(this.writes);
  }
}

/** Errors that follow from an earlier one: the transaction is aborted, and a savepoint was not even set. */
const FOLLOWING = new Set<unknown>(['25P02', '3B001', '26000']);

const uncertain = new WeakSet();

/** Whether a transaction that failed with this error may be committed all the same: it must not be executed again. */
export const mayBeCommitted = (error: unknown): boolean => uncertain.has(error as object);

/** A migration has changed the result of a prepared statement: its connection cannot execute it any more. */
export const isOutdatedPlan = (error: unknown): boolean =>
  ['0A000', '26000'].includes(String((error as { code?: unknown } | null)?.code));

/** A statement exceeded its timeout. */
export const isTimeout = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === '57014';

export const isUniqueViolation = (error: unknown, constraint: string): boolean =>
  (error as { code?: unknown; constraint?: unknown }).code === '23505' &&
  (error as { constraint?: unknown }).constraint === constraint;
