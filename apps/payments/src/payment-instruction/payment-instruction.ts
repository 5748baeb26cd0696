import { settlementDate } from '@corridor/calendars';
import type { BeneficiaryResource, PaymentInstructionStatus } from '@corridor/payments-contract';
import {
  type Aggregate,
  type Money,
  type Outcome,
  type Price,
  type ProblemCode,
  type Process,
  type ProcessStep,
  type Timestamp,
  atRest,
  existing,
  lifecycleOf,
  outcomeOf,
  parPrice,
  reached,
  refuse,
  stepBegun,
  stepDeclined,
} from '@corridor/kernel';
import { waitingIn } from '../approval/approval.js';
import type { Policy } from '@corridor/payments-contract';
import { payable } from '../route.js';
import { coverOf, notSent } from '../covering.js';
import type { Event } from './event.js';
import { type SendStep, sendStepAfter } from './send-step.js';
import { worstOf } from './slippage.js';
import type { Conversion, Priced, QuoteRefusal, Quoting, Terms } from './terms.js';
import { whereTheMoneyIs } from './where-the-money-is.js';

export type { Event } from './event.js';

/**
 * A payment instruction converts and pays in one request (interface-spec 2.2, 3.1). It is also the saga of this
 * process: two of its commands are steps that other services complete.
 *
 *   fill  booking_requested   → conversion booked
 *   send  transfers_requested → conversion exchanged and money taken, conversion notified, payment sent
 *     or  exchange_requested  → conversion exchanged
 *         funds_requested     → money taken, payment sent, conversion notified
 *
 * In PRODUCTION `cover_requested` comes before money is taken that the conversion has not just brought.
 *
 * The ledger exchanges and takes the money in one step, unless the conversion can expire: then conversions decides on the
 * exchange. Equal currencies need no booking or exchange: `fill` fills at once, `send` begins with the funds. A declined
 * step leaves the status unchanged. While a step is in flight no other command is accepted. What follows if `fill` is declined because
 * the price has moved is in moved-price.ts.
 */
export const lifecycle = lifecycleOf('payment instruction', {
  create: { from: ['NEW'], event: 'created', to: 'PENDING', subStatus: 'NEW' },
  ...waitingIn('PENDING', { to: 'REJECTED' }),
  acknowledge: { from: ['PENDING'], fromSubStatus: ['NEW'], event: 'acknowledged', to: 'ACKNOWLEDGED' },
  fill: { from: ['ACKNOWLEDGED'], event: 'filled', to: 'FILLED' },
  send: { from: ['FILLED'], event: 'sent', to: 'SENT' },
  declinePrice: { from: ['ACKNOWLEDGED'], event: 'price_declined', to: 'REJECTED' },
  cancel: { from: ['PENDING'], event: 'cancelled', to: 'CANCELLED', refusal: 'instruction_not_pending' },
  reject: { from: ['PENDING', 'ACKNOWLEDGED', 'FILLED'], event: 'rejected', to: 'REJECTED' },
  fail: { from: ['PENDING', 'ACKNOWLEDGED', 'FILLED'], event: 'failed', to: 'FAILED' },
  stop: { from: ['PENDING', 'ACKNOWLEDGED', 'FILLED'], event: 'stopped', to: 'FAILED' },
});

export type State = New | Instruction;

/** Until its quote is used, if it has one. */
interface New {
  readonly status: 'NEW';
  readonly quoting?: Quoting;
  /** Why the quote was refused. */
  readonly refusal?: QuoteRefusal;
}

export interface Instruction
  extends
    Pick<
      Terms,
      | 'order'
      | 'paymentDate'
      | 'paymentType'
      | 'indicativeQuote'
      | 'indicativeMargin'
      | 'maximumSlippage'
      | 'quoteId'
    >,
    Process<Step> {
  readonly status: PaymentInstructionStatus;
  /** While it is PENDING: whether it waits for a checker. */
  readonly subStatus: 'NEW' | 'AWAITING_AUTHORISATION';
  /** Indicative until filled. */
  readonly price: Price;
  /** At which it was not filled, because it is worse than the client accepts; otherwise null. */
  readonly moved: Priced | null;
  /** Null until it is filled, and if there is nothing to convert. */
  readonly conversion: Conversion | null;
  readonly hasFee: boolean;
}

