import { CROSS_CURRENCY, type Quote, type Timestamp, cross, marketPair, timestamp } from '@corridor/kernel';
import { type PointsOfPair, outright } from './forward-points.js';
import type { SimulatedMarket } from './simulated-market.js';
import type { Term } from './tenor.js';

/** A quote of a currency against EUR, and how long it may be used. */
export interface LiveQuote extends Quote {
  /** When its source has quoted it; null in publications of earlier builds. */
  readonly quotedOn: Timestamp | null;
  /** From then on it is too old, or its pair is closed; null for no limit. */
  readonly validUntil: Timestamp | null;
}

/** What conversions has published. */
export interface Publication {
  readonly quotes: readonly LiveQuote[];
  /** See {@link Market}. */
  readonly halted: readonly string[];
  /** The quotes of any other moment are those of {@link SimulatedMarket}, too. */
  readonly isSimulated: boolean;
}

/** What can be traded at a moment. */
export interface Market {
  /** Of currencies against EUR. */
  readonly quotes: readonly Quote[];
  /**
   * Pairs that are known but cannot be traded, in market order. One with EUR stands for all pairs that are computed from
   * it: its quote is missing.
   */
  readonly halted: readonly string[];
  /** Forward points, of currencies against EUR. Missing: later dates are priced like spot, as in the sandbox. */
  readonly curves?: readonly PointsOfPair[];
}

/** The market of a moment: a quote that is no longer valid then is missing, and its pair is halted. */
export function marketOf(
  { quotes, halted, isSimulated }: Publication,
  at: Date,
  all: SimulatedMarket,
): Market {
  const now = timestamp(at);
  const over = quotes.filter(({ validUntil }) => validUntil !== null && validUntil <= now).map(pairOf);
  const off = over.length === 0 ? halted : [...halted, ...over];
  const current = isSimulated ? replaced(all.quotes(at), quotes) : quotes;
  return {
    quotes: off.length === 0 ? current : current.filter((one) => !off.includes(pairOf(one))),
    halted: off,
  };
}

/** The simulated market, with the rates that dealers have entered. */
function replaced(simulated: readonly Quote[], published: readonly LiveQuote[]): readonly Quote[] {
  const entered = new Map<string, Quote>();
  for (const one of published) if (one.quotedOn !== null) entered.set(pairOf(one), one);
  return entered.size === 0 ? simulated : simulated.map((one) => entered.get(pairOf(one)) ?? one);
}

export const pairOf = ({ base, quote }: Pick<Quote, 'base' | 'quote'>): string => base + quote;

/** Whether the pair, in either order, is known but cannot be traded. A currency with itself always can be. */
export function isHalted({ halted }: Market, a: string, b: string): boolean {
  if (halted.length === 0 || a === b) return false;
  return [pairOf(marketPair(a, b)), CROSS_CURRENCY + a, CROSS_CURRENCY + b].some((one) =>
    halted.includes(one),
  );
}

/** Whether the market has a rate for the currency, live or halted. */
export const knows = ({ quotes, halted }: Market, currency: string): boolean =>
  halted.includes(CROSS_CURRENCY + currency) || cross(quotes, currency, currency) !== null;

/**
 * The market quote of a pair, given in either order; null if it is not quoted, or halted.
 * @param term when it settles; null for spot. Null is returned for a date for which there are no forward points
 */
export function quoteIn(market: Market, a: string, b: string, term: Term | null = null): Quote | null {
  if (isHalted(market, a, b)) return null;
  if (a === b && knows(market, a)) return { ...marketPair(a, b), bid: '1', mid: '1', ask: '1' };
  const { quotes, curves } = market;
  return cross(term && curves ? outrightsOf(quotes, curves, [a, b], term) : quotes, a, b);
}

/** The quotes of some currencies for a value date. Without one there is no quote of the pair. */
const outrightsOf = (
  quotes: readonly Quote[],
  curves: readonly PointsOfPair[],
  currencies: readonly string[],
  term: Term,
): readonly Quote[] =>
  quotes
    .filter(({ quote }) => currencies.includes(quote))
    .flatMap((spot) => {
      const curve = curves.find(({ ccyPair }) => ccyPair === pairOf(spot));
      return outright(spot, curve, term) ?? [];
    });
