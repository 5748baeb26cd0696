import { cutOffBetween, settlementDate, spotDate } from '@corridor/calendars';
import { type Offer, type Offered, isWorseThan } from '@corridor/conversions-contract';
import {
  type CalendarDate,
  type ConversionOrder,
  type Money,
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
import { type Pricing, pricingOf, requireAccepted } from './pricing.js';

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
  /** What the client gets at least, or pays at most; null for no limit. */
  readonly worst: Money | null;
  readonly paymentInstructionId: string | null;
}

/**
 * Fixes the price, or declines: an order that cannot be priced creates no conversion. @throws Refusal `unavailable`
 * while there are no quotes at all
 */
export function book(state: State, booking: Booking): Event[] {
  if (!lifecycle.allows(state, 'book')) return [];
  const { paymentInstructionId, worst } = booking;
  const declined = { type: 'booking_declined', paymentInstructionId, priced: null } as const;
  const pricing = pricingFor(booking);
  if (pricing instanceof Refusal) return [{ ...declined, reason: pricing.code }];
  if (worst && isWorseThan(worst, booking.order, pricing.price))
    return [{ ...declined, reason: 'price_moved', priced: pricing }];
  const made = booked(booking, pricing);
  return [made instanceof Refusal ? { ...declined, reason: made.code } : made];
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
  const booking = { ...trading, valueDate, worst: null, paymentInstructionId: null };
  const pricing = pricingFor(booking);
  if (pricing instanceof Refusal) throw pricing;
  const made = booked(booking, pricing);
  if (made instanceof Refusal) throw made;
  return [made, ...depositFor(made, deposits, now)];
}

/** @returns why there is no price */
function pricingFor(booking: Booking): Pricing | Refusal {
  const { order, market, given } = booking;
  const pricing = pricingOf(order, market, given, booking);
  return typeof pricing === 'string' ? refuse(pricing) : pricing;
}

/** @returns why not, if it is above the limits of the client */
function booked(booking: Booking, pricing: Pricing): (Event & { type: 'booked' }) | Refusal {
  const { conversionId, order, now, paymentInstructionId, metadata } = booking;
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
