import {
  CROSS_CURRENCY,
  type ConversionOrder,
  type Money,
  type Price,
  type Quote,
  cross,
  decimalText,
  priceOf,
} from '@corridor/kernel';
import { Decimal } from 'decimal.js';
import { type Margin, type MarginPlan, dependsOnTenor, marginOf, withMargin } from './margin.js';
import { type Market, quoteIn } from './market.js';
import type { Term } from './tenor.js';

/** The market as a client is offered it. */
export interface Offer extends Market {
  /** Null if there is no plan: the client gets the market. */
  readonly plan: MarginPlan | null;
}

/** What a price is made of. */
export interface Offered {
  /** Of the market, for the value date. */
  readonly quote: Quote;
  /** Null without a plan, and before there were plans. */
  readonly margin: Margin | null;
}

interface Currencies {
  readonly sellCcyCode: string;
  readonly buyCcyCode: string;
}

interface Wanted extends Currencies {
  /** Null for the smallest one. */
  readonly amount: Money | null;
  /** Null for spot. */
  readonly term: Term | null;
}

/** The one source of what clients are quoted. @returns null if the market does not quote the pair for this date */
export function offerOf(offer: Offer, { sellCcyCode, buyCcyCode, amount, term }: Wanted): Offered | null {
  const quote = quoteIn(offer, sellCcyCode, buyCcyCode, term);
  if (!quote) return null;
  const size = amount ? inEuro(amount, offer) : new Decimal(0);
  return { quote, margin: offer.plan && marginOf(offer.plan, { sellCcyCode, buyCcyCode, size, term }) };
}

const Exact = Decimal.clone({ precision: 60 });

/** At the mid of the spot rate: the pair is quoted, so its currencies are. */
function inEuro(amount: Money, { quotes }: Market): Decimal {
  const { mid = '1' } = cross(quotes, CROSS_CURRENCY, amount.ccyCode) ?? {};
  return new Exact(decimalText(amount)).div(mid);
}

/** @returns null as {@link priceOf} */
export const priceAt = (order: ConversionOrder, { quote, margin }: Offered): Price | null =>
  priceOf(order, withMargin(quote, margin));

/** Whether the client would get less than `worst`, or pay more, on the side that is not fixed. */
export function isWorseThan(worst: Money, { fixedSide }: ConversionOrder, price: Price): boolean {
  const { ccyCode, minor } = fixedSide === 'SELL' ? price.buyAmount : price.sellAmount;
  if (ccyCode !== worst.ccyCode) throw new RangeError(`a limit in ${worst.ccyCode} for ${ccyCode}`);
  return fixedSide === 'SELL' ? minor < worst.minor : minor > worst.minor;
}

/** Whether a price of these currencies for one value date can differ from that for another. */
export const dependsOnDate = (offer: Offer, { sellCcyCode, buyCcyCode }: Currencies): boolean =>
  hasPoints(offer, [sellCcyCode, buyCcyCode]) || (offer.plan !== null && dependsOnTenor(offer.plan));

const hasPoints = ({ curves }: Market, both: readonly string[]): boolean =>
  curves !== undefined &&
  !both.every(
    (code) =>
      code === CROSS_CURRENCY || curves.some((one) => one.isFlat && one.ccyPair === CROSS_CURRENCY + code),
  );
