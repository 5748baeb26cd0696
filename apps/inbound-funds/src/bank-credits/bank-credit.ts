import type { BankCreditResource, InboundFundsResource } from '@corridor/inbound-funds-contract';
import {
  type Aggregate,
  type CalendarDate,
  type Money,
  type Reference,
  moneyText,
  existing,
  lifecycleOf,
} from '@corridor/kernel';

/** Money on an account of the operator: for a wallet, or to be returned (production.md §6). */
export const lifecycle = lifecycleOf('credit', {
  record: { from: ['NEW'], event: 'recorded', to: 'UNMATCHED' },
  match: { from: ['UNMATCHED'], event: 'matched', to: 'MATCHED' },
  return: { from: ['UNMATCHED'], event: 'return_requested', to: 'RETURNING' },
  noteReturned: { from: ['RETURNING'], event: 'returned', to: 'RETURNED' },
  // A return that was executed can still come back.
  noteNotReturned: { from: ['RETURNING', 'RETURNED'], event: 'return_failed', to: 'UNMATCHED' },
  noteRejected: { from: ['MATCHED'], event: 'funds_rejected', to: 'UNMATCHED' },
});

export type State = { readonly status: 'NEW' } | Credit;

interface Credit {
  readonly status: BankCreditResource['status'];
  readonly amount: Money;
  readonly sender: Line['sender'];
  /** Whether its money was told to the books; not if an earlier build has recorded it. */
  readonly isInBooks: boolean;
  /** Of the last return that was requested. */
  readonly submissionId: string | null;
}

/** A line of the bank's statement. */
export interface Line {
  readonly bankReference: string;
  readonly accountNumber: string;
  /** Of the operator, where it is booked; null if nobody knows it. Missing in events of earlier builds. */
  readonly bankAccount?: string | null;
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
  | ({
      readonly type: 'recorded';
      /** Missing in events of earlier builds. */ readonly isInBooks?: true;
    } & Line)
  /** A credit that an earlier build has recorded. */
  | { readonly type: 'entered_in_books' }
  | ({ readonly type: 'matched' } & Match)
  | ({ readonly type: 'return_requested' } & Return)
  | ({ readonly type: 'returned' } & Told)
  | ({ readonly type: 'return_failed'; readonly reason: string } & Told)
  /** The inbound funds that it had become. */
  | { readonly type: 'funds_rejected'; readonly reason: string };

/** For the books; missing if the credit is not in them. */
interface Told {
  readonly moved?: {
    readonly step: 'RETURNED' | 'RETURN_FAILED' | 'CAME_BACK';
    readonly submissionId: string;
    readonly returned: Money | null;
  };
}

export const bankCredit: Aggregate<State, Event> = {
  name: 'bank_credit',
  stateVersion: 3,
  initial: { status: 'NEW' },
  evolve(state, event) {
    if (event.type === 'entered_in_books') return { ...existing(state), isInBooks: true };
    const status = lifecycle.statusAfter(event);
    if (event.type === 'recorded') {
      const { amount, sender, isInBooks = false } = event;
      return { status, amount, sender, isInBooks, submissionId: null };
    }
    const { submissionId } = event.type === 'return_requested' ? event : existing(state);
    return { ...existing(state), status, submissionId };
  },
  upcasters: {
    recorded: [(old: { sender: object }) => ({ ...old, sender: { ultimateDebtor: null, ...old.sender } })],
  },
};

/** A repeated line has no effect. @param match null if nobody knows for whom it is */
export function record(state: State, line: Line, match: Match | null): Event[] {
  if (state.status !== 'NEW') return [];
  return [
    { type: 'recorded', isInBooks: true, ...line },
    ...(match ? [{ type: 'matched', ...match } as const] : []),
  ];
}

/** Tells the books of a credit that waits, if an earlier build has recorded it. */
export const enterInBooks = (state: State): Event[] =>
  state.status === 'UNMATCHED' && !state.isInBooks ? [{ type: 'entered_in_books' }] : [];

export function match(state: State, to: Match): Event[] {
  lifecycle.requireStatus(state, 'match');
  return [...enterInBooks(state), { type: 'matched', ...to }];
}

/** Each attempt is a submission of its own. */
export interface Return {
  readonly reason: string;
  readonly submissionId: string;
}

/** To the account that it came from. */
export function giveBack(state: State, to: Return): Event[] {
  lifecycle.requireStatus(state, 'return');
  return [...enterInBooks(state), { type: 'return_requested', ...to }];
}

/** Whether the bank has named who gets it back, and where. */
export const isReturnable = (sender: Line['sender']): sender is Returnable =>
  sender.accountNumber !== null && sender.name !== null;

type Returnable = Line['sender'] & { readonly accountNumber: string; readonly name: string };

/** The inbound funds are rejected: it goes back to its sender, or waits for a person if the bank has not named the account. */
export function fundsRejected(state: State, back: Return): Event[] {
  if (!lifecycle.allows(state, 'noteRejected')) return [];
  const { reason } = back;
  const rejected: Event = { type: 'funds_rejected', reason };
  const late: Event[] = existing(state).isInBooks ? [] : [{ type: 'entered_in_books' }];
  return isReturnable(state.sender)
    ? [rejected, ...late, { type: 'return_requested', ...back }]
    : [rejected, ...late];
}

/** What the bank says of a return. */
export interface ReturnReport {
  readonly submissionId: string;
  readonly status: 'ACCEPTED' | 'SETTLED' | 'REJECTED' | 'RETURNED';
  readonly reason: string | null;
  /** What came back; null if all of it, or nothing. */
  readonly returned: Money | null;
}

/** If it comes back, also after it was executed, somebody has to decide again. What is said of earlier returns changes nothing. */
export function returnReported(state: State, report: ReturnReport): Event[] {
  const { status, submissionId, amount, isInBooks } = existing(state);
  if (report.submissionId !== submissionId) return [];
  const toldOf = (step: 'RETURNED' | 'RETURN_FAILED' | 'CAME_BACK', back: Money | null): Told =>
    isInBooks ? { moved: { step, submissionId, returned: back } } : {};
  if (status === 'RETURNING' && report.status === 'SETTLED')
    return [{ type: 'returned', ...toldOf('RETURNED', null) }];
  const isBack = report.status === 'RETURNED' || (report.status === 'REJECTED' && status === 'RETURNING');
  if (!isBack || !lifecycle.allows(state, 'noteNotReturned')) return [];
  const reason = report.reason ?? 'The bank has not returned it.';
  const { returned } = report;
  const isLess = returned !== null && returned.minor < amount.minor;
  const part = isLess ? ` Only ${moneyText(returned)} has come back.` : '';
  const step = status === 'RETURNED' ? 'CAME_BACK' : 'RETURN_FAILED';
  const failed: Event = { type: 'return_failed', reason: reason + part, ...toldOf(step, returned) };
  return isInBooks ? [failed] : [failed, { type: 'entered_in_books' }];
}
