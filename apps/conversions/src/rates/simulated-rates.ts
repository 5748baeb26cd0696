import { type LiveQuote, SimulatedMarket } from '@corridor/conversions-contract';
import type { Quote } from '@corridor/kernel';
import { SIMULATED } from '@corridor/platform';
import { RateSource } from './rate-source.js';

/** The simulated market as a source, for the SANDBOX. There always are quotes, and they are never old. */
export class SimulatedRates extends RateSource {
  override readonly isSimulated = true;
  override readonly name = SIMULATED;
  private readonly market = new SimulatedMarket();
  private readonly live = new WeakMap<readonly Quote[], readonly LiveQuote[]>();

  override quotes(at: Date): readonly LiveQuote[] {
    const quotes = this.market.quotes(at);
    const known =
      this.live.get(quotes) ?? quotes.map((one) => ({ ...one, quotedOn: null, validUntil: null }));
    this.live.set(quotes, known);
    return known;
  }

  override trouble(): null {
    return null;
  }
}
