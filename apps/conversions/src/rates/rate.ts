import { type Offer, type RateResource, knows, offerOf, withMargin } from '@corridor/conversions-contract';
import type { Quote } from '@corridor/kernel';
import { type Dates, termOf } from '../conversion/pricing.js';
import { Decimal } from 'decimal.js';

const SPOT: Dates = { now: '', valueDate: null };
const Exact = Decimal.clone({ precision: 60 });

/**
 * The rate of a pair in either order (interface-spec 2.9). A pair against the market order uses the inverted quote,
 * rounded so that both sides stay at least as far from the mid. @param dates by default spot. @returns null if it is not quoted
 */
export function rateOf(offer: Offer, ccyPair: string, dates: Dates = SPOT): RateResource | null {
  const [baseCcy, quoteCcy] = [ccyPair.slice(0, 3), ccyPair.slice(3)];
  const currencies = { sellCcyCode: baseCcy, buyCcyCode: quoteCcy };
  if (!knows(offer, baseCcy) || !knows(offer, quoteCcy)) return null;
  const term = termOf(currencies, offer, dates);
  const offered = offerOf(offer, { ...currencies, amount: null, term });
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
export function ratesOf(offer: Offer, ccyPairs: readonly string[], dates: Dates = SPOT) {
  const requested = [...new Set(ccyPairs)];
  const data = requested.map((pair) => rateOf(offer, pair, dates)).filter((rate) => rate !== null);
  const quoted = new Set(data.map(({ ccyPair }) => ccyPair));
  return { data, notQuoted: requested.filter((pair) => !quoted.has(pair)) };
}
