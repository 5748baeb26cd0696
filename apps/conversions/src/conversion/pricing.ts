import { lastAcceptedDate } from '@corridor/calendars';
import { type Market, dateUnavailable, isHalted, knows, quoteIn } from '@corridor/conversions-contract';
import {
  type CalendarDate,
  type ConversionOrder,
  type Price,
  type ProblemCode,
  type Quote,
  marketPair,
  priceOf,
  refuse,
} from '@corridor/kernel';

/** The price of an order, and the market quote that it was made from. */
export interface Pricing {
  readonly quote: Quote;
  readonly price: Price;
}

/**
 * @param given the quote to price at, which is honoured also if its pair is halted now; null for the market
 * @returns a reason if there is no price
 * @throws Refusal `unavailable` before the first rates
 */
export function pricingOf(
  order: ConversionOrder,
  market: Market,
  given: Quote | null,
): Pricing | ProblemCode {
  if (!given && isEmpty(market)) throw refuse('unavailable');
  const quote = given ?? quoteIn(market, order.sellCcyCode, order.buyCcyCode);
  if (!quote) return unquoted(market, order);
  mustBeFor(order, quote);
  const price = priceOf(order, quote);
  return price ? { quote, price } : 'amount_not_convertible';
}

/** Before the first rates. */
export const isEmpty = ({ quotes, halted }: Market): boolean => quotes.length === 0 && halted.length === 0;

function unquoted(market: Market, { sellCcyCode, buyCcyCode }: ConversionOrder): ProblemCode {
  if (!knows(market, sellCcyCode)) return 'currency_not_sellable';
  return isHalted(market, sellCcyCode, buyCcyCode) && knows(market, buyCcyCode)
    ? 'rate_unavailable'
    : 'currency_not_buyable';
}

/** A quote of another pair would silently misprice the order. */
function mustBeFor({ sellCcyCode, buyCcyCode }: ConversionOrder, { base, quote }: Quote): void {
  const pair = marketPair(sellCcyCode, buyCcyCode);
  if (base !== pair.base || quote !== pair.quote)
    throw new RangeError(`a quote of ${base}${quote} for an order of ${pair.base}${pair.quote}`);
}

export const pastIssue = {
  pointer: '#/valueDate',
  code: 'in_the_past',
  detail: 'Must be today (UTC) or later.',
};

/** Of a value date that a client requests. @throws Refusal for one in the past or too far ahead */
export function requireAccepted(valueDate: CalendarDate, today: CalendarDate): void {
  if (valueDate < today)
    throw refuse('invalid_request', `${pastIssue.pointer}: ${pastIssue.detail}`, { errors: [pastIssue] });
  if (valueDate > lastAcceptedDate(today)) throw dateUnavailable(pastIssue.pointer);
}
