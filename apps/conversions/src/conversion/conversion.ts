import type { ConversionResource, Margin, Offered } from '@corridor/conversions-contract';
import type { ConversionPayment } from '@corridor/payments-contract';
import {
  type Aggregate,
  type CalendarDate,
  type ConversionOrder,
  type Money,
  type Outcome,
  type Price,
  type ProblemCode,
  type Process,
  type ProcessStep,
  type Quote,
  type Timestamp,
  atRest,
  existing,
  lifecycleOf,
  outcomeOf,
  reached,
  refuse,
  stepBegun,
  stepDeclined,
} from '@corridor/kernel';
import type { QuotedCloseOut, SettledCloseOut } from './close-out.js';
import type { QuotedDateChange } from './date-change.js';
import { upcasters } from './earlier-events.js';
import type { Pricing } from './pricing.js';
import { type Amounts, changedTerms, changesTerms, withoutQuotes } from './moved-terms.js';
import { type Deposit, type DepositPayment, paid, required, toppedUp } from './held-deposit.js';

/** A trade: one wallet of the client is debited, another credited, at a price fixed when it is booked (interface-spec 3.3). */
export const lifecycle = lifecycleOf('conversion', {
  book: { from: ['NEW'], event: 'booked', to: 'BOOKED' },
  exchange: { from: ['BOOKED'], event: 'exchanged', to: 'EXCHANGED' },
  cancel: { from: ['BOOKED'], event: 'cancelled', to: 'CANCELLED' },
});

/** The status of its deposit after an event; NOT_REQUIRED before. */
export const depositAfter = {
  deposit_required: 'AWAITING_DEPOSIT',
  top_up_required: 'AWAITING_DEPOSIT',
  deposit_received: 'DEPOSIT_RECEIVED',
} as const;

export type State = New | Booked;

interface New {
  readonly status: 'NEW';
  /** The instruction was told, and asks under another id: this one is never booked. */
  readonly isDeclined?: true;
}

/** While its step is in flight, a request to the ledger is pending. */
export interface Booked extends Trade, Process<Step> {
  readonly status: ConversionResource['status'];
  readonly valueDate: CalendarDate;
  readonly fundByDate: Timestamp;
  readonly fixedSide: ConversionOrder['fixedSide'];
  readonly paymentIds: readonly string[];
  /** Those of them that were returned. */
  readonly failedPaymentIds: readonly string[];
  /** The instruction that it belongs to; null for one of the client's own. */
  readonly paymentInstructionId: string | null;
  /** Null if none is required. */
  readonly deposit: Deposit | null;
  /** What its cancellation was last said to cost. */
  readonly cancellationQuote: QuotedCloseOut | null;
  /** How its date was last said to be changed. */
  readonly dateChangeQuote: QuotedDateChange | null;
}

type Step = ProcessStep<'exchange' | 'pay-deposit'> | CancelStep;

/** A received deposit is refunded, and the loss is charged. */
interface CancelStep extends ProcessStep<'cancel'> {
  readonly reason: string;
  /** Null if it costs nothing. */
  readonly closeOut: CloseOutStep | null;
}

interface CloseOutStep {
  readonly settled: SettledCloseOut;
  /** By the calendar: it is closed out even if the client does not have the loss. */
  readonly isForced: boolean;
}

/** The data that the ledger needs. */
interface Trade {
  readonly reference: string;
  readonly sellAmount: Money;
  readonly buyAmount: Money;
}

/** The terms of a booking for an instruction. */
export interface Wanted {
  readonly order: ConversionOrder;
  readonly valueDate: CalendarDate;
  /** What to book at; null for the market. */
  readonly given: Offered | null;
  /** What the client gets at least, or pays at most; null for no limit. */
  readonly worst: Money | null;
}

