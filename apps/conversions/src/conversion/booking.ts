import { cutOffBetween, settlementDate, spotDate } from '@corridor/calendars';
import type { Market } from '@corridor/conversions-contract';
import {
  type CalendarDate,
  type ConversionOrder,
  type ProblemCode,
  type Quote,
  type Timestamp,
  dateOf,
  referenceOf,
  refuse,
} from '@corridor/kernel';
import { type Event, type State, lifecycle } from './conversion.js';
import { pricingOf, requireAccepted } from './pricing.js';

interface Trading {
  readonly conversionId: string;
  readonly order: ConversionOrder;
  /** The quote to book at; null for the market. */
  readonly quote: Quote | null;
  readonly market: Market;
  readonly now: Timestamp;
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
  if (typeof made !== 'string') return [made];
  return [{ type: 'booking_declined', reason: made, paymentInstructionId: booking.paymentInstructionId }];
}

export interface Deal extends Trading {
  /** Null for the spot date. */
  readonly valueDate: CalendarDate | null;
}

/**
 * The same for a client's conversion without an instruction, with an immediate result.
 * @throws Refusal for the first of: value date in the past or too far ahead, rates, currencies, amount
 */
export function deal(state: State, { valueDate: requested, ...trading }: Deal): Event[] {
  lifecycle.requireStatus(state, 'book');
  const { order, now } = trading;
  const today = dateOf(now);
  if (requested) requireAccepted(requested, today);
  const valueDate = requested ?? spotDate(order, today);
  const made = priced({ ...trading, valueDate, paymentInstructionId: null });
  if (typeof made === 'string') throw refuse(made);
  return [made];
}

/** @returns a reason if there is no price */
function priced(booking: Booking): (Event & { type: 'booked' }) | ProblemCode {
  const { conversionId, order, market, now, paymentInstructionId, metadata } = booking;
  const pricing = pricingOf(order, market, booking.quote);
  if (typeof pricing === 'string') return pricing;
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
