import type { ConversionPayment } from '@corridor/contracts';
import {
  type Aggregate,
  type CalendarDate,
  type Money,
  type Order,
  type Price,
  type ProblemCode,
  type Quote,
  cross,
  marketPair,
  priceOf,
  referenceOf,
  refuse,
} from '@corridor/kernel';

/** A trade: one wallet of the client is debited, another credited, at a price fixed when it is booked. */
export type State = { readonly status: 'NEW' } | Booked;

interface Booked extends Trade {
  readonly status: 'BOOKED' | 'EXCHANGED' | 'CANCELLED';
  /** The ledger has been asked for the money and has not answered yet. */
  readonly exchanging: boolean;
  readonly valueDate: CalendarDate;
  readonly paymentIds: readonly string[];
}

/** What the ledger has to know of it. */
interface Trade {
  readonly reference: string;
  readonly sellAmount: Money;
  readonly buyAmount: Money;
}

export type Event =
  | {
      readonly type: 'booked';
      readonly reference: string;
      readonly order: Order;
      readonly quote: Quote;
      readonly price: Price;
      readonly valueDate: CalendarDate;
      readonly paymentInstructionId: string | null;
      readonly metadata: string | null;
    }
  | {
      readonly type: 'booking_declined';
      readonly reason: ProblemCode;
      readonly paymentInstructionId: string | null;
    }
  | ({ readonly type: 'exchange_requested'; readonly holdFor?: string } & Trade)
  | { readonly type: 'exchanged' }
  | { readonly type: 'exchange_declined'; readonly reason: ProblemCode }
  | { readonly type: 'payment_linked'; readonly payment: ConversionPayment }
  | { readonly type: 'cancelled'; readonly reason: string };

export const conversion: Aggregate<State, Event> = {
  name: 'conversion',
  stateVersion: 2,
  initial: { status: 'NEW' },
  evolve: (state, event) => (event.type === 'booked' ? booked(event) : changed(state, event)),
};

const booked = ({ reference, price, valueDate }: Event & { type: 'booked' }): Booked => ({
  status: 'BOOKED',
  reference,
  sellAmount: price.sellAmount,
  buyAmount: price.buyAmount,
  exchanging: false,
  valueDate,
  paymentIds: [],
});

function changed(state: State, event: Exclude<Event, { type: 'booked' }>): State {
  if (state.status === 'NEW') return state;
  switch (event.type) {
    case 'exchange_requested':
      return { ...state, exchanging: true };
    case 'exchanged':
      return { ...state, status: 'EXCHANGED', exchanging: false };
    case 'exchange_declined':
      return { ...state, exchanging: false };
    case 'payment_linked':
      return { ...state, paymentIds: [...state.paymentIds, event.payment.id] };
    case 'cancelled':
      return { ...state, status: 'CANCELLED' };
    case 'booking_declined':
      return state;
  }
}

export interface Booking {
  readonly conversionId: string;
  readonly order: Order;
  /** A quote that is honoured; null books at the market. */
  readonly quote: Quote | null;
  readonly market: readonly Quote[];
  readonly today: CalendarDate;
  readonly valueDate: CalendarDate;
  readonly paymentInstructionId: string | null;
  readonly metadata: string | null;
}

/** Fixes the price, or declines: an order that cannot be priced leaves no conversion behind. */
export function book(state: State, booking: Booking): Event[] {
  if (state.status !== 'NEW') return [];
  const { conversionId, order, market, today, valueDate, paymentInstructionId, metadata } = booking;
  const decline = (reason: ProblemCode): Event[] => [
    { type: 'booking_declined', reason, paymentInstructionId },
  ];

  const quote = booking.quote ?? cross(market, order.sellCcyCode, order.buyCcyCode);
  if (!quote) return decline(unquoted(market, order));
  mustBeFor(order, quote);
  const price = priceOf(order, quote);
  if (!price) return decline('amount_not_convertible');

  return [
    {
      type: 'booked',
      reference: referenceOf(conversionId, today),
      order,
      quote,
      price,
      valueDate: valueDate < today ? today : valueDate,
      paymentInstructionId,
      metadata,
    },
  ];
}

export interface ExchangeOrder {
  readonly holdFor?: string;
  /** Null in the SANDBOX, where dates bind nobody. */
  readonly today: CalendarDate | null;
}

/**
 * Asks the ledger for the money. Asked again while it is under way, or when it is done, nothing happens.
 * Who could still fund it after the value date would hold an option on the rate that he has not paid for.
 */
export function requestExchange(state: State, { holdFor, today }: ExchangeOrder): Event[] {
  if (state.status === 'NEW' || state.status === 'EXCHANGED' || isExchanging(state)) return [];
  if (state.status === 'CANCELLED' || (today && today > state.valueDate))
    return [{ type: 'exchange_declined', reason: 'illegal_transition' }];
  const { reference, sellAmount, buyAmount } = state;
  return [{ type: 'exchange_requested', reference, sellAmount, buyAmount, holdFor }];
}

/** What the calendar does: the exchange on the value date, the end after it. A ledger that is asked is waited for. */
export function comeDue(state: State, { today }: { today: CalendarDate }): Event[] {
  if (state.status !== 'BOOKED' || state.exchanging || today < state.valueDate) return [];
  return today > state.valueDate
    ? cancel(state, { reason: 'NOT_FUNDED' })
    : requestExchange(state, { today });
}

/** The ledger has moved the money. Its facts come for every transfer there is: those of others find no exchange here. */
export const exchange = (state: State): Event[] => (isExchanging(state) ? [{ type: 'exchanged' }] : []);

/** The ledger has refused: the conversion stays booked, and can be exchanged once there are funds. */
export const declineExchange = (state: State, { reason }: { reason: ProblemCode }): Event[] =>
  isExchanging(state) ? [{ type: 'exchange_declined', reason }] : [];

/** A payment took its money from this conversion. */
export function linkPayment(state: State, payment: ConversionPayment): Event[] {
  const isNews = state.status !== 'NEW' && !state.paymentIds.includes(payment.id);
  return isNews ? [{ type: 'payment_linked', payment }] : [];
}

export function cancel(state: State, { reason }: { reason: string }): Event[] {
  if (state.status === 'NEW') throw refuse('not_found');
  if (state.status !== 'BOOKED') throw refuse('illegal_transition');
  if (state.exchanging) throw refuse('step_in_progress');
  return [{ type: 'cancelled', reason }];
}

const isExchanging = (state: State): boolean => state.status === 'BOOKED' && state.exchanging;

const unquoted = (market: readonly Quote[], { sellCcyCode }: Order): ProblemCode =>
  cross(market, sellCcyCode, sellCcyCode) ? 'currency_not_buyable' : 'currency_not_sellable';

/** A quote of another pair would price the order wrongly and without notice. */
function mustBeFor({ sellCcyCode, buyCcyCode }: Order, { base, quote }: Quote): void {
  const pair = marketPair(sellCcyCode, buyCcyCode);
  if (base !== pair.base || quote !== pair.quote)
    throw new RangeError(`a quote of ${base}${quote} for an order of ${pair.base}${pair.quote}`);
}
