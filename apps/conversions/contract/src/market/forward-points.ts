import { CROSS_CURRENCY, type Quote, type Timestamp } from '@corridor/kernel';
import { Decimal } from 'decimal.js';
import type { Tenor, Term } from './tenor.js';

/** The forward points of a tenor, in quote units for one base unit: they are added to the spot rate, and can be below zero. */
export interface ForwardPoints {
  readonly tenor: Tenor;
  readonly bid: string;
  readonly ask: string;
}

/** The forward points of a pair with EUR, the shortest tenor first. */
export interface Curve {
  readonly ccyPair: string;
  readonly points: readonly ForwardPoints[];
  readonly quotedOn: Timestamp;
  /** From then on it is too old. */
  readonly validUntil: Timestamp;
}

/** Those that are not too old. Undefined, as in a market, if later dates are priced like spot. */
export const curvesAt = (curves: readonly Curve[] | null, now: Timestamp): readonly Curve[] | undefined =>
  curves?.filter(({ validUntil }) => validUntil > now);

const Exact = Decimal.clone({ precision: 60 });
/** Decimals of points between two tenors: more than any market quotes. */
const DECIMALS = 15;
const DAY_MS = 86_400_000;

/**
 * The quote of a currency against EUR for a value date: the spot quote and the points of its curve, which are interpolated between tenors by
 * days, from zero on the spot date on. Up to the spot date it is the spot quote.
 *
 * @returns null beyond the last tenor, and without a curve
 */
export function outright(spot: Quote, curve: Curve | undefined, term: Term): Quote | null {
  const ccyPair = CROSS_CURRENCY + spot.quote;
  const dayOf = (tenor: Tenor) => Date.parse(term.dateOf(ccyPair, tenor)) / DAY_MS;
  const [from, day] = [dayOf('SPOT'), Date.parse(term.valueDate) / DAY_MS];
  if (day <= from) return spot;
  let before = { day: from, bid: new Exact(0), ask: new Exact(0) };
  for (const one of curve?.points ?? []) {
    const after = { day: dayOf(one.tenor), bid: new Exact(one.bid), ask: new Exact(one.ask) };
    if (day <= after.day) return withPoints(spot, between(before, after, day));
    before = after;
  }
  return null;
}

interface Point {
  readonly day: number;
  readonly bid: Decimal;
  readonly ask: Decimal;
}

/** The bid is rounded down, the ask up. */
function between(before: Point, after: Point, day: number) {
  const at = (side: 'bid' | 'ask') =>
    after[side]
      .minus(before[side])
      .times(day - before.day)
      .div(after.day - before.day)
      .plus(before[side]);
  return {
    bid: at('bid').toDecimalPlaces(DECIMALS, Decimal.ROUND_FLOOR),
    ask: at('ask').toDecimalPlaces(DECIMALS, Decimal.ROUND_CEIL),
  };
}

/** @returns null if the points are below zero by more than the rate */
function withPoints(spot: Quote, points: { readonly bid: Decimal; readonly ask: Decimal }): Quote | null {
  const [bid, ask] = [points.bid.plus(spot.bid), points.ask.plus(spot.ask)];
  const mid = points.bid.plus(points.ask).div(2).plus(spot.mid);
  return bid.gt(0) ? { ...spot, bid: bid.toFixed(), mid: mid.toFixed(), ask: ask.toFixed() } : null;
}
