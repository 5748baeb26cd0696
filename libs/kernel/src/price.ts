import { Decimal } from 'decimal.js';
import { currencyRank, decimalPlaces } from './currency.js';
import { MAX_INTEGER_DIGITS, type Money, money } from './money.js';

/** Market quote of `base`/`quote`: quote units per base unit, as decimal text. bid ≤ mid ≤ ask. */
export interface Quote {
  readonly base: string;
  readonly quote: string;
  readonly bid: string;
  readonly mid: string;
  readonly ask: string;
}

/** What a client sells and buys, fixed on one side by an amount. */
export interface Order {
  readonly sellCcyCode: string;
  readonly buyCcyCode: string;
  readonly fixedSide: 'BUY' | 'SELL';
  readonly amount: Money;
}

export interface Price {
  /** Market convention, base then quote: `EURUSD`, never `USDEUR`. */
  readonly ccyPair: string;
  /** Quote units per base unit. */
  readonly rate: string;
  readonly buyAmount: Money;
  readonly sellAmount: Money;
}

const Exact = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_EVEN });

/** A pair in market order (EUR before GBP before AUD …). */
export function marketPair(a: string, b: string): { base: string; quote: string } {
  return currencyRank(a) <= currencyRank(b) ? { base: a, quote: b } : { base: b, quote: a };
}

/**
 * Prices an order: the fixed side stays exact, the other is rounded once, half-even. Where that rounding would
 * beat the mid rate for the client, it goes against the client instead: every conversion is then worth at most
 * what was given for it, so no round trip profits.
 *
 * @param quote of {@link marketPair} of the two currencies
 * @returns null when the other side is below one minor unit or has too many digits
 */
export function priceOf(order: Order, quote: Quote): Price | null {
  const { sellCcyCode, buyCcyCode, fixedSide, amount } = order;
  const sellsBase = sellCcyCode === quote.base;
  const rate = sellsBase ? quote.bid : quote.ask;
  const otherCcy = fixedSide === 'SELL' ? buyCcyCode : sellCcyCode;
  const fixedIsBase = amount.ccyCode === quote.base;
  const otherAt = (rate: string) => {
    const major = new Exact(amount.minor.toString()).div(new Exact(10).pow(decimalPlaces(amount.ccyCode)));
    const other = fixedIsBase ? major.times(rate) : major.div(rate);
    return other.times(new Exact(10).pow(decimalPlaces(otherCcy)));
  };
  const fair = fixedSide === 'SELL' ? otherAt(quote.mid).floor() : otherAt(quote.mid).ceil();
  const rounded = otherAt(rate).toDecimalPlaces(0);
  const beatsMid = fixedSide === 'SELL' ? rounded.gt(fair) : rounded.lt(fair);
  const minor = BigInt((beatsMid ? fair : rounded).toFixed(0));
  if (minor <= 0n || minor.toString().length > MAX_INTEGER_DIGITS + decimalPlaces(otherCcy)) return null;
  const other = money(otherCcy, minor);
  return {
    ccyPair: quote.base + quote.quote,
    rate,
    buyAmount: fixedSide === 'BUY' ? amount : other,
    sellAmount: fixedSide === 'SELL' ? amount : other,
  };
}

/** The price within one currency: nothing is exchanged. */
export function parPrice({ sellCcyCode, amount }: Order): Price {
  return { ccyPair: sellCcyCode + sellCcyCode, rate: '1', buyAmount: amount, sellAmount: amount };
}
