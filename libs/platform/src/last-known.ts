import { type Database } from '@corridor/event-store';
import type { Clock } from '@corridor/kernel';
import { Known } from './known.js';

/** In a migration of each service that has a {@link LastKnown}. */
export const createLastKnown = `CREATE TABLE last_known (name text PRIMARY KEY, data json NOT NULL)`;

/**
 * What another service has published last, in the database of this one. It is known until this process replaces it, or for a
 * second.
 */
export abstract class LastKnown<Data extends object> {
  private readonly known: Known<Data>;

  /** @param initial before the first message */
  constructor(
    private readonly database: Database,
    clock: Clock,
    private readonly name: string,
    initial: Data,
  ) {
    this.known = new Known(clock, async () => {
      const [row] = await database.query<{ data: Data }>('SELECT data FROM last_known WHERE name = $1', [
        name,
      ]);
      return row?.data ?? initial;
    });
  }

  /** In the transaction of the message that brought it. */
  async keep(data: Data): Promise<void> {
    await this.database.query(
      `INSERT INTO last_known (name, data) VALUES ($1, $2)
       ON CONFLICT (name) DO UPDATE SET data = excluded.data`,
      [this.name, JSON.stringify(data)],
    );
    this.database.afterCommit(() => this.known.forget());
  }

  now(): Promise<Data> {
    return this.known.of(this.name);
  }
}
