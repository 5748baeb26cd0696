import { type Market, type Offer, SimulatedMarket, curvesAt, marketOf } from '@corridor/conversions-contract';
import { EventStore } from '@corridor/event-store';
import { Clock, type Quote, timestamp } from '@corridor/kernel';
import { Injectable } from '@nestjs/common';
import { Margins } from '../margin/margins.js';
import { FORWARD_POINTS, type State as Points, forwardPoints } from '../points/forward-points.js';
import { MARKET, type State, market } from './market.js';

/** How long this process may use a market that another one has replaced. The publisher reads it more often. */
export const KNOWN_MS = 2_000;

interface Known {
  readonly market: State;
  readonly points: Points;
}

/**
 * The market at which all replicas price: what one of them has published last. It is in memory; only a process whose publisher
 * is late reads it for a request.
 */
@Injectable()
export class LiveRates {
  private readonly simulated = new SimulatedMarket();
  private known: Known | null = null;
  private since = 0;

  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
    private readonly margins: Margins,
  ) {}

  /** What can be traded now; nothing before the first publication. */
  async market(): Promise<Market> {
    const now = this.clock.now();
    const [{ published }, { curves }] = [await this.state(), await this.points()];
    const live = curvesAt(curves, timestamp(now));
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
    return (await this.current()).market;
  }

  /** The forward points that were published last. */
  async points(): Promise<Points> {
    return (await this.current()).points;
  }

  private async current(): Promise<Known> {
    const isCurrent = Math.abs(this.clock.now().getTime() - this.since) < KNOWN_MS;
    if (!this.known || !isCurrent) await this.refresh();
    return this.known as Known;
  }

  /** Reads what was published. */
  async refresh(): Promise<State> {
    const since = this.clock.now().getTime();
    const [state, points] = await Promise.all([
      this.store.state(market, MARKET),
      this.store.state(forwardPoints, FORWARD_POINTS),
    ]);
    const { known } = this;
    this.known = {
      market: known && known.market.revision > state.revision ? known.market : state,
      points: known && known.points.revision > points.revision ? known.points : points,
    };
    this.since = since;
    return state;
  }
}
