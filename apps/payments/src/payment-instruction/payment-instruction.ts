import { settlementDate } from '@corridor/calendars';
import type { PaymentType } from '@corridor/contracts';
import type {
  BeneficiaryResource,
  BeneficiarySummary,
  ChargeType,
  PaymentInstructionStatus,
} from '@corridor/payments-contract';
import {
  type Aggregate,
  type CalendarDate,
  type Money,
  type Order,
  type Price,
  type ProblemCode,
  type Quote,
  type Refusal,
  type Timestamp,
  decimalText,
  parPrice,
  refuse,
} from '@corridor/kernel';
import { payable } from '../route.js';

/**
 * A payment instruction converts and pays in one request (interface-spec 2.2, 3.1). It is also the saga of that work:
 * its statuses are the steps, and the services that do them answer with facts.
 *
 *   PENDING       acknowledge                                        ACKNOWLEDGED
 *   ACKNOWLEDGED  fill    booking_requested  → conversion booked     FILLED
 *   FILLED        send    exchange_requested → conversion exchanged
 *                         funds_requested    → money taken, payment sent, conversion told      SENT
 *
 * Equal currencies have nothing to book or exchange: `fill` fills at once, `send` begins with the funds.
 * A step that is declined leaves the status where it was. While a step is in flight no other command is taken.
 */
export type State = { readonly status: 'NEW' } | Instruction;

interface Instruction extends Pick<Terms, 'order' | 'paymentDate' | 'paymentType' | 'indicativeQuote'> {
  readonly status: PaymentInstructionStatus;
  /** Indicative until filled. */
  readonly price: Price;
  readonly conversion: { readonly id: string; readonly isExchanged: boolean } | null;
  readonly step: Step | null;
  /** Why the last step ended without effect; null while it is in flight and after it succeeded. */
  readonly declined: ProblemCode | null;
}

type Step =
  | { readonly to: 'FILLED'; readonly conversionId: string }
  | { readonly to: 'SENT'; readonly paymentId: string };

export type Event =
  | ({ readonly type: 'created' } & Terms)
  | { readonly type: 'acknowledged' }
  | ({ readonly type: 'booking_requested' } & Booking)
  | { readonly type: 'filled'; readonly price: Price; readonly conversionId: string | null }
  | { readonly type: 'fill_declined'; readonly reason: ProblemCode }
  | {
      readonly type: 'exchange_requested';
      readonly conversionId: string;
      readonly paymentId: string;
      readonly beneficiary?: BeneficiaryResource;
    }
  | { readonly type: 'exchanged' }
  | {
      readonly type: 'funds_requested';
      readonly paymentId: string;
      readonly amount: Money;
      /** As it will be paid; missing where the exchange that went before has named it. */
      readonly beneficiary?: BeneficiaryResource;
    }
  | { readonly type: 'send_declined'; readonly reason: ProblemCode }
  | { readonly type: 'sent'; readonly paymentId: string }
  | { readonly type: 'cancelled' | 'rejected' | 'failed'; readonly reason: string };

/** What was agreed when the instruction was made. */
export interface Terms {
  readonly beneficiary: BeneficiarySummary;
  readonly order: Order;
  readonly paymentDate: CalendarDate;
  readonly paymentType: PaymentType;
  readonly chargeType: ChargeType | null;
  readonly narrative: string;
  readonly metadata: string | null;
  readonly indicativePrice: Price;
  /** The market behind the indicative price, for a fill that honours it; null within one currency. */
  readonly indicativeQuote: Quote | null;
}

interface Booking {
  readonly conversionId: string;
  readonly order: Order;
  /** Null: at the market of the moment. */
  readonly quote: Quote | null;
  readonly valueDate: CalendarDate;
}

export const paymentInstruction: Aggregate<State, Event> = {
  name: 'payment_instruction',
  stateVersion: 2,
  initial: { status: 'NEW' },
  evolve: (state, event) =>
    event.type === 'created' ? agreed(event) : { ...made(state), ...changedBy(event, made(state)) },
};

