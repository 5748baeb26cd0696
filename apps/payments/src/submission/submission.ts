import type {
  BankSubmissionStatus,
  Creditor,
  ChargeType,
  submissionKinds,
} from '@corridor/payments-contract';
import type { PaymentType } from '@corridor/contracts';
import {
  type Aggregate,
  type CalendarDate,
  type Money,
  type Reference,
  existing,
  lifecycleOf,
} from '@corridor/kernel';
import type { RailReport } from '../rail/payment-rail.js';

/** What leaves through the bank: the money of a payment, or of a credit that goes back (production.md §6). */
export const lifecycle = lifecycleOf('submission', {
  request: { from: ['NEW'], event: 'requested', to: 'REQUESTED' },
  handOver: { from: ['REQUESTED'], event: 'handed_over', to: 'HANDED_OVER' },
  // A bank may say these before it is recorded here that it has the payment.
  accept: { from: ['REQUESTED', 'HANDED_OVER'], event: 'accepted', to: 'ACCEPTED' },
  settle: { from: ['REQUESTED', 'HANDED_OVER', 'ACCEPTED'], event: 'settled', to: 'SETTLED' },
  reject: { from: ['REQUESTED', 'HANDED_OVER', 'ACCEPTED'], event: 'rejected', to: 'REJECTED' },
  return: { from: ['REQUESTED', 'HANDED_OVER', 'ACCEPTED', 'SETTLED'], event: 'returned', to: 'RETURNED' },
});

export type State = { readonly status: 'NEW' } | Submission;

interface Submission {
  readonly status: BankSubmissionStatus;
  readonly amount: Money;
  /** If it is not the value date. */
  readonly executionDate: CalendarDate | null;
  /** Of the reports that were applied or contradicted them. */
  readonly reportIds: readonly string[];
}

export interface Request {
  readonly kind: (typeof submissionKinds)[number];
  readonly subjectId: string;
  readonly client: Reference | null;
  readonly amount: Money;
  readonly instructed: Money;
  readonly valueDate: CalendarDate;
  readonly paymentType: PaymentType;
  readonly chargeType: ChargeType | null;
  readonly orderingParty: string;
  readonly creditor: Creditor;
  readonly narrative: string | null;
  readonly purposeCode: string | null;
}

/** Of earlier builds only lines of the address are stored. */
type StoredCreditor = Omit<Creditor, 'address'> & Partial<Pick<Creditor, 'address'>>;

/** What was said of it, by the rail or by staff. */
export interface Said {
  readonly reportId: string | null;
  readonly reason: string | null;
  readonly bankReference: string | null;
}

export type Event =
  | ({ readonly type: 'requested' } & Omit<Request, 'creditor'> & { readonly creditor: StoredCreditor })
  | { readonly type: 'handed_over' }
  | { readonly type: 'postponed'; readonly executionDate: CalendarDate }
  | ({ readonly type: 'accepted' } & Said)
  | ({ readonly type: 'settled' } & Said)
  | ({ readonly type: 'rejected' } & Said)
  | ({ readonly type: 'returned'; readonly returned: Money } & Said)
  | ({ readonly type: 'contradicted'; readonly status: RailReport['status'] } & Said);

export const submission: Aggregate<State, Event> = {
  name: 'bank_submission',
  stateVersion: 2,
  initial: { status: 'NEW' },
  evolve(state, event) {
    if (event.type === 'requested')
      return {
        ...{ status: lifecycle.statusAfter(event), amount: event.amount },
        ...{ executionDate: null, reportIds: [] },
      };
    const before = existing(state);
    if (event.type === 'postponed') return { ...before, executionDate: event.executionDate };
    const said = 'reportId' in event && event.reportId !== null ? [event.reportId] : [];
    const after = { ...before, reportIds: [...before.reportIds, ...said] };
    return event.type === 'contradicted' ? after : { ...after, status: lifecycle.statusAfter(event) };
  },
};

/** The id of the submission of a payment: it is submitted once. */
export const submissionIdOf = (paymentId: string): string => paymentId.replace(/^pmt_/, 'sub_');

/** A repeated request has no effect. */
export const request = (state: State, asked: Request): Event[] =>
  state.status === 'NEW' ? [{ type: 'requested', ...asked }] : [];

/** The rail has it. @param executionDate if the bank executes it after its value date */
export const handOver = (state: State, executionDate: CalendarDate | null): Event[] => [
  ...(lifecycle.allows(state, 'handOver') ? [{ type: 'handed_over' } as const] : []),
  ...(executionDate && existing(state).executionDate !== executionDate
    ? [{ type: 'postponed', executionDate } as const]
    : []),
];

const commands = { ACCEPTED: 'accept', SETTLED: 'settle', REJECTED: 'reject', RETURNED: 'return' } as const;

/** @throws Refusal `not_found`, `illegal_transition` */
export function record(
  state: State,
  status: RailReport['status'],
  said: Said,
  returned: Money | null,
): Event[] {
  const { amount } = lifecycle.requireStatus(state, commands[status]);
  return [eventOf(status, said, returned ?? amount)];
}

/**
 * What the rail reports may be late, repeated and out of order: a report that adds nothing to what is known has no effect.
 * One that says the opposite is kept for a person, and moves no money.
 */
export function report(state: State, { status, returned, ...said }: RailReport): Event[] {
  const { amount, reportIds, status: known } = existing(state);
  if (reportIds.includes(said.reportId)) return [];
  const isPlausible = !returned || (returned.ccyCode === amount.ccyCode && returned.minor <= amount.minor);
  if (!isPlausible || isOpposite(known, status)) return [{ type: 'contradicted', status, ...saidOf(said) }];
  return lifecycle.allows(state, commands[status]) ? [eventOf(status, saidOf(said), returned ?? amount)] : [];
}

const isOpposite = (known: BankSubmissionStatus, said: RailReport['status']) =>
  (known === 'REJECTED' && said === 'SETTLED') || (known === 'SETTLED' && said === 'REJECTED');

const saidOf = ({ reportId, reason, bankReference }: Said): Said => ({ reportId, reason, bankReference });

function eventOf(status: RailReport['status'], said: Said, returned: Money): Event {
  switch (status) {
    case 'ACCEPTED':
      return { type: 'accepted', ...said };
    case 'SETTLED':
      return { type: 'settled', ...said };
    case 'REJECTED':
      return { type: 'rejected', ...said };
    case 'RETURNED':
      return { type: 'returned', returned, ...said };
  }
}
