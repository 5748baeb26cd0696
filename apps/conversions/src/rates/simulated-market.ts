import { CROSS_CURRENCY, type Quote } from '@corridor/kernel';
import { Decimal } from 'decimal.js';
import { drift } from './drift.js';
import { type Liquidity, type ReferenceRate, referenceRates } from './reference-rates.js';
import { RateSource } from './rate-source.js';

/** The market stands still within a step. */
export const STEP_MS = 30_000;

/** Digits of a quote: `1.15842`, `176.421`, `19283.4`. */
const DIGITS = 6;

/** From the mid to the bid, and to the ask, as a share of the mid. */
const HALF_SPREAD: Readonly<Record<Liquidity, string>> = {
  major: '0.0005',
  minor: '0.0015',
  emerging: '0.004',
};

/**
 * The market of the sandbox: embedded reference levels, each with a walk of its own that never leaves its
 * neighbourhood. The same seed and time give the same quotes in every process, after every restart.
 */
export class SimulatedMarket extends RateSource {
  private latest: { step: number; quotes: readonly Quote[] } | null = null;

  constructor(private readonly seed = 'corridor') {
    super();
  }

  override quotes(at: Date): readonly Quote[] {
    const step = Math.floor(at.getTime() / STEP_MS);
    if (this.latest?.step !== step) this.latest = { step, quotes: this.quotesOf(step) };
    return this.latest.quotes;
  }

  private quotesOf(step: number): readonly Quote[] {
    return referenceRates.rates.map((reference) => quoteOf(reference, this.driftOf(reference, step)));
  }

  private driftOf({ currency, peg }: ReferenceRate, step: number): number {
    return peg === CROSS_CURRENCY ? 0 : drift(this.seed, peg ?? currency, step);
  }
}

function quoteOf({ currency, perEuro, liquidity }: ReferenceRate, drift: number): Quote {
  const mid = new Decimal(perEuro).times(1 + drift).toSignificantDigits(DIGITS);
  const half = mid.times(HALF_SPREAD[liquidity]);
  const places = DIGITS - 1 - mid.e;
  return {
    base: CROSS_CURRENCY,
    quote: currency,
    bid: mid.minus(half).toDecimalPlaces(places, Decimal.ROUND_FLOOR).toFixed(),
    mid: mid.toFixed(),
    ask: mid.plus(half).toDecimalPlaces(places, Decimal.ROUND_CEIL).toFixed(),
  };
}
