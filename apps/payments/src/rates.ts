import {
  type Market,
  type Publication,
  type PublishedPoints,
  SimulatedMarket,
  curvesAt,
  marketOf,
} from '@corridor/conversions-contract';
import { Database } from '@corridor/event-store';
import { Clock, timestamp } from '@corridor/kernel';
import { Injectable } from '@nestjs/common';

/** How long this process may use quotes that another one has replaced. */
const KNOWN_MS = 1_000;

/** Before the first message. */
const NOTHING: Publication = { quotes: [], halted: [], isSimulated: false };
const NO_POINTS: PublishedPoints = { curves: null, entered: [] };

/**
 * The market at which conversions prices now: that of the last publication that this service received, one row. What was received is known until this process replaces it, or for a second.
 */
@Injectable()
export class Rates {
  private readonly market = new SimulatedMarket();
  private known: Publication | null = null;
  /** Milliseconds since 1970. */
  private since = 0;
  private forward: { readonly known: PublishedPoints; readonly since: number } | null = null;

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
    this.database.afterCommit(() => this.know({ quotes, halted, isSimulated }));
  }

  /** What can be traded now; nothing before the first message. */
  async now(): Promise<Market> {
    const [published, points, now] = [await this.published(), await this.points(), this.clock.now()];
    const curves = curvesAt(points, timestamp(now));
    return { ...marketOf(published, now, this.market), ...(curves && { curves }) };
  }

  /** The forward points, in the transaction of the message that brought them. */
  async keepPoints({ curves, entered }: PublishedPoints): Promise<void> {
    await this.database.query(
      `INSERT INTO last_points (curves, entered) VALUES ($1, $2)
       ON CONFLICT (one) DO UPDATE SET curves = excluded.curves, entered = excluded.entered`,
      [JSON.stringify(curves), JSON.stringify(entered)],
    );
    this.database.afterCommit(() => (this.forward = null));
  }

  private async points(): Promise<PublishedPoints> {
    const since = this.clock.now().getTime();
    if (this.forward && Math.abs(since - this.forward.since) < KNOWN_MS) return this.forward.known;
    const [row] = await this.database.query<PublishedPoints>('SELECT curves, entered FROM last_points');
    this.forward = { known: row ?? NO_POINTS, since };
    return this.forward.known;
  }

  private async published(): Promise<Publication> {
    const { known } = this;
    if (known && Math.abs(this.clock.now().getTime() - this.since) < KNOWN_MS) return known;
    const [row] = await this.database.query<Publication>(
      'SELECT quotes, halted, is_simulated AS "isSimulated" FROM last_rates',
    );
    const published = row ?? NOTHING;
    if (this.known === known) this.know(published); // otherwise they were replaced during the read
    return published;
  }

  private know(published: Publication): void {
    this.known = published;
    this.since = this.clock.now().getTime();
  }
}
