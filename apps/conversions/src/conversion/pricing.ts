import { type Currencies, lastAcceptedDate, settlementDate, termOn } from '@corridor/calendars';
import {
  type Market,
  type Offer,
  type Offered,
  type Term,
  dateUnavailable,
  dependsOnDate,
  knows,
  offerOf,
  priceAt,
} from '@corridor/conversions-contract';
import {
  type CalendarDate,
  type ConversionOrder,
  type Price,
  type ProblemCode,
  type Timestamp,
  dateOf,
  marketPair,
  refuse,
} from '@corridor/kernel';

/** The price of an order, and what it was made from. */
export interface Pricing extends Offered {
  readonly price: Price;
}

/** When a trade is priced, and when it settles: on this or the next available date. */
export interface Dates {
  readonly now: Timestamp;
  /** Null for spot. */
  readonly valueDate: CalendarDate | null;
}

/**
 * @param given what to price at, which is honoured also if its pair is halted now; null for the market
 * @returns a reason if there is no price
 * @throws Refusal `unavailable` before the first rates
 */
export function pricingOf(
  order: ConversionOrder,
  market: Offer,
  given: Offered | null,
  dates: Dates,
): Pricing | ProblemCode {
  const offered = given ?? offeredFor(order, market, dates);
  if (typeof offered === 'string') return offered;
  mustBeFor(order, offered);
  const price = priceAt(order, offered);
  return price ? { quote: offered.quote, margin: offered.margin, price } : 'amount_not_convertible';
}

/** What the client is quoted for an order. @throws Refusal `unavailable` before the first rates */
export function offeredFor(order: ConversionOrder, market: Offer, dates: Dates): Offered | ProblemCode {
  if (isEmpty(market)) throw refuse('unavailable');
  if (!knows(market, order.sellCcyCode)) return 'currency_not_sellable';
  if (!knows(market, order.buyCcyCode)) return 'currency_not_buyable';
  return offerOf(market, { ...order, term: termOf(order, market, dates) }) ?? 'rate_unavailable';
}

/** Null if the price does not depend on the date. @param currencies that the market knows */
export const termOf = (currencies: Currencies, market: Offer, { now, valueDate }: Dates): Term | null =>
  valueDate && dependsOnDate(market, currencies)
    ? termOn(settlementDate(currencies, valueDate, now), dateOf(now))
    : null;

/** Before the first rates. */
export const isEmpty = ({ quotes, halted }: Market): boolean => quotes.length === 0 && halted.length === 0;

/** A quote of another pair would silently misprice the order. */
function mustBeFor({ sellCcyCode, buyCcyCode }: ConversionOrder, { quote: { base, quote } }: Offered): void {
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
export function requireAccepted(
  valueDate: CalendarDate,
  today: CalendarDate,
  pointer = pastIssue.pointer,
): void {
  const issue = { ...pastIssue, pointer };
  if (valueDate < today) throw refuse('invalid_request', `${pointer}: ${issue.detail}`, { errors: [issue] });
  if (valueDate > lastAcceptedDate(today)) throw dateUnavailable(pointer);
}
