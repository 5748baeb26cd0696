import { cutOffBetween, settlementDate } from '@corridor/calendars';
import type { Offer } from '@corridor/conversions-contract';
import {
  type CalendarDate,
  type ConversionOrder,
  type Money,
  type Price,
  type Timestamp,
  dateOf,
  decimalText,
  instantOf,
  marketPair,
  money,
  moneyText,
  referenceOf,
  refuse,
  subtract,
  timestamp,
} from '@corridor/kernel';
import { Decimal } from 'decimal.js';
import { type Booked, type Event, type State, awaitsDeposit, lifecycle, requireOwn } from './conversion.js';
import type { Amounts } from './moved-terms.js';
import { type Pricing, pricingOf, requireAccepted } from './pricing.js';

/**
 * Another value date for a booked conversion, or for a part of it, which is drawn down (production §5, ADR 49). The rate is moved by what the
 * market asks for the other date against what it asks for the agreed one. A difference in favour of the client is not paid, so no
 * sequence of changes makes a conversion cheaper than it was agreed.
 */

/** How long a change is made as it was shown. */
export const VALID_MS = 60_000;

export interface Wish {
  /** It settles on this or the next available date. */
  readonly valueDate: CalendarDate;
  /** Of the fixed side; null for the whole conversion. */
  readonly amount: Money | null;
}

export interface DateChange extends Pricing {
  readonly wish: Wish;
  /** What is moved, at the agreed price. */
  readonly part: Amounts;
  readonly valueDate: CalendarDate;
  readonly fundByDate: Timestamp;
}

/** A change that was shown to the client, and the moment until which it is made as shown. */
export interface QuotedDateChange extends DateChange {
  readonly expiresOn: Timestamp;
}

export interface Terms {
  readonly wish: Wish;
  readonly market: Offer;
  readonly now: Timestamp;
}

/** @throws Refusal for a conversion, a date or an amount that does not allow it, or without a price */
export function quoteDateChange(state: State, terms: Terms): Event[] {
  const expiresOn = timestamp(new Date(instantOf(terms.now).getTime() + VALID_MS));
  return [{ type: 'date_change_quoted', ...changeOf(movable(state, terms.now), terms), expiresOn }];
}

/** As shown until that expires, then at the market. @throws Refusal as {@link quoteDateChange} */
export function changeDate(state: State, terms: Terms): Event[] {
  const { valueDate, fundByDate, price } = shownOr(movable(state, terms.now), terms);
  return [{ type: 'date_changed', valueDate, fundByDate, price }];
}

/** @returns what remains, and the conversion that is drawn from it. @throws Refusal as {@link quoteDateChange} */
export function drawDown(
  state: State,
  { conversionId, ...terms }: Terms & { readonly conversionId: string },
): { readonly remaining: Event[]; readonly drawn: Event[] } {
  const booked = movable(state, terms.now);
  const { part, valueDate, fundByDate, ...pricing } = shownOr(booked, terms);
  const { wish, quote, margin, price } = pricing;
  const drawn: Event = {
    type: 'booked',
    reference: referenceOf(conversionId, dateOf(terms.now)),
    order: { ...orderOf(booked, part), amount: wish.amount ?? fixedOf(booked, part) },
    ...{ quote, margin, price, valueDate, fundByDate },
    ...{ paymentInstructionId: null, metadata: null },
  };
  return { remaining: [{ type: 'drawn_down', conversionId, ...part }], drawn: [drawn] };
}

const shownOr = (booked: Booked, terms: Terms): DateChange => {
  const { dateChangeQuote: shown } = booked;
  const isShown = shown && terms.now < shown.expiresOn && isSame(shown.wish, terms.wish);
  return isShown ? shown : changeOf(booked, terms);
};

const isSame = (one: Wish, other: Wish): boolean =>
  one.valueDate === other.valueDate && one.amount?.minor === other.amount?.minor;

function movable(state: State, now: Timestamp): Booked {
  const booked = lifecycle.requireStatus(state, 'exchange');
  requireOwn(booked, 'has its date');
  if (awaitsDeposit(state))
    throw refuse('deposit_required', `The deposit can be paid until ${state.deposit.fundByDate}.`);
  if (now > booked.fundByDate)
    throw refuse('illegal_transition', `The conversion could be funded until ${booked.fundByDate}.`);
  return booked;
}

