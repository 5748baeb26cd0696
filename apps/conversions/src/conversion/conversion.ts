import { cutOffBetween, settlementDate, spotDate } from '@corridor/calendars';
import type { ConversionResource } from '@corridor/conversions-contract';
import type { ConversionPayment } from '@corridor/payments-contract';
import {
  type Aggregate,
  type CalendarDate,
  type Money,
  type ConversionOrder,
  type Price,
  type ProblemCode,
  type Process,
  type ProcessStep,
  type Quote,
  type Timestamp,
  dateOf,
  instantOf,
  lifecycleOf,
  reached,
  referenceOf,
  refuse,
  stepBegun,
  stepDeclined,
  timestamp,
} from '@corridor/kernel';
import { pricingOf, requireAccepted } from './pricing.js';

/** A trade: one wallet of the client is debited, another credited, at a price fixed when it is booked (interface-spec 3.3). */
export const lifecycle = lifecycleOf('conversion', {
  book: { from: ['NEW'], event: 'booked', to: 'BOOKED' },
  exchange: { from: ['BOOKED'], event: 'exchanged', to: 'EXCHANGED' },
  cancel: { from: ['BOOKED'], event: 'cancelled', to: 'CANCELLED' },
});

export type State = { readonly status: 'NEW' } | Booked;

/** While its step is in flight, a request to the ledger is pending. */
interface Booked extends Trade, Process<ProcessStep<'exchange'>> {
  readonly status: ConversionResource['status'];
  readonly valueDate: CalendarDate;
  readonly fundByDate: Timestamp;
  readonly paymentIds: readonly string[];
  /** The instruction that it belongs to; null for one of the client's own. */
  readonly paymentInstructionId: string | null;
}

/** The data that the ledger needs. */
interface Trade {
  readonly reference: string;
  readonly sellAmount: Money;
  readonly buyAmount: Money;
}

export type Event =
  | {
      readonly type: 'booked';
      readonly reference: string;
      readonly order: ConversionOrder;
      readonly quote: Quote;
      readonly price: Price;
      readonly valueDate: CalendarDate;
      /** The funding deadline: the first cut-off on the value date. */
      readonly fundByDate: Timestamp;
      readonly paymentInstructionId: string | null;
      readonly metadata: string | null;
    }
  | {
      readonly type: 'booking_declined';
      readonly reason: ProblemCode;
      readonly paymentInstructionId: string | null;
    }
  | ({ readonly type: 'exchange_requested'; readonly holdFor: string | null } & Trade)
  /** Together with this payment; null for the exchange alone. */
  | { readonly type: 'exchanged'; readonly paymentId: string | null }
  | { readonly type: 'exchange_declined'; readonly reason: ProblemCode }
  | { readonly type: 'payment_linked'; readonly payment: ConversionPayment }
  | { readonly type: 'payment_failed'; readonly payment: ConversionPayment }
  | { readonly type: 'cancelled'; readonly reason: string };

export const conversion: Aggregate<State, Event> = {
  name: 'conversion',
  stateVersion: 6,
  initial: { status: 'NEW' },
  evolve: (state, event) => (event.type === 'booked' ? booked(event) : changed(state, event)),
  upcasters: {
    // Before cut-offs existed the deadline was the end of the value date in UTC.
    booked: [(old: { valueDate: CalendarDate }) => ({ fundByDate: `${old.valueDate}T23:59:59.999`, ...old })],
    exchanged: [(old: object) => ({ paymentId: null, ...old })],
    exchange_requested: [(old: Trade) => ({ holdFor: null, ...old })],
  },
};

const booked = (event: Event & { type: 'booked' }): Booked => ({
  ...reached(lifecycle, event),
  reference: event.reference,
  sellAmount: event.price.sellAmount,
  buyAmount: event.price.buyAmount,
  valueDate: event.valueDate,
  fundByDate: event.fundByDate,
  paymentInstructionId: event.paymentInstructionId,
  paymentIds: [],
});

function changed(state: State, event: Exclude<Event, { type: 'booked' }>): State {
  if (state.status === 'NEW') return state;
  switch (event.type) {
    case 'exchange_requested':
      return { ...state, ...stepBegun({ command: 'exchange' }) };
    case 'exchange_declined':
      return { ...state, ...stepDeclined(event.reason) };
    case 'payment_linked':
      return { ...state, paymentIds: [...state.paymentIds, event.payment.id] };
    case 'booking_declined':
    case 'payment_failed':
      return state;
    default:
      return { ...state, ...reached(lifecycle, event) };
  }
}

