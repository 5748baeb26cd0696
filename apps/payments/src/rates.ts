import {
  type Curve,
  type Market,
  type Publication,
  SimulatedMarket,
  curvesAt,
  marketOf,
} from '@corridor/conversions-contract';
import { Database } from '@corridor/event-store';
import { Clock, timestamp } from '@corridor/kernel';
import { Injectable } from '@nestjs/common';

/** How long this process may use quotes that another one has replaced. */
const KNOWN_MS = 1_000;

interface Published extends Publication {
  /** Null: later dates are priced like spot. */
  readonly curves: readonly Curve[] | null;
}

/** Before the first message. */
const NOTHING: Published = { quotes: [], halted: [], isSimulated: false, curves: null };

/**
 * The market at which conversions prices now: that of the last publication that this service received, one row. What was received is known until this process replaces it, or for a second.
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
  async keep({ quotes, halted, isSimulated }: Publication): Promise<void> {
    await this.database.query(
      `INSERT INTO last_rates (quotes, halted, is_simulated) VALUES ($1, $2, $3)
       ON CONFLICT (one) DO UPDATE
         SET quotes = excluded.quotes, halted = excluded.halted, is_simulated = excluded.is_simulated`,
      [JSON.stringify(quotes), JSON.stringify(halted), isSimulated],
    );
    const { known } = this;
    this.database.afterCommit(() => known && this.know({ ...known, quotes, halted, isSimulated }));
  }

  /** The same for the forward points. */
  async keepCurves(curves: readonly Curve[] | null): Promise<void> {
    await this.database.query(
      `INSERT INTO last_points (curves) VALUES ($1) ON CONFLICT (one) DO UPDATE SET curves = excluded.curves`,
      [JSON.stringify(curves)],
    );
    const { known } = this;
    this.database.afterCommit(() => known && this.know({ ...known, curves }));
  }

  /** What can be traded now; nothing before the first message. */
  async now(): Promise<Market> {
    const [published, now] = [await this.published(), this.clock.now()];
    const curves = curvesAt(published.curves, timestamp(now));
    return { ...marketOf(published, now, this.market), ...(curves && { curves }) };
  }

  private async published(): Promise<Published> {
    const { known } = this;
    if (known && Math.abs(this.clock.now().getTime() - this.since) < KNOWN_MS) return known;
    const [row] = await this.database.query<Published>(
      `SELECT quotes, halted, is_simulated AS "isSimulated", (SELECT curves FROM last_points) AS curves
       FROM last_rates`,
    );
    const published = row ?? NOTHING;
    if (this.known === known) this.know(published); // otherwise they were replaced during the read
    return published;
  }

  private know(published: Published): void {
    this.known = published;
    this.since = this.clock.now().getTime();
  }
}
