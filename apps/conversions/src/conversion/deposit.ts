import { depositOf } from '@corridor/conversions-contract';
import {
  type FieldIssue,
  type Money,
  type Outcome,
  type ProblemCode,
  type Timestamp,
  decimalText,
  existing,
  outcomeOf,
  refuse,
} from '@corridor/kernel';
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
  const most = `${decimalText(sellAmount)} ${sellAmount.ccyCode}`;
  const deadline = fundByDate ?? last;
  const errors = [
    ...issueIf(
      amount.minor > sellAmount.minor,
      'amount',
      'too_large',
      `Must be at most ${most}, the sold amount.`,
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
  return [{ type: 'deposit_payment_requested' }];
}

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
  if (transferId === depositOf(relatedEntity.id))
    return isAt(state, 'pay-deposit') ? [{ type: 'deposit_received' }] : [];
  return cancellationPosted(state, transfer);
}

/** The ledger has declined it: it can be requested again. */
export function transferDeclined(
  state: State,
  declined: Transfer & { readonly reason: ProblemCode },
): Event[] {
  const { transferId, relatedEntity, reason } = declined;
  if (transferId === relatedEntity.id) return declineExchange(state, { reason });
  if (transferId === depositOf(relatedEntity.id))
    return isAt(state, 'pay-deposit') ? [{ type: 'deposit_declined', reason }] : [];
  return cancellationDeclined(state, declined);
}

const issueIf = (isWrong: boolean, field: string, code: string, detail: string): FieldIssue[] =>
  isWrong ? [{ pointer: `#/${field}`, code, detail }] : [];