interface Trading {
  readonly conversionId: string;
  readonly order: ConversionOrder;
  /** The quote to book at; null for the market. */
  readonly quote: Quote | null;
  readonly market: readonly Quote[];
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

export interface ExchangeOrder {
  /** The transfer for which the bought money is held; none unless given. */
  readonly holdFor?: string | null;
  /** Null in the SANDBOX, which ignores dates. */
  readonly now: Timestamp | null;
}

/**
 * Requests the money from the ledger. A repeated call during or after the exchange has no effect. Funding after
 * fundByDate is refused, because it would be a free option on the rate.
 */
export function requestExchange(state: State, { holdFor = null, now }: ExchangeOrder): Event[] {
  if (state.status === 'NEW' || state.status === lifecycle.table.exchange.to || state.step) return [];
  if (!lifecycle.allows(state, 'exchange') || (now && now > state.fundByDate))
    return [{ type: 'exchange_declined', reason: 'illegal_transition' }];
  const { reference, sellAmount, buyAmount } = state;
  return [{ type: 'exchange_requested', reference, sellAmount, buyAmount, holdFor }];
}

/** The same for a waiting caller, who gets the reason of a refusal. The SANDBOX ignores dates. */
export function exchangeNow(state: State): Event[] {
  lifecycle.requireStatus(state, 'exchange');
  return requestExchange(state, { now: null });
}

/** The first moment after fundByDate. */
export const expiresOn = (fundByDate: Timestamp): Timestamp =>
  timestamp(new Date(instantOf(fundByDate).getTime() + 1));

/**
 * The calendar's actions: the exchange on the value date, the cancellation after fundByDate. A pending request to the
 * ledger is waited for.
 */
export function comeDue(state: State, { now }: { now: Timestamp }): Event[] {
  if (!lifecycle.allows(state, 'exchange') || state.step || dateOf(now) < state.valueDate) return [];
  return now > state.fundByDate
    ? [{ type: 'cancelled', reason: 'NOT_FUNDED' }]
    : requestExchange(state, { now });
}

/** The ledger has moved the money. */
export const exchange = (state: State): Event[] =>
  isExchanging(state) ? [{ type: 'exchanged', paymentId: null }] : [];

/** The ledger has declined: the conversion stays booked, and can be exchanged when there are funds. */
export const declineExchange = (state: State, { reason }: { reason: ProblemCode }): Event[] =>
  isExchanging(state) ? [{ type: 'exchange_declined', reason }] : [];

/**
 * The ledger has moved the money at the request of the instruction, in one step with that of the payment. Nobody has to
 * have requested the exchange here, and one that was cancelled meanwhile has been exchanged all the same.
 */
export function exchangeFor(state: State, { payment }: { payment: ConversionPayment | null }): Event[] {
  const exchanged: Event = { type: 'exchanged', paymentId: payment?.id ?? null };
  const isNews = state.status === 'BOOKED' || state.status === 'CANCELLED';
  return [...(isNews ? [exchanged] : []), ...(payment ? linkPayment(state, payment) : [])];
}

/** A payment was funded by this conversion. */
export function linkPayment(state: State, payment: ConversionPayment): Event[] {
  const isNews = state.status !== 'NEW' && !state.paymentIds.includes(payment.id);
  return isNews ? [{ type: 'payment_linked', payment }] : [];
}

/** That payment was returned: its linked form changes. */
export function notePaymentFailure(state: State, payment: ConversionPayment): Event[] {
  const isLinked = state.status !== 'NEW' && state.paymentIds.includes(payment.id);
  return isLinked ? [{ type: 'payment_failed', payment }] : [];
}

/** By the client, whose own conversion it has to be: that of an instruction is part of it (interface-spec 3.1). */
export function cancel(state: State, { reason }: { reason: string }): Event[] {
  const { paymentInstructionId: owner } = lifecycle.requireStatus(state, 'cancel');
  if (owner)
    throw refuse(
      'illegal_transition',
      `The conversion belongs to ${owner}, which can be cancelled only while it is PENDING.`,
    );
  return [{ type: 'cancelled', reason }];
}

const isExchanging = (state: State): boolean => state.status !== 'NEW' && state.step !== null;
