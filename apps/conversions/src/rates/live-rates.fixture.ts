import type { Curve, MarginPlan, Publication } from '@corridor/conversions-contract';
import type { Clock, Quote } from '@corridor/kernel';
import type { State as Points } from '../points/forward-points.js';
import { LiveRates } from './live-rates.js';
import { type State, market } from './market.js';

/** As if this had been published. */
class PublishedMarket extends LiveRates {
  constructor(
    clock: Clock,
    private readonly published: Publication,
    plan: MarginPlan | null = null,
    private readonly curves: readonly Curve[] | null = null,
  ) {
    super(null as never, clock, { planOf: () => Promise.resolve(plan) } as never);
  }

  override points(): Promise<Points> {
    return Promise.resolve({ curves: this.curves, entered: [], revision: 0 });
  }

  override state(): Promise<State> {
    const { published } = this;
    const accepted = Object.fromEntries(published.quotes.map((one) => [one.quote, one]));
    return Promise.resolve({ ...market.initial, published, accepted });
  }
}

/** The simulated market. */
export class SimulatedLiveRates extends PublishedMarket {
  constructor(clock: Clock) {
    super(clock, { quotes: [], halted: [], isSimulated: true });
  }
}

/** A market that does not change. */
export const stillRates = (quotes: readonly Quote[], clock: Clock): LiveRates => {
  const live = quotes.map((one) => ({ ...one, quotedOn: null, validUntil: null }));
  return new PublishedMarket(clock, { quotes: live, halted: [], isSimulated: false });
};
