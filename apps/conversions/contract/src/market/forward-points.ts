import { CROSS_CURRENCY, type Quote, type Timestamp, currencies } from '@corridor/kernel';
import { Decimal } from 'decimal.js';
import { type Tenor, type Term, tenors } from './tenor.js';

/** The forward points of a tenor, in quote units for one base unit: they are added to the spot rate, and can be below zero. */
export interface ForwardPoints {
  readonly tenor: Tenor;
  readonly bid: string;
  readonly ask: string;
}

/** The forward points of a pair with EUR, the shortest tenor first. */
export interface PointsOfPair {
  readonly ccyPair: string;
  readonly points: readonly ForwardPoints[];
  /** Present if all dates are priced like spot. */
  readonly isFlat?: true;
}

/** What a source has quoted. */
export interface Curve extends PointsOfPair {
  readonly quotedOn: Timestamp;
  /** From then on it is too old. */
  readonly validUntil: Timestamp;
}

/** What dealers have entered for a tenor of a pair with EUR: it replaces the points of the source. */
export interface EnteredPoints extends ForwardPoints {
  readonly ccyPair: string;
  readonly enteredOn: Timestamp;
  readonly expiresOn: Timestamp;
}

/** What conversions has published. */
export interface PublishedPoints {
  /** Of the source, by pair. Null: later dates are priced like spot. */
  readonly curves: readonly Curve[] | null;
  /** Also those that have expired since. */
  readonly entered: readonly EnteredPoints[];
}

/**
 * The points of a moment: those of the source that are not too old, and over them those that dealers have entered, tenor by tenor, until
 * they expire. Undefined, as in a market, if later dates are priced like spot.
 */
export function curvesAt(
  { curves, entered }: PublishedPoints,
  now: Timestamp,
): readonly PointsOfPair[] | undefined {
  const current = curves?.filter(({ validUntil }) => validUntil > now);
  const live = entered.filter(({ expiresOn }) => expiresOn > now);
  if (live.length === 0) return current;
  const source = current ?? FLAT;
  const without = new Set(live.map(({ ccyPair }) => ccyPair));
  for (const { ccyPair } of source) without.delete(ccyPair);
  const all = [...source, ...[...without].map((ccyPair) => ({ ccyPair, points: [] }))];
  return all.map((one) => overlaid(one, live));
}

function overlaid(below: PointsOfPair, entered: readonly EnteredPoints[]): PointsOfPair {
  const { ccyPair } = below;
  const over = entered.filter((one) => one.ccyPair === ccyPair);
  if (over.length === 0) return below;
  const all = [...over, ...(below.isFlat ? ZERO : below.points)];
  const points = tenors.flatMap((tenor) => all.find((one) => one.tenor === tenor) ?? []);
  return { ccyPair, points: points.map(({ tenor, bid, ask }) => ({ tenor, bid, ask })) };
}

/** What lies below entered points where later dates are priced like spot. */
const FLAT: readonly PointsOfPair[] = [...currencies.keys()]
  .filter((code) => code !== CROSS_CURRENCY)
  .map((code) => ({ ccyPair: CROSS_CURRENCY + code, points: [], isFlat: true }));
const ZERO = tenors.slice(1).map((tenor) => ({ tenor, bid: '0', ask: '0' }));

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
export function outright(spot: Quote, curve: PointsOfPair | undefined, term: Term): Quote | null {
  const ccyPair = CROSS_CURRENCY + spot.quote;
  if (curve?.isFlat) return spot;
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
