import { SimulatedMarket } from '@corridor/conversions-contract';
import { Database } from '@corridor/event-store';
import { Clock, type Quote } from '@corridor/kernel';
import { Injectable } from '@nestjs/common';

/** How long this process may use quotes that another one has replaced. */
const KNOWN_MS = 1_000;

/** What conversions has published last. */
interface Published {
  readonly quotes: readonly Quote[];
  /** The quotes of any other moment are those of the simulated market, too. */
  readonly isSimulated: boolean;
}

/**
 * The quotes that conversions has now: those of the simulated market, or the last ones that this service received, one
 * row. What was received is known until this process replaces it, or for a second.
 */
@Injectable()
export class Rates {
  private readonly market = new SimulatedMarket();
  private known: Published | null = null;
  /** Milliseconds since 1970. */
  private since = 0;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** In the transaction of the message that brought them. */
  async keep({ quotes, isSimulated }: Published): Promise<void> {
    await this.database.query(
      `INSERT INTO last_rates (quotes, is_simulated) VALUES ($1, $2)
       ON CONFLICT (one) DO UPDATE SET quotes = excluded.quotes, is_simulated = excluded.is_simulated`,
      [JSON.stringify(quotes), isSimulated],
    );
    this.database.afterCommit(() => this.know({ quotes, isSimulated }));
  }

  /** Quotes of currencies against EUR; empty before the first message. */
  async now(): Promise<readonly Quote[]> {
    const { quotes, isSimulated } = await this.published();
    return isSimulated ? this.market.quotes(this.clock.now()) : quotes;
  }

  private async published(): Promise<Published> {
    const { known } = this;
    if (known && Math.abs(this.clock.now().getTime() - this.since) < KNOWN_MS) return known;
    const [row] = await this.database.query<Published>(
      'SELECT quotes, is_simulated AS "isSimulated" FROM last_rates',
    );
    const published = row ?? { quotes: [], isSimulated: false };
    if (this.known === known) this.know(published); // otherwise they were replaced during the read
    return published;
  }

  private know(published: Published): void {
    this.known = published;
    this.since = this.clock.now().getTime();
  }
}
