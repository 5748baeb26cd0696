import pg, { type Pool, type PoolClient } from 'pg';
import { type Database, nameOfSavepoint } from './database.js';

/**
 * For TypeORM's option `driver`: `pg` with the pool that the service has already.
 *
 * A repository that is used inside a transaction of {@link Database} thereby reads and writes in that transaction. What
 * TypeORM takes for a transaction of its own (`save`, `manager.transaction`) is a savepoint there.
 */
export const driverOver = (pool: Pool, database: Database): object => ({
  ...pg,
  Pool: class {
    constructor() {
      return new SharedPool(pool, database);
    }
  },
});

type OnConnect = (error: Error | undefined, client: unknown, release: (error?: Error) => void) => void;

/** The part of a pool that TypeORM uses. */
class SharedPool {
  constructor(
    private readonly pool: Pool,
    private readonly database: Database,
  ) {}

  connect(callback: OnConnect): void {
    const client = this.database.connection();
    if (client) callback(undefined, new JoinedClient(client), () => undefined);
    else this.pool.connect(callback);
  }

  on(event: 'error', listener: (error: Error) => void): void {
    this.pool.on(event, listener);
  }

  end(callback: () => void): void {
    void this.pool.end(callback);
  }
}

/** The connection of an open transaction, which ends where it began: not here. */
class JoinedClient {
  private savepoint = '';

  constructor(private readonly client: PoolClient) {}

  query(text: string, values?: unknown[]): Promise<unknown> {
    if (text === 'START TRANSACTION') this.savepoint = nameOfSavepoint();
    const nested = NESTED[text];
    return this.client.query(nested ? `${nested} ${this.savepoint}` : text, values);
  }

  /** Whoever began the transaction listens to its connection. */
  on(): this {
    return this;
  }

  removeListener(): this {
    return this;
  }
}

const NESTED: Readonly<Record<string, string>> = {
  'START TRANSACTION': 'SAVEPOINT',
  COMMIT: 'RELEASE SAVEPOINT',
  ROLLBACK: 'ROLLBACK TO SAVEPOINT',
};