export type Event =
  | {
      readonly type: 'booked';
      readonly reference: string;
      readonly order: ConversionOrder;
      /** Of the market, for the value date. */
      readonly quote: Quote;
      /** What was added to it; null for nothing. */
      readonly margin: Margin | null;
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
      /** What is worse than the client accepts; otherwise null. */
      readonly priced: Pricing | null;
      /** Of a limit, with figures that are for staff; otherwise null. */
      readonly detail: string | null;
      /** What was declined; null in events of earlier builds. */
      readonly wanted: Wanted | null;
    }
  /** It could be booked now. */
  | { readonly type: 'decline_ended'; readonly paymentInstructionId: string }
  | ({ readonly type: 'exchange_requested'; readonly holdFor: string | null } & Trade)
  /** Together with this payment; null for the exchange alone. */
  | { readonly type: 'exchanged'; readonly paymentId: string | null }
  | { readonly type: 'exchange_declined'; readonly reason: ProblemCode }
  | { readonly type: 'payment_linked'; readonly payment: ConversionPayment }
  | { readonly type: 'payment_failed'; readonly payment: ConversionPayment }
  | { readonly type: 'deposit_required'; readonly amount: Money; readonly fundByDate: Timestamp }
  /** More of it, since its loss at the market has become too large: `amount` in all. */
  | {
      readonly type: 'top_up_required';
      readonly amount: Money;
      readonly loss: Money;
      readonly fundByDate: Timestamp;
    }
  /** Without `payment` the first one, of the whole amount, as in events of earlier builds. */
  | { readonly type: 'deposit_payment_requested'; readonly payment?: DepositPayment }
  | { readonly type: 'deposit_received' }
  | { readonly type: 'deposit_declined'; readonly reason: ProblemCode }
  /** By a cancellation for this reason. Without `refund` of the whole amount. */
  | { readonly type: 'deposit_refund_requested'; readonly reason: string; readonly refund?: Money }
  | { readonly type: 'deposit_refund_declined'; readonly reason: ProblemCode }
  | ({ readonly type: 'date_change_quoted' } & QuotedDateChange)
  | {
      readonly type: 'date_changed';
      readonly valueDate: CalendarDate;
      readonly fundByDate: Timestamp;
      readonly price: Price;
    }
  /** A part is a conversion of its own from now on. */
  | ({ readonly type: 'drawn_down'; readonly conversionId: string } & Amounts)
  | ({ readonly type: 'close_out_quoted' } & QuotedCloseOut)
  | ({
      readonly type: 'close_out_requested';
      readonly reason: string;
      readonly refund?: Money;
    } & CloseOutStep)
  | { readonly type: 'close_out_declined'; readonly reason: ProblemCode }
  /** At no cost without `closeOut`, as in events of earlier builds. */
  | { readonly type: 'cancelled'; readonly reason: string; readonly closeOut?: SettledCloseOut };

export const conversion: Aggregate<State, Event> = {
  name: 'conversion',
  stateVersion: 12,
  initial: { status: 'NEW' },
  evolve(state, event) {
    if (event.type === 'booked') return booked(event);
    return event.type === 'decline_ended' ? state : changed(state, event);
  },
  upcasters,
};

const booked = (event: Event & { type: 'booked' }): Booked => ({
  ...reached(lifecycle, event),
  reference: event.reference,
  sellAmount: event.price.sellAmount,
  buyAmount: event.price.buyAmount,
  valueDate: event.valueDate,
  fundByDate: event.fundByDate,
  fixedSide: event.order.fixedSide,
  paymentInstructionId: event.paymentInstructionId,
  paymentIds: [],
  failedPaymentIds: [],
  deposit: null,
  ...withoutQuotes,
});

