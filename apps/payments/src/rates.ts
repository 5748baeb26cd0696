import { Database } from '@corridor/event-store';
import { Clock, type Quote } from '@corridor/kernel';
import { Injectable } from '@nestjs/common';

/** How long this process may use quotes that another one has replaced. */
const KNOWN_MS = 1_000;

/** The last quotes that this service received: one row. They are known until this process replaces them, or for a second. */
@Injectable()
export class Rates {
  private known: readonly Quote[] | null = null;
  /** Milliseconds since 1970. */
  private since = 0;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** In the transaction of the message that brought them. */
  async keep(quotes: readonly Quote[]): Promise<void> {
    await this.database.query(
      `INSERT INTO last_rates (quotes) VALUES ($1) ON CONFLICT (one) DO UPDATE SET quotes = excluded.quotes`,
      [JSON.stringify(quotes)],
    );
    this.database.afterCommit(() => this.know(quotes));
  }

  /** Quotes of currencies against EUR; empty before the first message. */
  async last(): Promise<readonly Quote[]> {
    const { known } = this;
    if (known && Math.abs(this.clock.now().getTime() - this.since) < KNOWN_MS) return known;
    const [row] = await this.database.query<{ quotes: readonly Quote[] }>('SELECT quotes FROM last_rates');
    const quotes = row?.quotes ?? [];
    if (this.known === known) this.know(quotes); // otherwise they were replaced during the read
    return quotes;
  }

  private know(quotes: readonly Quote[]): void {
    this.known = quotes;
    this.since = this.clock.now().getTime();
  }
}
