import { type Offer, closeOutOf, closeOutOfDeposit, depositRefundOf } from '@corridor/conversions-contract';
import { type ProblemCode, type Timestamp, dateOf, instantOf, timestamp } from '@corridor/kernel';
import { type SettledCloseOut, chargedInFull, closeOutAt, closeOutIfPriced, owed } from './close-out.js';
import {
  type Booked,
  type Event,
  type State,
  awaitsDeposit,
  declineExchange,
  exchangeFor,
  isAt,
  lifecycle,
  requestExchange,
  requireOwn,
} from './conversion.js';
import { receivedOf } from './held-deposit.js';

/**
 * How a conversion ends without being exchanged: by the client, or by the calendar. In PRODUCTION it is closed out at the
 * market (ADR 44); in the SANDBOX it costs nothing (interface-spec 3.3).
 */

/** How long the cost of a cancellation is charged as it was shown. */
export const VALID_MS = 60_000;

export interface Cancellation {
  readonly reason: string;
  /** Null in the SANDBOX, where a cancellation costs nothing. */
  readonly market: Offer | null;
  readonly now: Timestamp;
}

/** By the client, whose own conversion it has to be. @throws Refusal also without a price of the opposite trade */
export function cancel(state: State, { reason, market, now }: Cancellation): Event[] {
  const booked = cancellable(state);
  if (!market) return free(booked, reason);
  const { cancellationQuote: shown } = booked;
  return closedOut(booked, reason, {
    settled: chargedInFull(shown && now < shown.expiresOn ? shown : closeOutAt(booked, market, now)),
    isForced: false,
  });
}

const NO_RATES: Offer = { quotes: [], halted: [], plan: null };

/** What it would cost now. @throws Refusal as {@link cancel} */
export function quoteCancellation(state: State, { market, now }: Omit<Cancellation, 'reason'>): Event[] {
  const booked = cancellable(state);
  const expiresOn = timestamp(new Date(instantOf(now).getTime() + VALID_MS));
  return [{ type: 'close_out_quoted', ...closeOutAt(booked, market ?? NO_RATES, now), expiresOn }];
}

function cancellable(state: State): Booked {
  const booked = lifecycle.requireStatus(state, 'cancel');
  requireOwn(booked, 'can be cancelled only while it is PENDING');
  return booked;
}

/** The first moment after fundByDate. */
export const expiresOn = (fundByDate: Timestamp): Timestamp =>
  timestamp(new Date(instantOf(fundByDate).getTime() + 1));

/** The calendar, and the market at which it closes out; null in the SANDBOX. */
export interface Due {
  readonly now: Timestamp;
  readonly market?: Offer | null;
  /** Whether an exchange that was declined for this reason is requested again: each attempt is written down. Always, unless given. */
  readonly isTriedAgain?: (declined: ProblemCode) => boolean;
}

/**
 * The calendar's actions: the exchange on the value date, the cancellation after fundByDate, also that of the deposit. A
 * pending request to the ledger is waited for.
 */
export function comeDue(state: State, { now, market = null, isTriedAgain = () => true }: Due): Event[] {
  if (!lifecycle.allows(state, 'exchange') || state.step) return [];
  const awaits = awaitsDeposit(state);
  if (awaits && now > state.deposit.fundByDate)
    return cancelled(state, 'DEPOSIT_NOT_RECEIVED', { now, market });
  if (awaits || dateOf(now) < state.valueDate) return [];
  if (now > state.fundByDate) return cancelled(state, 'NOT_FUNDED', { now, market });
  return state.declined === null || isTriedAgain(state.declined) ? requestExchange(state, { now }) : [];
}

/** Without a price of the opposite trade it is tried again. */
function cancelled(state: Booked, reason: string, { now, market }: Due): Event[] {
  if (!market) return free(state, reason);
  const closeOut = closeOutIfPriced(state, market, now);
  return closeOut ? closedOut(state, reason, { settled: chargedInFull(closeOut), isForced: true }) : [];
}

