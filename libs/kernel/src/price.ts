import { Decimal } from 'decimal.js';
import { currencyRank, decimalPlaces } from './currency.js';
import { type Money, fits, money } from './money.js';

/** Market quote of `base`/`quote`: quote units per base unit, as decimal text. bid ≤ mid ≤ ask. */
export interface Quote {
  readonly base: string;
  readonly quote: string;
  readonly bid: string;
  readonly mid: string;
  readonly ask: string;
}

/** What a client sells and buys, fixed on one side by an amount. */
export interface ConversionOrder {
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
 * Prices an order: the fixed side is exact, the other is rounded once, half-even. If that rounding would beat the mid
 * rate for the client, it is rounded against the client: every conversion is then worth at most what was given for it,
 * so no round trip makes a profit.
 *
 * @param quote of {@link marketPair} of the two currencies
 * @returns null when the other side is below one minor unit or has too many digits
 * @throws RangeError for the quote of another pair, or an amount that is not in the currency of the fixed side
 */
export function priceOf(order: ConversionOrder, quote: Quote): Price | null {
  const { sellCcyCode, buyCcyCode, fixedSide, amount } = order;
  const sells = fixedSide === 'SELL';
  const [fixedCcy, otherCcy] = sells ? [sellCcyCode, buyCcyCode] : [buyCcyCode, sellCcyCode];
  const sellsBase = sellCcyCode === quote.base;
  if (amount.ccyCode !== fixedCcy) throw new RangeError(`${fixedCcy} is fixed, not ${amount.ccyCode}`);
  if (quote.quote !== (sellsBase ? buyCcyCode : sellCcyCode) || quote.base === quote.quote)
    throw new RangeError(`${quote.base}${quote.quote} is no quote for ${sellCcyCode} and ${buyCcyCode}`);

  const rate = sellsBase ? quote.bid : quote.ask;
  const rounded = converted(amount, rate, quote, otherCcy).round();
  const atMid = converted(amount, quote.mid, quote, otherCcy);
  const other = sells ? Exact.min(rounded, atMid.floor()) : Exact.max(rounded, atMid.ceil());
  const otherAmount = money(otherCcy, BigInt(other.toFixed()));
  if (otherAmount.minor <= 0n || !fits(otherAmount)) return null;
  return {
    ccyPair: quote.base + quote.quote,
    rate,
    buyAmount: sells ? otherAmount : amount,
    sellAmount: sells ? amount : otherAmount,
  };
}

/** Minor units of the other currency, not yet rounded. */
function converted({ ccyCode, minor }: Money, rate: string, { base }: Quote, otherCcy: string): Decimal {
  const scaled = new Exact(`${minor}e${decimalPlaces(otherCcy) - decimalPlaces(ccyCode)}`);
  return ccyCode === base ? scaled.times(rate) : scaled.div(rate);
}

/** The price if both currencies are the same: nothing is exchanged. */
export function parPrice({ sellCcyCode, amount }: ConversionOrder): Price {
  return { ccyPair: sellCcyCode + sellCcyCode, rate: '1', buyAmount: amount, sellAmount: amount };
}
