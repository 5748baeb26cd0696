import { spotDate } from '@corridor/calendars';
import { type Offer, depositOf } from '@corridor/conversions-contract';
import {
  type FieldIssue,
  type Money,
  type Outcome,
  type ProblemCode,
  type Timestamp,
  add,
  dateOf,
  existing,
  instantOf,
  money,
  moneyText,
  outcomeOf,
  refuse,
  subtract,
  timestamp,
} from '@corridor/kernel';
import { DEPOSIT_HOURS, type DepositPolicy } from '../dealing/limits.js';
import { closeOutIfPriced } from './close-out.js';
import {
  type Event,
  type State,
  declineExchange,
  exchange,
  isAt,
  lifecycle,
  requireOwn,
} from './conversion.js';
import { cancellationDeclined, cancellationPosted } from './ending.js';

/**
 * The deposit of a conversion (interface-spec 2.8, 3.3; ADR 32): AWAITING_DEPOSIT, DEPOSIT_RECEIVED. Without it the conversion is
 * not exchanged.
 */

export interface Requirement {
  /** In the sold currency. */
  readonly amount: Money;
  /** Null for the fundByDate of the conversion. */
  readonly fundByDate: Timestamp | null;
  readonly now: Timestamp;
}

/** @throws Refusal `invalid_request` for an amount or a deadline that the conversion does not allow */
export function requireDeposit(state: State, { amount, fundByDate, now }: Requirement): Event[] {
  const booked = lifecycle.requireOneOf(state, ['BOOKED']);
  requireOwn(booked, 'needs no deposit');
  if (booked.deposit) throw refuse('illegal_transition', 'The conversion has a deposit.');
  const { sellAmount, fundByDate: last } = booked;
  if (now >= last) throw refuse('illegal_transition', `The conversion could be funded until ${last}.`);
  const deadline = fundByDate ?? last;
  const errors = [
    ...issueIf(
      amount.minor > sellAmount.minor,
      'amount',
      'too_large',
      `Must be at most ${moneyText(sellAmount)}, the sold amount.`,
    ),
    ...issueIf(deadline <= now, 'fundByDate', 'in_the_past', 'Must be in the future.'),
    ...issueIf(deadline > last, 'fundByDate', 'too_late', `Must be at most ${last}, that of the conversion.`),
  ];
  if (errors.length > 0)
    throw refuse('invalid_request', errors.map((one) => `${one.pointer}: ${one.detail}`).join(' '), {
      errors,
    });
  return [{ type: 'deposit_required', amount, fundByDate: deadline }];
}

/** By the client, from its wallet, until the deadline. */
export function payDeposit(state: State, { now }: { now: Timestamp }): Event[] {
  const { deposit } = lifecycle.requireOneOf(state, ['BOOKED']);
  if (!deposit) throw refuse('illegal_transition', 'The conversion needs no deposit.');
  if (deposit.isReceived) throw refuse('illegal_transition', 'The deposit is received.');
  if (now > deposit.fundByDate)
    throw refuse('illegal_transition', `The deposit could be paid until ${deposit.fundByDate}.`);
  const { amount, received, payments: number } = deposit;
  return [{ type: 'deposit_payment_requested', payment: { amount: subtract(amount, received), number } }];
}

/** Up to which share of a deposit the loss at the market is covered by it, and how long a further one can be paid. */
export interface TopUp {
  readonly policy: DepositPolicy;
  readonly market: Offer;
  readonly now: Timestamp;
}

/**
 * After adverse moves of the market: when the loss of a close-out is above a share of the deposit, the client deposits the loss on top
 * of what was required first. The calendar closes out what is not paid in time.
 */
export function topUp(state: State, { policy, market, now }: TopUp): Event[] {
  if (!lifecycle.allows(state, 'exchange') || state.step || !state.deposit?.isReceived) return [];
  const { deposit, sellAmount, fundByDate: last } = state;
  const loss = closeOutIfPriced(state, market, now)?.loss;
  const fundByDate = deadlineOf(policy, now, last);
  if (!loss || !policy.topUpPercent || fundByDate <= now) return [];
  if (loss.minor * 100n <= deposit.received.minor * BigInt(policy.topUpPercent)) return [];
  const wanted = add(deposit.initial, loss);
  const amount = wanted.minor < sellAmount.minor ? wanted : sellAmount;
  return amount.minor > deposit.received.minor ? [{ type: 'top_up_required', amount, loss, fundByDate }] : [];
}

/** The deposit that the policy requires for a conversion that settles after the spot date. */
export function depositFor(
  { order, price, valueDate, fundByDate: last }: Event & { type: 'booked' },
  policy: DepositPolicy,
  now: Timestamp,
): Event[] {
  const { percent } = policy;
  if (!percent || valueDate <= spotDate(order, dateOf(now))) return [];
  const { sellAmount } = price;
  const minor = (sellAmount.minor * BigInt(percent) + 99n) / 100n;
  const amount = money(sellAmount.ccyCode, minor);
  return [{ type: 'deposit_required', amount, fundByDate: deadlineOf(policy, now, last) }];
}

/** At most that of the conversion. */
function deadlineOf({ hours }: DepositPolicy, now: Timestamp, last: Timestamp): Timestamp {
  const end = timestamp(new Date(instantOf(now).getTime() + (hours ?? DEPOSIT_HOURS) * HOUR_MS));
  return end < last ? end : last;
}
const HOUR_MS = 3_600_000;

/** Of {@link payDeposit}, for a caller that waits: what happens to the conversion afterwards does not count. */
export function outcomeOfDeposit(state: State): Outcome {
  const { deposit, status } = existing(state);
  if (deposit?.isReceived) return 'done';
  const outcome = outcomeOf(state);
  return outcome === 'done' ? refuse('illegal_transition', `The conversion is ${status}.`) : outcome;
}

interface Transfer {
  readonly transferId: string;
  /** The conversion. */
  readonly relatedEntity: { readonly id: string };
}

/** The ledger has moved the money: of the exchange, of the deposit, or of a cancellation. */
export function transferPosted(state: State, transfer: Transfer): Event[] {
  const { transferId, relatedEntity } = transfer;
  if (transferId === relatedEntity.id) return exchange(state);
  if (isOfDeposit(transfer)) return isPaying(state, transfer) ? [{ type: 'deposit_received' }] : [];
  return cancellationPosted(state, transfer);
}

/** The ledger has declined it: it can be requested again. */
export function transferDeclined(
  state: State,
  declined: Transfer & { readonly reason: ProblemCode },
): Event[] {
  const { transferId, relatedEntity, reason } = declined;
  if (transferId === relatedEntity.id) return declineExchange(state, { reason });
  if (isOfDeposit(declined)) return isPaying(state, declined) ? [{ type: 'deposit_declined', reason }] : [];
  return cancellationDeclined(state, declined);
}

const isOfDeposit = ({ transferId, relatedEntity: { id } }: Transfer): boolean =>
  transferId === depositOf(id) || transferId.startsWith(`${depositOf(id)}/`);

const isPaying = (state: State, { transferId, relatedEntity: { id } }: Transfer): boolean =>
  isAt(state, 'pay-deposit') && transferId === depositOf(id, state.deposit?.payments);

const issueIf = (isWrong: boolean, field: string, code: string, detail: string): FieldIssue[] =>
  isWrong ? [{ pointer: `#/${field}`, code, detail }] : [];
