import type {
  BeneficiaryResource,
  BeneficiarySummary,
  ChargeType,
  PaymentStatus,
  PaymentSubStatus,
  PaymentType,
  SwiftSubmission,
} from '@corridor/contracts';
import { type Aggregate, type CalendarDate, type Money, refuse } from '@corridor/kernel';

/** Money on its way from a wallet to a beneficiary's bank (interface-spec 2.4, 3.2). */
export interface State {
  readonly status: 'NEW' | PaymentStatus;
}

export type Event =
  | ({ readonly type: 'created' } & Terms)
  | { readonly type: 'authorised' }
  | ({ readonly type: 'sent' } & Dispatch)
  | { readonly type: 'completed' }
  | { readonly type: 'failed'; readonly reason: string; readonly returned: Money | null }
  | { readonly type: 'cancelled'; readonly reason: string };

export interface Terms {
  readonly reference: string;
  readonly beneficiary: BeneficiarySummary;
  readonly amount: Money;
  readonly narrative: string;
  readonly paymentDate: CalendarDate;
  readonly paymentType: PaymentType;
  readonly chargeType: ChargeType | null;
  readonly paymentInstructionId: string | null;
  readonly metadata: string | null;
}

/** How a payment left. */
export interface Dispatch {
  /** The beneficiary as it was then, bank details included: from here on nothing about it changes. */
  readonly snapshot: BeneficiaryResource;
  readonly swiftSubmission: SwiftSubmission | null;
  /** The conversion that brought the money, and has to be told. */
  readonly conversionId: string | null;
}

export const statusAfter: Record<Event['type'], readonly [PaymentStatus, PaymentSubStatus]> = {
  created: ['DRAFT', 'NEW'],
  authorised: ['READY_TO_SEND', 'AUTHORISED'],
  sent: ['SENT', 'SUBMITTED'],
  completed: ['SENT', 'COMPLETED'],
  failed: ['FAILED', 'FAILED'],
  cancelled: ['CANCELLED', 'CANCELLED'],
};

export const payment: Aggregate<State, Event> = {
  name: 'payment',
  stateVersion: 1,
  initial: { status: 'NEW' },
  evolve: (_, { type }) => ({ status: statusAfter[type][0] }),
};

export function create(state: State, terms: Terms): Event[] {
  from(state, 'NEW');
  return [{ type: 'created', ...terms }];
}

export function authorise(state: State): Event[] {
  from(state, 'DRAFT');
  return [{ type: 'authorised' }];
}

/** The wallet has been debited: without that no payment is sent. */
export function send(state: State, dispatch: Dispatch): Event[] {
  from(state, 'READY_TO_SEND');
  return [{ type: 'sent', ...dispatch }];
}

/** The beneficiary's bank has credited the account. */
export function complete(state: State): Event[] {
  from(state, 'SENT');
  return [{ type: 'completed' }];
}

export interface Failure {
  readonly reason: string;
  /** What came back of a sent payment, after the networks' deductions. Before sending nothing had left. */
  readonly returned: Money | null;
}

export function fail(state: State, { reason, returned }: Failure): Event[] {
  from(state, 'READY_TO_SEND', 'SENT');
  return [{ type: 'failed', reason, returned: state.status === 'SENT' ? returned : null }];
}

export function cancel(state: State, { reason }: { reason: string }): Event[] {
  from(state, 'DRAFT');
  return [{ type: 'cancelled', reason }];
}

/**
 * The whole way of an instruction's payment at once: its money has been taken, and before that no one sees it.
 * A second time nothing happens.
 */
export function pay(state: State, { terms, dispatch }: { terms: Terms; dispatch: Dispatch }): Event[] {
  if (state.status !== 'NEW') return [];
  return [{ type: 'created', ...terms }, { type: 'authorised' }, { type: 'sent', ...dispatch }];
}

function from({ status }: State, ...legal: State['status'][]): void {
  if (legal.includes(status)) return;
  throw status === 'NEW' ? refuse('not_found') : refuse('illegal_transition', `The payment is ${status}.`);
}
