import type {
  BankReturnSource,
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
  refuse,
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
  // A payment comes back in parts, or after all.
  returnAgain: { from: ['REJECTED', 'RETURNED'], event: 'returned_again', to: 'RETURNED' },
});

export type State = { readonly status: 'NEW' } | Submission;

interface Submission {
  readonly status: BankSubmissionStatus;
  readonly kind: Request['kind'];
  readonly amount: Money;
  readonly isRejected: boolean;
  /** All that was told, also what is told twice. */
  readonly returns: readonly Told[];
  /** How often money was moved because something came back. */
  readonly moves: number;
  /** If it is not the value date. */
  readonly executionDate: CalendarDate | null;
  /** Of the reports that were applied or contradicted them, with their statuses. */
  readonly reportIds: readonly string[];
}

interface Told {
  readonly source: BankReturnSource;
  readonly bankReference: string | null;
  readonly amount: Money;
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
  | ({
      readonly type: 'returned';
      /** What the bank says. All of it but the excess is for the client. */
      readonly returned: Money;
      /** More than was sent; null for none. */
      readonly excess: Money | null;
      readonly source: BankReturnSource;
    } & Said)
  | ({
      readonly type: 'returned_again';
      readonly returned: Money;
      /** What the client gets now; null if it has it already. */
      readonly credited: Money | null;
      readonly excess: Money | null;
      /** All that has come back of what was sent. */
      readonly total: Money;
      /** How many times money has moved, this one included. */
      readonly number: number;
      readonly source: BankReturnSource;
    } & Said)
  | ({ readonly type: 'contradicted'; readonly status: RailReport['status'] } & Said);

export const submission: Aggregate<State, Event> = {
  name: 'bank_submission',
  stateVersion: 4,
  initial: { status: 'NEW' },
  evolve(state, event) {
    if (event.type === 'requested')
      return {
        ...{ status: lifecycle.statusAfter(event), kind: event.kind, amount: event.amount },
        ...{ isRejected: false, returns: [], moves: 0, executionDate: null, reportIds: [] },
      };
    const before = existing(state);
    if (event.type === 'postponed') return { ...before, executionDate: event.executionDate };
    const said =
      'reportId' in event && event.reportId !== null ? [reportKey(event.reportId, saidBy(event))] : [];
    const after = { ...before, reportIds: [...before.reportIds, ...said] };
    return event.type === 'contradicted'
      ? after
      : { ...after, ...cameBack(before, event), status: lifecycle.statusAfter(event) };
  },
  // The first returns did not say how the bank has told them.
  upcasters: { returned: [(old: object) => ({ excess: null, source: 'MESSAGE', ...old })] },
};

/** A bank that uses an id again for another status says something else. */
const reportKey = (reportId: string, status: RailReport['status']): string => `${reportId} ${status}`;

const saidBy = (event: Extract<Event, Said>): RailReport['status'] =>
  event.type === 'contradicted' ? event.status : lifecycle.statusAfter(event);

function cameBack(before: Submission, event: Event): Partial<Submission> {
  if (event.type === 'rejected') return { isRejected: true, moves: 1 };
  if (event.type !== 'returned' && event.type !== 'returned_again') return {};
  const moves = event.type === 'returned' ? 1 : event.number;
  return { returns: withReturn(before.returns, event), moves };
}

/** What staff record comes on top of all that is known. */
function withReturn(
  before: readonly Told[],
  {
    source,
    bankReference,
    returned,
  }: Pick<Event & { type: 'returned' }, 'source' | 'bankReference' | 'returned'>,
): Told[] {
  const known = source === 'STAFF' ? totalOf(before) - sumOf(before, source) : 0n;
  return [...before, { source, bankReference, amount: { ...returned, minor: returned.minor + known } }];
}

const sumOf = (returns: readonly Told[], source: BankReturnSource): bigint =>
  returns.reduce((sum, one) => (one.source === source ? sum + one.amount.minor : sum), 0n);

/** A bank that tells a return by a message and books it means one return: what counts is who has told more. */
const totalOf = (returns: readonly Told[]): bigint =>
  most(...returns.map(({ source }) => sumOf(returns, source)));

const most = (...all: bigint[]): bigint => all.reduce((one, other) => (one > other ? one : other), 0n);
const least = (one: bigint, other: bigint): bigint => (one < other ? one : other);

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
  if (status === 'RETURNED' && isComingBack(state)) {
    const rest = state.amount.minor - totalOf(state.returns);
    if (rest <= 0n) lifecycle.requireStatus(state, 'return');
    if (said.bankReference !== null && state.returns.some((one) => one.bankReference === said.bankReference))
      throw refuse('illegal_transition', `The return ${said.bankReference} is recorded already.`);
    return [returnOf(state, said, returned ?? { ...state.amount, minor: rest }, 'STAFF')];
  }
  const { amount } = lifecycle.requireStatus(state, commands[status]);
  return [eventOf(status, said, returned ?? amount, amount, 'STAFF')];
}