function changeOf(booked: Booked, { wish, market, now }: Terms): DateChange {
  requireAccepted(wish.valueDate, dateOf(now));
  const part = wish.amount ? partOf(booked, wish.amount) : booked;
  const order = orderOf(booked, part);
  const valueDate = settlementDate(order, wish.valueDate, now);
  if (wish.amount && valueDate > booked.valueDate)
    throw wrong('valueDate', 'too_late', `Must be at most ${booked.valueDate}, that of the conversion.`);
  const [agreed, other] = [booked.valueDate, valueDate].map((date) =>
    pricedOn(order, market, { now, valueDate: date }),
  ) as [Pricing, Pricing];
  const { sellAmount, buyAmount } = part;
  const amounts: Amounts = {
    sellAmount: plus(sellAmount, other.price.sellAmount.minor - agreed.price.sellAmount.minor),
    buyAmount: plus(buyAmount, other.price.buyAmount.minor - agreed.price.buyAmount.minor, -1n),
  };
  if (amounts.buyAmount.minor <= 0n) throw refuse('amount_not_convertible');
  const price = priceOfAmounts(amounts);
  const fundByDate = cutOffBetween(order, valueDate);
  const { quote, margin } = other;
  return {
    ...{ wish, valueDate, fundByDate, quote, margin, price },
    part: { sellAmount, buyAmount },
  };
}

/** What is worse for the client is added: it sells more, or, with the sign −1, buys less. */
const plus = (amount: Money, change: bigint, sign = 1n): Money =>
  change * sign > 0n ? money(amount.ccyCode, amount.minor + change) : amount;

function pricedOn(order: ConversionOrder, market: Offer, dates: Parameters<typeof pricingOf>[3]): Pricing {
  const pricing = pricingOf(order, market, null, dates);
  if (typeof pricing === 'string') throw refuse(pricing);
  return pricing;
}

const fixedOf = ({ fixedSide }: Booked, { sellAmount, buyAmount }: Amounts): Money =>
  fixedSide === 'SELL' ? sellAmount : buyAmount;

const orderOf = (booked: Booked, part: Amounts): ConversionOrder => ({
  sellCcyCode: part.sellAmount.ccyCode,
  buyCcyCode: part.buyAmount.ccyCode,
  fixedSide: booked.fixedSide,
  amount: fixedOf(booked, part),
});

/** Rounded against the client; what remains is the exact rest, and covers the deposit. */
function partOf(booked: Booked, amount: Money): Amounts {
  const { fixedSide, sellAmount, buyAmount, deposit } = booked;
  const [sold, bought] = [sellAmount.minor, buyAmount.minor];
  const part: Amounts =
    fixedSide === 'SELL'
      ? { sellAmount: amount, buyAmount: { ...buyAmount, minor: (bought * amount.minor) / sold } }
      : {
          sellAmount: { ...sellAmount, minor: (sold * amount.minor + bought - 1n) / bought },
          buyAmount: amount,
        };
  const isTooSmall = part.buyAmount.minor === 0n;
  if (isTooSmall) throw wrong('amount', 'too_small', 'Must be enough to buy a minor unit.');
  const rest = subtract(sellAmount, part.sellAmount).minor;
  const kept = deposit?.received.minor ?? 0n;
  if (rest <= 0n || rest < kept || part.buyAmount.minor >= bought) {
    const most = moneyText(fixedOf(booked, booked));
    throw wrong('amount', 'too_large', `Must be less than ${most}, and leave as much as the deposit.`);
  }
  return part;
}

const wrong = (field: string, code: string, detail: string) => {
  const error = { pointer: `#/${field}`, code, detail };
  return refuse('invalid_request', `${error.pointer}: ${detail}`, { errors: [error] });
};

const DIGITS = 8;

/** The rate that the amounts come to: quote units for one base unit. */
function priceOfAmounts({ sellAmount, buyAmount }: Amounts): Price {
  const { base, quote } = marketPair(sellAmount.ccyCode, buyAmount.ccyCode);
  const [one, other] = base === sellAmount.ccyCode ? [sellAmount, buyAmount] : [buyAmount, sellAmount];
  const rate = new Decimal(decimalText(other)).div(decimalText(one)).toSignificantDigits(DIGITS).toFixed();
  return { ccyPair: base + quote, rate, sellAmount, buyAmount };
}