/** A received deposit comes back first: the conversion is cancelled when the ledger has moved it. */
function free(booked: Booked, reason: string): Event[] {
  const refund = receivedOf(booked.deposit);
  return [refund ? { type: 'deposit_refund_requested', reason, refund } : { type: 'cancelled', reason }];
}

interface CloseOutStep {
  readonly settled: SettledCloseOut;
  readonly isForced: boolean;
}

/**
 * If money has to move, it is cancelled when the ledger has moved it: the deposit comes back, the loss is charged, or both. So is the
 * conversion of an instruction in any case: payments may ask the ledger for its exchange, and the ledger posts one of the two.
 */
function closedOut(booked: Booked, reason: string, { settled, isForced }: CloseOutStep): Event[] {
  const refund = receivedOf(booked.deposit);
  const isAtOnce = settled.loss.minor === 0n && !refund && booked.paymentInstructionId === null;
  return isAtOnce
    ? [{ type: 'cancelled', reason, closeOut: settled }]
    : [{ type: 'close_out_requested', reason, settled, isForced, ...(refund && { refund }) }];
}

/** The transfer that takes the loss; another one for the part that the deposit covers. */
export const chargeOf = (conversionId: string, { receivable }: Pick<SettledCloseOut, 'receivable'>): string =>
  (receivable.minor === 0n ? closeOutOf : closeOutOfDeposit)(conversionId);

interface Transfer {
  readonly transferId: string;
  readonly relatedEntity: { readonly id: string };
}

/** Whether it is the transfer, or one of the transfers, for which the cancellation waits. */
function isAwaited(state: State, { transferId, relatedEntity: { id } }: Transfer) {
  if (!isAt(state, 'cancel')) return false;
  const { closeOut } = state.step;
  if (!closeOut) return transferId === depositRefundOf(id);
  const { settled } = closeOut;
  // Earlier builds request the refund alone if there is no loss.
  const isRefundAlone = settled.loss.minor === 0n && transferId === depositRefundOf(id);
  return isRefundAlone || transferId === chargeOf(id, settled);
}

/** The ledger has moved the money of the cancellation. */
export function cancellationPosted(state: State, transfer: Transfer): Event[] {
  if (!isAt(state, 'cancel') || !isAwaited(state, transfer)) return [];
  const { reason, closeOut } = state.step;
  return [{ type: 'cancelled', reason, ...(closeOut && { closeOut: closeOut.settled }) }];
}

/**
 * The ledger has declined it. A cancellation by the client changes nothing. One by the calendar does not depend on the funds of
 * the client: what the deposit does not cover is owed.
 */
export function cancellationDeclined(
  state: State,
  { reason: why, ...transfer }: Transfer & { readonly reason: ProblemCode },
): Event[] {
  if (!isAt(state, 'cancel') || !isAwaited(state, transfer)) return [];
  const { reason, closeOut } = state.step;
  if (!closeOut) return [{ type: 'deposit_refund_declined', reason: why }];
  const { settled, isForced } = closeOut;
  const rest = owed(settled, receivedOf(state.deposit));
  const isOwed = isForced && why === 'insufficient_funds' && settled.receivable.minor === 0n;
  return isOwed && rest.receivable.minor > 0n
    ? closedOut(state, reason, { settled: rest, isForced })
    : [{ type: 'close_out_declined', reason: why }];
}

interface Transfers {
  readonly transfers: readonly Transfer[];
}

/** Several transfers at once: those of an exchange, or of a cancellation. */
export function transfersPosted(
  state: State,
  { transfers, payment }: Transfers & Parameters<typeof exchangeFor>[1],
): Event[] {
  const isExchange = transfers.some(({ transferId, relatedEntity: { id } }) => transferId === id);
  if (isExchange) return exchangeFor(state, { payment });
  return transfers.flatMap((one) => cancellationPosted(state, one)).slice(0, 1);
}

export function transfersDeclined(
  state: State,
  { transfers, reason }: Transfers & { readonly reason: ProblemCode },
): Event[] {
  const [own] = transfers.filter((one) => isAwaited(state, one));
  return own ? cancellationDeclined(state, { ...own, reason }) : declineExchange(state, { reason });
}