const agreed = (terms: Terms): Instruction => ({
  status: 'PENDING',
  order: terms.order,
  paymentDate: terms.paymentDate,
  paymentType: terms.paymentType,
  indicativeQuote: terms.indicativeQuote,
  price: terms.indicativePrice,
  conversion: null,
  step: null,
  declined: null,
});

function changedBy(event: Exclude<Event, { type: 'created' }>, { conversion }: Instruction) {
  const ended = { step: null, declined: null };
  switch (event.type) {
    case 'acknowledged':
      return { status: 'ACKNOWLEDGED' as const };
    case 'booking_requested':
      return { step: { to: 'FILLED' as const, conversionId: event.conversionId }, declined: null };
    case 'filled': {
      const conversion = event.conversionId === null ? null : { id: event.conversionId, isExchanged: false };
      return { status: 'FILLED' as const, price: event.price, conversion, ...ended };
    }
    case 'exchange_requested':
    case 'funds_requested':
      return { step: { to: 'SENT' as const, paymentId: event.paymentId }, declined: null };
    case 'exchanged':
      return { conversion: conversion && { ...conversion, isExchanged: true } };
    case 'fill_declined':
    case 'send_declined':
      return { step: null, declined: event.reason };
    case 'sent':
      return { status: 'SENT' as const, ...ended };
    case 'cancelled':
      return { status: 'CANCELLED' as const, ...ended };
    case 'rejected':
      return { status: 'REJECTED' as const, ...ended };
    case 'failed':
      return { status: 'FAILED' as const, ...ended };
  }
}

// -- Commands: of the client, of the simulators, of the automation in PRODUCTION. Creation is in creation.ts.

export function acknowledge(state: State): Event[] {
  from(state, 'PENDING');
  return [{ type: 'acknowledged' }];
}

export interface Fill {
  readonly conversionId: string;
  readonly now: Timestamp;
  /** Fill at the price that was shown when the instruction was made. */
  readonly atIndicativePrice: boolean;
}

export function fill(state: State, { conversionId, now, atIndicativePrice }: Fill): Event[] {
  const { order, paymentDate, indicativeQuote } = from(state, 'ACKNOWLEDGED');
  if (indicativeQuote === null) return [{ type: 'filled', price: parPrice(order), conversionId: null }];
  const quote = atIndicativePrice ? indicativeQuote : null;
  const valueDate = settlementDate(order, paymentDate, now);
  return [{ type: 'booking_requested', conversionId, order, quote, valueDate }];
}

export interface Sending {
  readonly paymentId: string;
  /** As it is now: what becomes of it later does not concern this payment any more. */
  readonly beneficiary: BeneficiaryResource | null;
}

export function send(state: State, { paymentId, beneficiary: to }: Sending): Event[] {
  const { conversion, price, paymentType } = from(state, 'FILLED');
  const { buyAmount: amount } = price;
  const beneficiary = payable(to, { ccyCode: amount.ccyCode, paymentType });
  if (conversion && !conversion.isExchanged)
    return [{ type: 'exchange_requested', conversionId: conversion.id, paymentId, beneficiary }];
  return [{ type: 'funds_requested', paymentId, amount, beneficiary }];
}

export function cancel(state: State, { reason }: { reason: string }): Event[] {
  if (made(state).status !== 'PENDING') throw refuse('instruction_not_pending');
  return [{ type: 'cancelled', reason }];
}

export function reject(state: State, { reason }: { reason: string }): Event[] {
  const instruction = from(state, 'PENDING', 'ACKNOWLEDGED', 'FILLED');
  return [{ type: 'rejected', reason: reason + whereTheMoneyIs(instruction) }];
}

export function fail(state: State, { reason }: { reason: string }): Event[] {
  const instruction = from(state, 'PENDING', 'ACKNOWLEDGED', 'FILLED');
  return [{ type: 'failed', reason: reason + whereTheMoneyIs(instruction) }];
}

// -- Facts from the services that do the steps. One that comes twice, too late or for another step changes nothing.

export function conversionBooked(state: State, fact: { conversionId: string; price: Price }): Event[] {
  if (!isBooking(state, fact)) return [];
  return [{ type: 'filled', price: fact.price, conversionId: fact.conversionId }];
}

