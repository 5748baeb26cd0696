import type { BankCreditResource, InboundFundsResource } from '@corridor/inbound-funds-contract';
import {
  type Aggregate,
  type CalendarDate,
  type Money,
  type Reference,
  existing,
  lifecycleOf,
} from '@corridor/kernel';

/** Money on an account of the operator: for a wallet, or to be returned (production.md §6). */
export const lifecycle = lifecycleOf('credit', {
  record: { from: ['NEW'], event: 'recorded', to: 'UNMATCHED' },
  match: { from: ['UNMATCHED'], event: 'matched', to: 'MATCHED' },
  return: { from: ['UNMATCHED'], event: 'return_requested', to: 'RETURNING' },
  noteReturned: { from: ['RETURNING'], event: 'returned', to: 'RETURNED' },
  noteNotReturned: { from: ['RETURNING'], event: 'return_failed', to: 'UNMATCHED' },
});

export type State = { readonly status: 'NEW' } | Credit;

interface Credit {
  readonly status: BankCreditResource['status'];
}

/** A line of the bank's statement. */
export interface Line {
  readonly bankReference: string;
  readonly accountNumber: string;
  readonly amount: Money;
  readonly valueDate: CalendarDate;
  readonly reference: string | null;
  readonly sender: InboundFundsResource['sender'];
}

/** The wallet that a credit is for. */
export interface Match {
  readonly by: 'ACCOUNT' | 'REFERENCE' | 'STAFF';
  readonly walletId: string;
  readonly client: Reference;
  readonly inboundFundsId: string;
}

export type Event =
  | ({ readonly type: 'recorded' } & Line)
  | ({ readonly type: 'matched' } & Match)
  | ({ readonly type: 'return_requested' } & Return)
  | { readonly type: 'returned' }
  | { readonly type: 'return_failed'; readonly reason: string };

export const bankCredit: Aggregate<State, Event> = {
  name: 'bank_credit',
  stateVersion: 1,
  initial: { status: 'NEW' },
  evolve: (_, event) => ({ status: lifecycle.statusAfter(event) }),
};

/** A repeated line has no effect. @param match null if nobody knows for whom it is */
export function record(state: State, line: Line, match: Match | null): Event[] {
  if (state.status !== 'NEW') return [];
  return [{ type: 'recorded', ...line }, ...(match ? [{ type: 'matched', ...match } as const] : [])];
}

export function match(state: State, to: Match): Event[] {
  lifecycle.requireStatus(state, 'match');
  return [{ type: 'matched', ...to }];
}

/** Each attempt is a submission of its own. */
export interface Return {
  readonly reason: string;
  readonly submissionId: string;
}

/** To the account that it came from. */
export function giveBack(state: State, to: Return): Event[] {
  lifecycle.requireStatus(state, 'return');
  return [{ type: 'return_requested', ...to }];
}

/** What the bank says of the return. If it comes back, somebody has to decide again. */
export function returnReported(
  state: State,
  { status, reason }: { readonly status: string; readonly reason: string | null },
): Event[] {
  if (existing(state).status !== 'RETURNING') return [];
  if (status === 'SETTLED') return [{ type: 'returned' }];
  if (status !== 'REJECTED' && status !== 'RETURNED') return [];
  return [{ type: 'return_failed', reason: reason ?? 'The bank has not returned it.' }];
}
