import { type CalendarDate, type Money, add, moneyText, subtract } from '@corridor/kernel';
import { type Event, type State, complete, fail, lifecycle } from './payment.js';

/** What the bank says of a sent payment. */
export interface BankReport {
  readonly status: 'ACCEPTED' | 'SETTLED' | 'REJECTED' | 'RETURNED';
  readonly reason: string | null;
  /** What came back for the client, up to the amount; null for all of it, and if nothing did. */
  readonly returned: Money | null;
  /** Of the parts in which it comes back: 1 for the first. */
  readonly number: number;
}

export function reported(state: State, { status, reason, returned, number }: BankReport): Event[] {
  switch (status) {
    case 'ACCEPTED':
      return lifecycle.whenResting('accept', accept, { reason: reason ?? 'The bank has accepted it.' })(
        state,
      );
    case 'SETTLED':
      return lifecycle.whenResting('complete', complete)(state);
    default:
      return number === 1
        ? broughtBack(state, returned, reason ?? 'The bank has not executed the payment.')
        : moreBroughtBack(state, returned, number, reason ?? 'The bank has returned more of it.');
  }
}

/** A declined return is tried again by the same report. */
function broughtBack(state: State, returned: Money | null, reason: string): Event[] {
  if (state.status !== 'SENT' || state.step) return [];
  const back = returned ?? state.amount;
  const deduction = back.minor < state.amount.minor ? subtract(state.amount, back) : null;
  return fail(state, { reason: reason + whereReturnedMoneyIs(back, deduction), deduction });
}

/** One after the other: what comes too early is told again. */
function moreBroughtBack(state: State, back: Money | null, number: number, reason: string): Event[] {
  if (state.status !== 'FAILED' || state.step || !state.returned || !back) return [];
  if (number !== state.returns + 1) return [];
  const total = add(state.returned, back);
  const where = ` Another ${moneyText(back)} is back in the ${back.ccyCode} wallet: ${moneyText(total)} of ${moneyText(state.amount)}.`;
  return [{ type: 'return_requested', reason: reason + where, returned: back, deduction: null, number }];
}

/** The bank has taken it on: an entry in the history, once. */
export function accept(state: State, { reason }: { reason: string }): Event[] {
  const { isAccepted } = lifecycle.requireStatus(state, 'accept');
  return isAccepted ? [] : [{ type: 'accepted', reason }];
}

/** The bank has it after its cut-off. */
export function postpone(state: State, { executionDate }: { executionDate: CalendarDate }): Event[] {
  const { conversionId } = lifecycle.requireStatus(state, 'postpone');
  const reason = `The bank got it after its cut-off, and executes it on ${executionDate}.`;
  return [{ type: 'postponed', reason, executionDate, conversionId }];
}

/** It tells the client. */
function whereReturnedMoneyIs(returned: Money, kept: Money | null): string {
  const charge = kept ? `, and the banks have kept ${moneyText(kept)}` : '';
  return ` ${moneyText(returned)} is back in the ${returned.ccyCode} wallet${charge}.`;
}
