import {
  type Offer,
  type RateResource,
  type Term,
  offerOf,
  withMargin,
} from '@corridor/conversions-contract';
import type { Quote } from '@corridor/kernel';
import { Decimal } from 'decimal.js';

const Exact = Decimal.clone({ precision: 60 });

/**
 * The rate of a pair in either order (interface-spec 2.9). A pair against the market order uses the inverted quote,
 * rounded so that both sides stay at least as far from the mid. @param term when it settles; null for spot. @returns null if it is not quoted
 */
export function rateOf(offer: Offer, ccyPair: string, term: Term | null = null): RateResource | null {
  const [baseCcy, quoteCcy] = [ccyPair.slice(0, 3), ccyPair.slice(3)];
  const offered = offerOf(offer, { sellCcyCode: baseCcy, buyCcyCode: quoteCcy, amount: null, term });
  if (!offered) return null;
  const quote = withMargin(offered.quote, offered.margin);
  const { bid, ask } = quote.base === baseCcy ? quote : inverse(quote);
  return { ccyPair, baseCcy, quoteCcy, sellRate: Number(bid), buyRate: Number(ask) };
}

function inverse({ bid, ask }: Quote) {
  const places = Math.max(6, 5 - new Exact(1).div(bid).e);
  return {
    bid: new Exact(1).div(ask).toDecimalPlaces(places, Decimal.ROUND_FLOOR),
    ask: new Exact(1).div(bid).toDecimalPlaces(places, Decimal.ROUND_CEIL),
  };
}

/** The rates of the requested pairs, each once, in the requested order, and the pairs without a rate. */
export function ratesOf(offer: Offer, ccyPairs: readonly string[], term: Term | null = null) {
  const requested = [...new Set(ccyPairs)];
  const data = requested.map((pair) => rateOf(offer, pair, term)).filter((rate) => rate !== null);
  const quoted = new Set(data.map(({ ccyPair }) => ccyPair));
  return { data, notQuoted: requested.filter((pair) => !quoted.has(pair)) };
}