type Step = (ProcessStep<'fill'> & { readonly conversionId: string }) | SendStep;

export const paymentInstruction: Aggregate<State, Event> = {
  name: 'payment_instruction',
  stateVersion: 13,
  initial: { status: 'NEW' },
  evolve(state, event) {
    if (event.type === 'created') return agreed(event);
    if (event.type === 'quote_requested') return { status: 'NEW', quoting: event };
    if (event.type === 'quote_refused') return { status: 'NEW', refusal: event };
    const before = existing(state);
    return { ...before, ...changedBy(event, before) };
  },
  upcasters: {
    created: [
      (old: object) => ({ quoteId: null, ...old }),
      (old: object) => ({ indicativeMargin: null, ...old }),
      // Of one that waits, `authorisation_required` follows.
      (old: object) => ({ needsChecker: false, ...old }),
      (old: object) => ({ maximumSlippage: null, ...old }),
    ],
    booking_requested: [(old: object) => ({ margin: null, worst: null, ...old })],
    fill_declined: [(old: object) => ({ priced: null, ...old })],
    filled: [(old: object) => ({ conversionReference: null, ...old })],
    exchange_requested: [withoutPayee],
    funds_requested: [withoutPayee],
    sent: [withoutPayee],
  },
};

/** Events from before the payee was stored with them. */
function withoutPayee(old: object) {
  return { beneficiary: null, ...old };
}

const agreed = (terms: Event & { type: 'created' }): Instruction => ({
  ...reached(lifecycle, terms),
  subStatus: terms.needsChecker ? 'AWAITING_AUTHORISATION' : 'NEW',
  order: terms.order,
  paymentDate: terms.paymentDate,
  paymentType: terms.paymentType,
  indicativeQuote: terms.indicativeQuote,
  indicativeMargin: terms.indicativeMargin,
  maximumSlippage: terms.maximumSlippage,
  quoteId: terms.quoteId,
  price: terms.indicativePrice,
  moved: null,
  conversion: null,
  hasFee: false,
});

type Change = Exclude<Event, { type: 'created' | 'quote_requested' | 'quote_refused' }>;

function changedBy(event: Change, { conversion, step }: Instruction): Partial<Instruction> {
  switch (event.type) {
    case 'booking_requested':
      return stepBegun({ command: 'fill', conversionId: event.conversionId });
    case 'cover_requested':
    case 'transfers_requested':
    case 'exchange_requested':
    case 'funds_requested':
      return stepBegun(sendStepAfter(event, step?.command === 'send' ? step : null));
    case 'fill_declined':
      return { ...stepDeclined(event.reason), moved: event.priced };
    case 'price_accepted':
    case 'price_approved': {
      const { price, quote: indicativeQuote, margin: indicativeMargin } = event.priced;
      return { ...atRest, price, indicativeQuote, indicativeMargin, moved: null };
    }
    case 'send_declined':
      return stepDeclined(event.reason);
    case 'filled':
      return { ...reached(lifecycle, event), price: event.price, conversion: conversionOf(event) };
    case 'authorisation_required':
    case 'approved':
      return { ...atRest, subStatus: lifecycle.completedBy(event).subStatus };
    case 'fee_set':
      return { ...atRest, hasFee: event.fee !== null };
    case 'exchanged':
      return { conversion: conversion && { ...conversion, isExchanged: true } };
    case 'conversion_cancelled':
      return { conversion: conversion && { ...conversion, isCancelled: true } };
    default:
      return reached(lifecycle, event);
  }
}

/** Null if there is nothing to convert. */
function conversionOf(event: Event & { type: 'filled' }): Conversion | null {
  const { conversionId: id, conversionReference: reference } = event;
  return id === null ? null : { id, reference, isExchanged: false, isCancelled: false };
}

// -- Commands: of the client, of the simulators, of automation in PRODUCTION. Creation is in creation.ts.

