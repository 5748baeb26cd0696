import type { Clock } from '@corridor/kernel';
import { LiveRates } from './live-rates.js';
import { type State, market } from './market.js';

/** The simulated market, as if it had been published. */
export class SimulatedLiveRates extends LiveRates {
  constructor(clock: Clock) {
    super(null as never, clock);
  }

  override state(): Promise<State> {
    return Promise.resolve({ ...market.initial, published: { quotes: [], halted: [], isSimulated: true } });
  }
}
