import { type CalendarDate, type Money, decimalText, subtract } from '@corridor/kernel';
import { type Event, type State, complete, fail, lifecycle } from './payment.js';

/** What the bank says of a sent payment. */
export interface BankReport {
  readonly status: 'ACCEPTED' | 'SETTLED' | 'REJECTED' | 'RETURNED';
  readonly reason: string | null;
  /** What came back, up to the amount; null for all of it, and if nothing did. */
  readonly returned: Money | null;
}

export function reported(state: State, { status, reason, returned }: BankReport): Event[] {
  switch (status) {
    case 'ACCEPTED':
      return lifecycle.whenResting('accept', accept, { reason: reason ?? 'The bank has accepted it.' })(
        state,
      );
    case 'SETTLED':
      return lifecycle.whenResting('complete', complete)(state);
    default:
      return broughtBack(state, returned, reason ?? 'The bank has not executed the payment.');
  }
}

/** A declined return is tried again by the same report. */
function broughtBack(state: State, returned: Money | null, reason: string): Event[] {
  if (state.status !== 'SENT' || state.step) return [];
  const back = returned ?? state.amount;
  const deduction = back.minor < state.amount.minor ? subtract(state.amount, back) : null;
  return fail(state, { reason: reason + whereReturnedMoneyIs(back), deduction });
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
const whereReturnedMoneyIs = (returned: Money): string =>
  ` ${returned.ccyCode} ${decimalText(returned)} is back in the ${returned.ccyCode} wallet.`;