/** A payment of which money was given back before. */
const isComingBack = (state: State): state is Submission =>
  lifecycle.allows(state, 'returnAgain') && state.kind === 'PAYMENT';

/**
 * What the rail reports may be late, repeated and out of order: a report that adds nothing to what is known has no effect.
 * One that says the opposite is kept for a person, and moves no money.
 */
export function report(state: State, { status, returned, isBooked, ...said }: RailReport): Event[] {
  const { kind, amount, reportIds, returns, status: known } = existing(state);
  if (reportIds.includes(reportKey(said.reportId, status))) return [];
  const contradicted: Event = { type: 'contradicted', status, ...saidOf(said) };
  if (!isPlausible(returned, kind, amount) || isOpposite(known, status)) return [contradicted];
  const [back, source] = [returned ?? amount, isBooked ? 'BOOKING' : 'MESSAGE'] as const;
  if (status === 'RETURNED' && kind === 'PAYMENT') {
    const same = returns.find((one) => one.source === source && isSame(one, said.bankReference, back));
    if (same) return same.amount.minor === back.minor ? [] : [contradicted];
    if (isComingBack(state)) return [returnOf(state, saidOf(said), back, source)];
  }
  // That the bank has not executed it cannot be, if a part of it has come back.
  if (status === 'REJECTED' && kind === 'PAYMENT' && known === 'RETURNED')
    return totalOf(returns) < amount.minor ? [contradicted] : [];
  return lifecycle.allows(state, commands[status])
    ? [eventOf(status, saidOf(said), back, amount, source)]
    : [];
}

/** Of a payment more can come back than was sent: the excess is not the client's. */
const isPlausible = (returned: Money | null, kind: Request['kind'], amount: Money): boolean =>
  !returned ||
  (returned.ccyCode === amount.ccyCode &&
    (kind === 'PAYMENT' ? returned.minor > 0n : returned.minor <= amount.minor));

/** Without a reference of the bank, returns are told apart by their amounts. */
const isSame = (one: Told, bankReference: string | null, { minor }: Money): boolean =>
  one.bankReference === bankReference && (bankReference !== null || one.amount.minor === minor);

/** A further return: who gets how much of it. After a rejection the client has all of it already. */
function returnOf(
  { amount, isRejected, returns, moves }: Submission,
  { reportId, reason, bankReference }: Said,
  returned: Money,
  source: BankReturnSource,
): Event {
  const of = (minor: bigint): Money => ({ ...amount, minor });
  const [before, after] = [returns, withReturn(returns, { source, bankReference, returned })].map(
    totalOf,
  ) as [bigint, bigint];
  const total = least(after, amount.minor);
  const credited = isRejected ? 0n : total - least(before, amount.minor);
  const excess = most(after - amount.minor) - most(before - amount.minor);
  return {
    ...{ type: 'returned_again', returned, total: of(total), source, reportId, reason, bankReference },
    ...{ credited: credited > 0n ? of(credited) : null, excess: excess > 0n ? of(excess) : null },
    number: credited + excess > 0n ? moves + 1 : moves,
  };
}

const isOpposite = (known: BankSubmissionStatus, said: RailReport['status']) =>
  (known === 'REJECTED' && said === 'SETTLED') || (known === 'SETTLED' && said === 'REJECTED');

const saidOf = ({ reportId, reason, bankReference }: Said): Said => ({ reportId, reason, bankReference });

function eventOf(
  status: RailReport['status'],
  said: Said,
  returned: Money,
  sent: Money,
  source: BankReturnSource,
): Event {
  switch (status) {
    case 'ACCEPTED':
      return { type: 'accepted', ...said };
    case 'SETTLED':
      return { type: 'settled', ...said };
    case 'REJECTED':
      return { type: 'rejected', ...said };
    case 'RETURNED':
      return { type: 'returned', returned, excess: excessOf(returned, sent), source, ...said };
  }
}

const excessOf = (returned: Money, sent: Money): Money | null =>
  returned.minor > sent.minor ? { ...sent, minor: returned.minor - sent.minor } : null;
