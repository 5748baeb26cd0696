import { type Quote, marketPair } from '@corridor/kernel';
import { Decimal } from 'decimal.js';
import { type Tenor, type Term, tenors } from './tenor.js';

/** What the company earns on conversions of the clients that have the plan. Margins are in basis points: hundredths of a percent of the rate. */
export interface MarginPlan {
  readonly id: string;
  /** Where no rule fits. */
  readonly basisPoints: number;
  readonly rules: readonly MarginRule[];
  /** By how many basis points the actual price of an instruction may be worse than the indicative one; null as for all clients. */
  readonly maximumSlippage: number | null;
}

export interface MarginRule {
  /** In market order; null for others than one pair. */
  readonly ccyPair: string | null;
  /** One of the two currencies; null for any. */
  readonly ccyCode: string | null;
  /** Up to this amount, in whole EUR; null for any. */
  readonly maximumSize: number | null;
  /** Up to the date of this tenor; null for any. */
  readonly maximumTenor: Tenor | null;
  readonly basisPoints: number;
}

/** What was added to the market. */
export interface Margin {
  readonly planId: string;
  readonly basisPoints: number;
}

export interface Trade {
  readonly sellCcyCode: string;
  readonly buyCcyCode: string;
  /** In EUR. */
  readonly size: Decimal;
  /** Null for spot. */
  readonly term: Term | null;
}

/**
 * The margin of a trade: of the rules that fit, that of its pair, then that of one of its currencies, then one of any; among these, the one
 * with the smallest size, then with the shortest tenor. Of two that are equal in all that, the larger margin.
 */
export function marginOf({ id: planId, basisPoints, rules }: MarginPlan, trade: Trade): Margin {
  const { base, quote } = marketPair(trade.sellCcyCode, trade.buyCcyCode);
  const [closest] = rules.filter((one) => isFor(one, base, quote, trade)).toSorted(closer);
  return { planId, basisPoints: closest?.basisPoints ?? basisPoints };
}

function isFor(rule: MarginRule, base: string, quote: string, { size, term }: Trade): boolean {
  const { ccyPair, ccyCode, maximumSize, maximumTenor } = rule;
  return (
    (ccyPair === null || ccyPair === base + quote) &&
    (ccyCode === null || ccyCode === base || ccyCode === quote) &&
    (maximumSize === null || size.lte(maximumSize)) &&
    (maximumTenor === null || term === null || term.valueDate <= term.dateOf(base + quote, maximumTenor))
  );
}

const closer = (one: MarginRule, other: MarginRule): number =>
  kindOf(one) - kindOf(other) ||
  compare(one.maximumSize ?? Infinity, other.maximumSize ?? Infinity) ||
  compare(lengthOf(one), lengthOf(other)) ||
  other.basisPoints - one.basisPoints;

const kindOf = ({ ccyPair, ccyCode }: MarginRule): number => (ccyPair ? 0 : ccyCode ? 1 : 2);
const lengthOf = ({ maximumTenor }: MarginRule): number =>
  maximumTenor === null ? tenors.length : tenors.indexOf(maximumTenor);
const compare = (a: number, b: number): number => (a === b ? 0 : a - b);

/** Whether the margin of a pair depends on the value date. */
export const dependsOnTenor = ({ rules }: MarginPlan): boolean =>
  rules.some(({ maximumTenor }) => maximumTenor !== null);

const Exact = Decimal.clone({ precision: 60 });
/** Decimals of a rate, and the minimum of significant digits for tiny ones (decisions §2). */
const DECIMALS = 6;

/** What the client is quoted: the bid is lowered and the ask is raised by the margin, both rounded against the client. The mid is that of the market. */
export function withMargin(quote: Quote, margin: Margin | null): Quote {
  if (margin === null || margin.basisPoints === 0) return quote;
  const share = new Exact(margin.basisPoints).div(10_000);
  const [bid, ask] = [new Exact(quote.bid), new Exact(quote.ask)];
  const places = Math.max(DECIMALS, DECIMALS - 1 - bid.e);
  return {
    ...quote,
    bid: bid.minus(bid.times(share)).toDecimalPlaces(places, Decimal.ROUND_FLOOR).toFixed(),
    ask: ask.plus(ask.times(share)).toDecimalPlaces(places, Decimal.ROUND_CEIL).toFixed(),
  };
}
