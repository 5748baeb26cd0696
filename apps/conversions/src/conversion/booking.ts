import { cutOffBetween, settlementDate, spotDate } from '@corridor/calendars';
import type { Offer, Offered } from '@corridor/conversions-contract';
import {
  type CalendarDate,
  type ConversionOrder,
  Refusal,
  type Timestamp,
  dateOf,
  referenceOf,
  refuse,
} from '@corridor/kernel';
import type { Check } from '../dealing/credit.js';
import type { DepositPolicy } from '../dealing/limits.js';
import { type Event, type State, lifecycle } from './conversion.js';
import { depositFor } from './deposit.js';
import { pricingOf, requireAccepted } from './pricing.js';

interface Trading {
  readonly conversionId: string;
  readonly order: ConversionOrder;
  /** What to book at; null for the market. */
  readonly given: Offered | null;
  readonly market: Offer;
  readonly now: Timestamp;
  /** Whether the client may sell so much more. */
  readonly check: Check;
  readonly metadata: string | null;
}

export interface Booking extends Trading {
  /** The requested date; it settles on this or the next day on which both currencies settle. */
  readonly valueDate: CalendarDate;
  readonly paymentInstructionId: string | null;
}

/**
 * Fixes the price, or declines: an order that cannot be priced creates no conversion. @throws Refusal `unavailable`
 * while there are no quotes at all
 */
export function book(state: State, booking: Booking): Event[] {
  if (!lifecycle.allows(state, 'book')) return [];
  const made = priced(booking);
  if (!(made instanceof Refusal)) return [made];
  const { paymentInstructionId } = booking;
  return [{ type: 'booking_declined', reason: made.code, paymentInstructionId }];
}

export interface Deal extends Trading {
  /** What is deposited for a forward. */
  readonly deposits: DepositPolicy;
  /** Null for the spot date. */
  readonly valueDate: CalendarDate | null;
}

/**
 * The same for a client's conversion without an instruction, with an immediate result.
 * @throws Refusal for the first of: value date in the past or too far ahead, rates, currencies, amount, limits
 */
export function deal(state: State, { valueDate: requested, deposits, ...trading }: Deal): Event[] {
  lifecycle.requireStatus(state, 'book');
  const { order, now } = trading;
  const today = dateOf(now);
  if (requested) requireAccepted(requested, today);
  const valueDate = requested ?? spotDate(order, today);
  const made = priced({ ...trading, valueDate, paymentInstructionId: null });
  if (made instanceof Refusal) throw made;
  return [made, ...depositFor(made, deposits, now)];
}

/** @returns why not, if there is no price, or if it is above the limits of the client */
function priced(booking: Booking): (Event & { type: 'booked' }) | Refusal {
  const { conversionId, order, market, given, now, paymentInstructionId, metadata } = booking;
  const pricing = pricingOf(order, market, given, booking);
  if (typeof pricing === 'string') return refuse(pricing);
  const objection = booking.check(pricing.price.sellAmount);
  if (objection) return objection;
  const valueDate = settlementDate(order, booking.valueDate, now);

  return {
    type: 'booked',
    reference: referenceOf(conversionId, dateOf(now)),
    order,
    ...pricing,
    valueDate,
    fundByDate: cutOffBetween(order, valueDate),
    paymentInstructionId,
    metadata,
  };
}
