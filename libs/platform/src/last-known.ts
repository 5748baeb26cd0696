import { Database } from '@corridor/event-store';
import type { Clock } from '@corridor/kernel';

/** How long this process may use what another one has replaced. */
const KNOWN_MS = 1_000;

/** In a migration of each service that has a {@link LastKnown}. */
export const createLastKnown = `CREATE TABLE last_known (name text PRIMARY KEY, data json NOT NULL)`;

/**
 * What another service has published last, in the database of this one. It is known until this process replaces it, or for a
 * second.
 */
export abstract class LastKnown<Data extends object> {
  private known: Data | null = null;
  /** Milliseconds since 1970. */
  private since = 0;

  /** @param initial before the first message */
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly name: string,
    private readonly initial: Data,
  ) {}

  /** In the transaction of the message that brought it. */
  async keep(data: Data): Promise<void> {
    await this.database.query(
      `INSERT INTO last_known (name, data) VALUES ($1, $2)
       ON CONFLICT (name) DO UPDATE SET data = excluded.data`,
      [this.name, JSON.stringify(data)],
    );
    this.database.afterCommit(() => this.know(data));
  }

  async now(): Promise<Data> {
    const { known } = this;
    if (known && Math.abs(this.clock.now().getTime() - this.since) < KNOWN_MS) return known;
    const [row] = await this.database.query<{ data: Data }>('SELECT data FROM last_known WHERE name = $1', [
      this.name,
    ]);
    const data = row?.data ?? this.initial;
    if (this.known === known) this.know(data); // otherwise it was replaced during the read
    return data;
  }

  private know(data: Data): void {
    this.known = data;
    this.since = this.clock.now().getTime();
  }
}
