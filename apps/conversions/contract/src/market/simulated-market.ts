import { CROSS_CURRENCY, type Quote } from '@corridor/kernel';
import { Decimal } from 'decimal.js';
import { drift } from './drift.js';
import { type ReferenceRate, referenceRates } from './reference-rates.js';
import { decimalsOf, quoteAround } from './spread.js';

/** The market changes once a second. */
export const STEP_MS = 1_000;

/**
 * The market of the sandbox: embedded reference levels, each with its own bounded walk. The same seed and time give the
 * same quotes in every process, after every restart: other services have them without hearing of each change.
 */
export class SimulatedMarket {
  readonly isSimulated = true;
  private latest: { step: number; quotes: readonly Quote[] } | null = null;

  constructor(private readonly seed = 'corridor') {}

  /** Those of the step of a moment. */
  quotes(at: Date): readonly Quote[] {
    const step = Math.floor(at.getTime() / STEP_MS);
    if (this.latest?.step !== step) this.latest = { step, quotes: this.quotesOf(step) };
    return this.latest.quotes;
  }

  /** There always are quotes. */
  trouble(): null {
    return null;
  }

  private quotesOf(step: number): readonly Quote[] {
    return referenceRates.rates.map((reference) => {
      const rate = new Decimal(reference.perEuro).times(1 + this.driftOf(reference, step));
      return quoteAround(reference.currency, rate.toDecimalPlaces(decimalsOf(rate)));
    });
  }

  private driftOf({ currency, peg }: ReferenceRate, step: number): number {
    return peg === CROSS_CURRENCY ? 0 : drift(this.seed, peg ?? currency, step);
  }
}
