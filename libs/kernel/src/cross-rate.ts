import { Decimal } from 'decimal.js';
import { type Money, decimalText } from './money.js';
import { marketPair, type Quote } from './price.js';

/** Every currency is quoted against this one; a pair of two others is crossed through it. */
export const CROSS_CURRENCY = 'EUR';

/** Decimals of a rate (decisions §2), and the minimum of significant digits for tiny rates. */
const DECIMALS = 6;
const SIGNIFICANT_DIGITS = 6;

const Exact = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_EVEN });

/**
 * The quote of the market pair of two currencies, in whichever order they are given. The bid is rounded down and the
 * ask up, so no ring of conversions makes a profit.
 *
 * @param quotes of currencies against EUR: EUR is the base of each
 * @returns null when one of the two currencies is not quoted
 */
export function cross(quotes: readonly Quote[], a: string, b: string): Quote | null {
  const pair = marketPair(a, b);
  const base = perEuro(quotes, pair.base);
  const quote = perEuro(quotes, pair.quote);
  if (!base || !quote) return null;
  if (a === b) return { ...pair, bid: '1', mid: '1', ask: '1' };
  return { ...pair, ...rounded(quote.bid.div(base.ask), quote.mid.div(base.mid), quote.ask.div(base.bid)) };
}

/**
 * Whether an amount is worth more than a limit at the mid rate; nothing is rounded.
 * @param quotes as {@link cross}
 * @returns null when one of the two currencies is not quoted, and they differ
 */
export function isWorthMore(amount: Money, limit: Money, quotes: readonly Quote[]): boolean | null {
  if (amount.ccyCode === limit.ccyCode) return amount.minor > limit.minor;
  const [from, to] = [perEuro(quotes, amount.ccyCode), perEuro(quotes, limit.ccyCode)];
  if (!from || !to) return null;
  return to.mid.mul(decimalText(amount)).gt(from.mid.mul(decimalText(limit)));
}

function perEuro(quotes: readonly Quote[], currency: string) {
  if (currency === CROSS_CURRENCY) return { bid: new Exact(1), mid: new Exact(1), ask: new Exact(1) };
  const found = quotes.find(({ base, quote }) => base === CROSS_CURRENCY && quote === currency);
  return found && { bid: new Exact(found.bid), mid: new Exact(found.mid), ask: new Exact(found.ask) };
}

/** All three with the same number of decimals, so that rounding keeps bid ≤ mid ≤ ask. */
function rounded(bid: Decimal, mid: Decimal, ask: Decimal) {
  const places = Math.max(DECIMALS, SIGNIFICANT_DIGITS - 1 - ask.e);
  return {
    bid: bid.toDecimalPlaces(places, Decimal.ROUND_FLOOR).toFixed(),
    mid: mid.toDecimalPlaces(places).toFixed(),
    ask: ask.toDecimalPlaces(places, Decimal.ROUND_CEIL).toFixed(),
  };
}