export function bookingDeclined(state: State, fact: { conversionId: string; reason: ProblemCode }): Event[] {
  return isBooking(state, fact) ? [{ type: 'fill_declined', reason: fact.reason }] : [];
}

/** Also when nobody asked for it: the value date has come. */
export function conversionExchanged(state: State, fact: { conversionId: string }): Event[] {
  if (!isToExchange(state, fact)) return [];
  const exchanged: Event = { type: 'exchanged' };
  if (state.step?.to !== 'SENT') return [exchanged];
  const { paymentId } = state.step;
  return [exchanged, { type: 'funds_requested', paymentId, amount: state.price.buyAmount }];
}

export function exchangeDeclined(state: State, fact: { conversionId: string; reason: ProblemCode }): Event[] {
  if (!isToExchange(state, fact) || state.step === null) return [];
  return [{ type: 'send_declined', reason: fact.reason }];
}

/** Nothing is left to pay with. */
export function conversionCancelled(state: State, fact: { conversionId: string }): Event[] {
  if (!isToExchange(state, fact)) return [];
  return [{ type: 'failed', reason: `Conversion ${fact.conversionId} was cancelled.` }];
}

export function fundsDeclined(state: State, fact: { paymentId: string; reason: ProblemCode }): Event[] {
  return isSending(state, fact) ? [{ type: 'send_declined', reason: fact.reason }] : [];
}

/** Without a conversion this was the last step; with one, the conversion still has to hear of its payment. */
export function paymentSent(state: State, fact: { paymentId: string }): Event[] {
  if (!isSending(state, fact) || state.conversion) return [];
  return [{ type: 'sent', paymentId: fact.paymentId }];
}

export function paymentLinked(state: State, fact: { paymentId: string }): Event[] {
  return isSending(state, fact) ? [{ type: 'sent', paymentId: fact.paymentId }] : [];
}

/** What has become of the step that a command began, for the one who waits for it. */
export function outcome(state: State): 'pending' | 'done' | Refusal {
  const { step, declined } = made(state);
  if (step) return 'pending';
  return declined ? refuse(declined) : 'done';
}

/** For jobs that run again and again: the command where the instruction rests in this status, else nothing. */
export const resting =
  (status: PaymentInstructionStatus, command: (state: State) => Event[]) =>
  (state: State): Event[] =>
    state.status === status && state.step === null ? command(state) : [];

function made(state: State): Instruction {
  if (state.status === 'NEW') throw refuse('not_found');
  return state;
}

/** @throws Refusal unless the instruction stands in one of these statuses with no step in flight */
function from(state: State, ...legal: PaymentInstructionStatus[]): Instruction {
  const instruction = made(state);
  if (instruction.step) throw refuse('step_in_progress');
  if (!legal.includes(instruction.status))
    throw refuse('illegal_transition', `The payment instruction is ${instruction.status}.`);
  return instruction;
}

function isBooking(state: State, { conversionId }: { conversionId: string }): state is Instruction {
  return state.status !== 'NEW' && state.step?.to === 'FILLED' && state.step.conversionId === conversionId;
}

function isToExchange(state: State, { conversionId }: { conversionId: string }): state is Instruction {
  return state.status === 'FILLED' && state.conversion?.id === conversionId && !state.conversion.isExchanged;
}

function isSending(state: State, { paymentId }: { paymentId: string }): state is Instruction {
  return state.status === 'FILLED' && state.step?.to === 'SENT' && state.step.paymentId === paymentId;
}

/** An instruction that dies after it was filled keeps its conversion (decisions §6): the client must know. */
function whereTheMoneyIs({ status, conversion, price }: Instruction): string {
  if (status !== 'FILLED') return '';
  const bought = `${price.buyAmount.ccyCode} ${decimalText(price.buyAmount)}`;
  const wallet = `the ${price.buyAmount.ccyCode} wallet`;
  if (!conversion) return ` No money has moved: ${bought} stays in ${wallet}.`;
  const when = conversion.isExchanged ? 'is in' : 'goes to';
  const then = conversion.isExchanged ? '' : ' when it is exchanged';
  return ` Conversion ${conversion.id} is kept: ${bought} ${when} ${wallet}${then}.`;
}