/** The fee that is taken together with the funds of the payment; null for none. */
export function setFee(state: State, { fee }: { fee: Money | null }): Event[] {
  lifecycle.requireOneOf(state, ['PENDING', 'ACKNOWLEDGED', 'FILLED']);
  return [{ type: 'fee_set', fee }];
}

export function acknowledge(state: State): Event[] {
  lifecycle.requireStatus(state, 'acknowledge');
  return [{ type: 'acknowledged' }];
}

export interface Fill {
  readonly conversionId: string;
  readonly now: Timestamp;
  /** Fill at the indicative price of the creation; one with a firm quote is filled at its price in any case. */
  readonly atIndicativePrice: boolean;
}

export function fill(state: State, { conversionId, now, atIndicativePrice }: Fill): Event[] {
  const { order, paymentDate, indicativeQuote, indicativeMargin, quoteId, price, maximumSlippage } =
    lifecycle.requireStatus(state, 'fill');
  if (indicativeQuote === null)
    return [{ type: 'filled', price: parPrice(order), conversionId: null, conversionReference: null }];
  const isFixed = atIndicativePrice || quoteId !== null;
  const given = isFixed
    ? { quote: indicativeQuote, margin: indicativeMargin, worst: null }
    : { quote: null, margin: null, worst: worstOf(order, price, maximumSlippage) };
  const valueDate = settlementDate(order, paymentDate, now);
  return [{ type: 'booking_requested', conversionId, order, ...given, valueDate }];
}

export interface Sending {
  readonly paymentId: string;
  /** The current beneficiary: later changes do not affect this payment. */
  readonly beneficiary: BeneficiaryResource | null;
  readonly policy: Policy;
  /** A conversion that is not funded in time is cancelled, so conversions decides on its exchange. In the SANDBOX only the test clock does so. */
  readonly canExpire: boolean;
  /** In PRODUCTION: money that its conversion does not bring at the same time may cover others. */
  readonly needsCover?: boolean;
}

export function send(state: State, sending: Sending): Event[] {
  const { paymentId, beneficiary: to, policy, canExpire, needsCover } = sending;
  const instruction = lifecycle.requireStatus(state, 'send');
  const { conversion, price, paymentType, hasFee } = instruction;
  const { buyAmount } = price;
  const beneficiary = payable(to, { ccyCode: buyAmount.ccyCode, paymentType }, policy);
  const isToExchange = conversion !== null && !conversion.isExchanged;
  // With a fee, the ledger decides on all: an exchange alone could leave a payment whose fee is missing.
  if (isToExchange && ((canExpire && !hasFee) || conversion.reference === null))
    return [{ type: 'exchange_requested', conversionId: conversion.id, paymentId, beneficiary }];
  if (!needsCover) return [requestOf(instruction, paymentId, beneficiary)];
  const grant = { coverId: coverOf(paymentId, 1), paymentId };
  return [{ type: 'cover_requested', ...grant, amount: isToExchange ? null : buyAmount, beneficiary }];
}

/** To the ledger. */
export function requestOf(
  { conversion, price: { sellAmount, buyAmount } }: Instruction,
  paymentId: string,
  beneficiary: BeneficiaryResource,
): Event {
  if (!conversion || conversion.isExchanged || conversion.reference === null)
    return { type: 'funds_requested', paymentId, amount: buyAmount, beneficiary };
  const { id: conversionId, reference } = conversion;
  const exchange = { conversionId, reference, sellAmount, buyAmount };
  return { type: 'transfers_requested', exchange, paymentId, beneficiary };
}

/** Of `send`, for a caller that waits: an instruction that ended meanwhile, with its conversion, was not sent. */
export function outcomeOfSend(state: State): Outcome {
  const outcome = outcomeOf(state);
  if (outcome !== 'done' || state.status === lifecycle.table.send.to) return outcome;
  return refuse('illegal_transition', `The payment instruction is ${state.status}.`);
}

export function cancel(state: State, { reason }: { reason: string }): Event[] {
  lifecycle.requireStatus(state, 'cancel');
  return [{ type: 'cancelled', reason }];
}

export function reject(state: State, { reason }: { reason: string }): Event[] {
  const instruction = lifecycle.requireStatus(state, 'reject');
  return [{ type: 'rejected', reason: reason + whereItIs(instruction) }];
}

