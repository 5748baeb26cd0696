import { cutOffBetween, settlementDate, spotDate } from '@corridor/calendars';
import { type Offer, isWorseThan } from '@corridor/conversions-contract';
import { type CalendarDate, Refusal, type Timestamp, dateOf, referenceOf, refuse } from '@corridor/kernel';
import type { Check } from '../dealing/credit.js';
import { BeyondTotal, type DepositPolicy } from '../dealing/limits.js';
import { type Event, type State, type Wanted, lifecycle } from './conversion.js';
import { depositFor } from './deposit.js';
import { type Pricing, pricingOf, requireAccepted } from './pricing.js';

interface Trading extends Pick<Wanted, 'order' | 'given'> {
  readonly conversionId: string;
  readonly market: Offer;
  readonly now: Timestamp;
  /** Whether the client may sell so much more. */
  readonly check: Check;
  readonly metadata: string | null;
}

/** It settles on the requested value date, or the next day on which both currencies settle. */
export interface Booking extends Trading, Wanted {
  readonly paymentInstructionId: string | null;
}

/**
 * Fixes the price, or declines: an order that cannot be priced creates no conversion. A repeated request has no effect, also if it was
 * declined and could be booked now. @throws Refusal `unavailable`
 * while there are no quotes at all
 */
export function book(state: State, booking: Booking): Event[] {
  if (!lifecycle.allows(state, 'book') || isDeclined(state)) return [];
  const { paymentInstructionId, order, valueDate, given, worst } = booking;
  const wanted = { order, valueDate, given, worst };
  const type = 'booking_declined';
  const declined = { type, paymentInstructionId, wanted, priced: null, detail: null } as const;
  const pricing = pricingFor(booking);
  if (pricing instanceof Refusal) return [{ ...declined, reason: pricing.code }];
  if (worst && isWorseThan(worst, order, pricing.price))
    return [{ ...declined, reason: 'price_moved', priced: pricing }];
  const made = booked(booking, pricing);
  if (!(made instanceof Refusal)) return [made];
  const detail = made instanceof BeyondTotal ? made.figures : (made.detail ?? null);
  return [{ ...declined, reason: made.code, detail }];
}

const isDeclined = (state: State): boolean => state.status === 'NEW' && state.isDeclined === true;

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
