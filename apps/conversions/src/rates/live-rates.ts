import { type Market, type Offer, SimulatedMarket, curvesAt, marketOf } from '@corridor/conversions-contract';
import { EventStore } from '@corridor/event-store';
import { Clock, type Quote, timestamp } from '@corridor/kernel';
import { Injectable } from '@nestjs/common';
import { Margins } from '../margin/margins.js';
import { FORWARD_POINTS, type State as Points, forwardPoints } from '../points/forward-points.js';
import { MARKET, type State, market } from './market.js';

/** How long this process may use a market that another one has replaced. The publisher reads it more often. */
export const KNOWN_MS = 2_000;
/** The same for forward points, which seldom change. */
const POINTS_KNOWN_MS = 10_000;

/**
 * The market at which all replicas price: what one of them has published last. It is in memory; only a process whose publisher
 * is late reads it for a request.
 */
@Injectable()
export class LiveRates {
  private readonly simulated = new SimulatedMarket();
  private known: State | null = null;
  private since = 0;
  private knownPoints: Points | null = null;
  private pointsSince = 0;

  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
    private readonly margins: Margins,
  ) {}

  /** What can be traded now; nothing before the first publication. */
  async market(): Promise<Market> {
    const now = this.clock.now();
    const [{ published }, points] = [await this.state(), await this.points()];
    const live = curvesAt(points, timestamp(now));
    return { ...marketOf(published, now, this.simulated), ...(live && { curves: live }) };
  }

  /** What a client can trade now, with its margins. */
  async offerFor(clientId: string): Promise<Offer> {
    const [found, plan] = await Promise.all([this.market(), this.margins.planOf(clientId)]);
    return { ...found, plan };
  }

  /** The last rates of all currencies, also of those that cannot be traded: for values, never for prices. */
  async lastKnown(): Promise<readonly Quote[]> {
    const { published, accepted } = await this.state();
    return published.isSimulated ? this.simulated.quotes(this.clock.now()) : Object.values(accepted);
  }

  async state(): Promise<State> {
    const isCurrent = Math.abs(this.clock.now().getTime() - this.since) < KNOWN_MS;
    return this.known && isCurrent ? this.known : this.refresh();
  }

  /** Reads what was published. */
  async refresh(): Promise<State> {
    const since = this.clock.now().getTime();
    const state = await this.store.state(market, MARKET);
    if (!this.known || state.revision >= this.known.revision) [this.known, this.since] = [state, since];
    return state;
  }

  /** The forward points that were published last, and those that dealers have entered. */
  async points(): Promise<Points> {
    const isCurrent = Math.abs(this.clock.now().getTime() - this.pointsSince) < POINTS_KNOWN_MS;
    return this.knownPoints && isCurrent ? this.knownPoints : this.refreshPoints();
  }

  /** Reads the forward points. */
  async refreshPoints(): Promise<Points> {
    const since = this.clock.now().getTime();
    const points = await this.store.state(forwardPoints, FORWARD_POINTS);
    if (!this.knownPoints || points.revision >= this.knownPoints.revision)
      [this.knownPoints, this.pointsSince] = [points, since];
    return points;
  }
}