export function fail(state: State, { reason }: { reason: string }): Event[] {
  const instruction = lifecycle.requireStatus(state, 'fail');
  return [{ type: 'failed', reason: reason + whereItIs(instruction) }];
}

// -- Facts from the services that complete the steps. A repeated or late one, or one for another step, changes nothing.

export interface Booked {
  readonly conversionId: string;
  readonly reference: string;
  readonly price: Price;
}

export function conversionBooked(state: State, fact: Booked): Event[] {
  if (!isBooking(state, fact)) return [];
  const { conversionId, reference: conversionReference, price } = fact;
  return [{ type: 'filled', price, conversionId, conversionReference }];
}

export interface NotBooked extends Pick<Event & { type: 'fill_declined' }, 'reason' | 'priced'> {
  readonly conversionId: string;
}

export function bookingDeclined(state: State, fact: NotBooked): Event[] {
  const { reason, priced } = fact;
  return isBooking(state, fact) ? [{ type: 'fill_declined', reason, priced }] : [];
}

/** Also without a request, when the value date has come. */
export function conversionExchanged(state: State, fact: { conversionId: string }): Event[] {
  if (!isToExchange(state, fact)) return [];
  const exchanged: Event = { type: 'exchanged' };
  if (state.step?.command !== 'send' || state.step.isWhole) return [exchanged];
  const { paymentId } = state.step;
  return [
    exchanged,
    { type: 'funds_requested', paymentId, amount: state.price.buyAmount, beneficiary: null },
  ];
}

/** Of a request to conversions: while the ledger exchanges, its outcome counts. */
export function exchangeDeclined(state: State, fact: { conversionId: string; reason: ProblemCode }): Event[] {
  if (!isToExchange(state, fact) || state.step?.command !== 'send' || state.step.isWhole) return [];
  return [notSent(fact.reason)];
}

/** Nothing is left to pay with, unless the ledger, which was asked meanwhile, has exchanged it. */
export function conversionCancelled(state: State, fact: { conversionId: string }): Event[] {
  if (!isToExchange(state, fact)) return [];
  const isAtLedger = state.step?.command === 'send' && state.step.isWhole;
  return [isAtLedger ? { type: 'conversion_cancelled' } : failedWithout(fact.conversionId)];
}

export const failedWithout = (conversionId: string): Event => ({
  type: 'failed',
  reason: `Conversion ${conversionId} was cancelled.`,
});

export function fundsDeclined(state: State, fact: { paymentId: string; reason: ProblemCode }): Event[] {
  if (!isSending(state, fact)) return [];
  const { conversion, step } = state;
  const declined = notSent(fact.reason, step.grant);
  if (!conversion?.isCancelled) return [declined];
  return [...(step.grant ? [declined] : []), failedWithout(conversion.id)];
}

/** Without a conversion this is the last step; otherwise the conversion still has to be linked to its payment. */
export function paymentSent(state: State, fact: { paymentId: string }): Event[] {
  return isSending(state, fact) && !state.conversion ? sentTo(state.step) : [];
}

export function paymentLinked(state: State, fact: { paymentId: string }): Event[] {
  return isSending(state, fact) ? sentTo(state.step) : [];
}

const sentTo = ({ paymentId, beneficiary }: SendStep): Event[] => [{ type: 'sent', paymentId, beneficiary }];

function isBooking(state: State, { conversionId }: { conversionId: string }): state is Instruction {
  return state.status !== 'NEW' && state.step?.command === 'fill' && state.step.conversionId === conversionId;
}

function isToExchange(state: State, { conversionId }: { conversionId: string }): state is Instruction {
  return isFilled(state) && state.conversion?.id === conversionId && !state.conversion.isExchanged;
}

function isSending(
  state: State,
  { paymentId }: { paymentId: string },
): state is Instruction & { readonly step: SendStep } {
  return state.status !== 'NEW' && state.step?.command === 'send' && state.step.paymentId === paymentId;
}

const isFilled = (state: State): state is Instruction => lifecycle.allows(state, 'send');

export const whereItIs = (instruction: Instruction): string =>
  isFilled(instruction) ? whereTheMoneyIs(instruction) : '';