function changed(state: State, event: Exclude<Event, { type: 'booked' | 'decline_ended' }>): State {
  if (state.status === 'NEW') return afterDecline(state, event);
  if (changesTerms(event)) return { ...state, ...changedTerms(state, event) };
  switch (event.type) {
    case 'exchange_requested':
      return { ...state, ...stepBegun({ command: 'exchange' }) };
    case 'deposit_payment_requested':
      return { ...state, ...stepBegun({ command: 'pay-deposit' }) };
    case 'deposit_refund_requested':
      return { ...state, ...stepBegun({ command: 'cancel', reason: event.reason, closeOut: null }) };
    case 'close_out_requested': {
      const { reason, settled, isForced } = event;
      return { ...state, ...stepBegun({ command: 'cancel', reason, closeOut: { settled, isForced } }) };
    }
    case 'close_out_quoted': {
      const { type: _, ...cancellationQuote } = event;
      return { ...state, cancellationQuote };
    }
    case 'close_out_declined':
    case 'exchange_declined':
    case 'deposit_declined':
    case 'deposit_refund_declined':
      return { ...state, ...stepDeclined(event.reason) };
    case 'deposit_required':
      return { ...state, ...atRest, deposit: required(event) };
    case 'top_up_required':
      return { ...state, deposit: state.deposit && toppedUp(state.deposit, event) };
    case 'deposit_received':
      return { ...state, ...atRest, deposit: state.deposit && paid(state.deposit) };
    case 'payment_linked':
      return { ...state, paymentIds: [...state.paymentIds, event.payment.id] };
    case 'payment_failed':
      return { ...state, failedPaymentIds: [...state.failedPaymentIds, event.payment.id] };
    case 'booking_declined':
      return state;
    default:
      return { ...state, ...reached(lifecycle, event) };
  }
}

const afterDecline = (state: New, { type }: Pick<Event, 'type'>): New =>
  type === 'booking_declined' ? { ...state, isDeclined: true } : state;

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
  if (awaitsDeposit(state)) return [{ type: 'exchange_declined', reason: 'deposit_required' }];
  const { reference, sellAmount, buyAmount } = state;
  return [{ type: 'exchange_requested', reference, sellAmount, buyAmount, holdFor }];
}

/** The same for a waiting caller, who gets the reason of a refusal. The SANDBOX ignores dates. */
export function exchangeNow(state: State): Event[] {
  const { deposit } = lifecycle.requireStatus(state, 'exchange');
  if (deposit && !deposit.isReceived)
    throw refuse('deposit_required', `The deposit can be paid until ${deposit.fundByDate}.`);
  return requestExchange(state, { now: null });
}

/** The ledger has moved the money. */
export const exchange = (state: State): Event[] =>
  isAt(state, 'exchange') ? [{ type: 'exchanged', paymentId: null }] : [];

/** The ledger has declined: the conversion stays booked, and can be exchanged when there are funds. */
export const declineExchange = (state: State, { reason }: { reason: ProblemCode }): Event[] =>
  isAt(state, 'exchange') ? [{ type: 'exchange_declined', reason }] : [];

/**
 * The ledger has moved the money at the request of the instruction, in one step with that of the payment. Nobody has to
 * have requested the exchange here, and in the SANDBOX one that was cancelled meanwhile has been exchanged all the same: there a
 * cancellation moves no money. In PRODUCTION the ledger posts the exchange or the close-out, never both.
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
  const isNews =
    state.status !== 'NEW' &&
    state.paymentIds.includes(payment.id) &&
    !state.failedPaymentIds.includes(payment.id);
  return isNews ? [{ type: 'payment_failed', payment }] : [];
}

/** The conversion of an instruction is part of it (interface-spec 3.1). */
export function requireOwn({ paymentInstructionId: owner }: Booked, which: string): void {
  if (owner) throw refuse('illegal_transition', `The conversion belongs to ${owner}, which ${which}.`);
}

export const awaitsDeposit = (state: State): state is Booked & { readonly deposit: Deposit } =>
  state.status === 'BOOKED' && state.deposit !== null && !state.deposit.isReceived;

/** Whether the ledger is asked for this step. */
export const isAt = <Command extends Step['command']>(
  state: State,
  command: Command,
): state is Booked & { readonly step: Extract<Step, { readonly command: Command }> } =>
  state.status !== 'NEW' && state.step?.command === command;

/** For a caller that waits until the conversion has this status: one that has ended otherwise does not get it. */
const outcomeAs =
  (status: Booked['status']) =>
  (state: State): Outcome => {
    const outcome = outcomeOf(state);
    const { status: now } = existing(state);
    return outcome === 'done' && now !== status
      ? refuse('illegal_transition', `The conversion is ${now}.`)
      : outcome;
  };
export const outcomeOfExchange = outcomeAs(lifecycle.table.exchange.to);
export const outcomeOfCancellation = outcomeAs(lifecycle.table.cancel.to);
