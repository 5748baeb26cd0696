import type { PaymentType } from '@corridor/contracts';
import type {
  BeneficiaryResource,
  BeneficiarySummary,
  ChargeType,
  PaymentStatus,
  PaymentSubStatus,
  SwiftSubmission,
} from '@corridor/payments-contract';
import {
  type Aggregate,
  type CalendarDate,
  type Money,
  type ProblemCode,
  type Refusal,
  refuse,
  subtract,
} from '@corridor/kernel';
import { invalid } from '../issues.js';
import { payable } from '../route.js';

/**
 * Money on its way from a wallet to a beneficiary's bank (interface-spec 2.4, 3.2).
 *
 *   DRAFT          authorise                                   READY_TO_SEND
 *   READY_TO_SEND  send   funds_requested  → money taken       SENT
 *   SENT           fail   return_requested → money returned    FAILED
 *
 * The payment of an instruction is made once its money is taken, and is SENT from the start. A step that is declined
 * leaves the status where it was. While a step is in flight no other command is taken.
 */
export type State = { readonly status: 'NEW' } | Payment;

interface Payment extends Pick<Terms, 'amount' | 'paymentType'> {
  readonly status: PaymentStatus;
  readonly subStatus: PaymentSubStatus;
  readonly conversionId: string | null;
  readonly step: Step | null;
  /** Why the last step ended without effect; null while one is in flight and after one succeeded. */
  readonly declined: ProblemCode | null;
}

type Step =
  | { readonly to: 'SENT' }
  | { readonly to: 'FAILED'; readonly reason: string; readonly returned: Money }
  /** The conversion that had brought the money still shows the payment as it was. */
  | { readonly to: 'NOTED' };

export type Event =
  | ({ readonly type: 'created' } & Terms)
  | { readonly type: 'authorised' }
  | { readonly type: 'funds_requested'; readonly amount: Money; readonly beneficiary: BeneficiaryResource }
  | { readonly type: 'send_declined'; readonly reason: ProblemCode }
  | ({ readonly type: 'sent' } & Dispatch)
  | { readonly type: 'completed' }
  | ({ readonly type: 'return_requested' } & Return)
  | { readonly type: 'return_declined'; readonly reason: ProblemCode }
  | {
      readonly type: 'failed';
      readonly reason: string;
      /** Null when nothing had left. */
      readonly returned: Money | null;
      /** The conversion that has to be told; missing in events of old, when none was. */
      readonly conversionId?: string | null;
    }
  | { readonly type: 'failure_noted' }
  | { readonly type: 'cancelled'; readonly reason: string };

export interface Terms {
  readonly reference: string;
  readonly beneficiary: BeneficiarySummary;
  readonly amount: Money;
  readonly narrative: string;
  /** The narrative where it is left out. */
  readonly reason?: string | null;
  readonly purposeCode?: string | null;
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

/** How the money comes back. */
export interface Return {
  readonly reason: string;
  readonly returned: Money;
  /** What the networks keep; null for nothing. */
  readonly deduction: Money | null;
}

export const statusAfter = {
  created: ['DRAFT', 'NEW'],
  authorised: ['READY_TO_SEND', 'AUTHORISED'],
  sent: ['SENT', 'SUBMITTED'],
  completed: ['SENT', 'COMPLETED'],
  failed: ['FAILED', 'FAILED'],
  cancelled: ['CANCELLED', 'CANCELLED'],
} as const satisfies Partial<Record<Event['type'], readonly [PaymentStatus, PaymentSubStatus]>>;

export const payment: Aggregate<State, Event> = {
  name: 'payment',
  stateVersion: 2,
  initial: { status: 'NEW' },
  evolve: (state, event) =>
    event.type === 'created' ? agreed(event) : { ...made(state), ...changedBy(event, made(state)) },
};

const agreed = ({ amount, paymentType }: Terms): Payment => ({
  ...stands('created'),
  amount,
  paymentType,
  conversionId: null,
});

function stands(type: keyof typeof statusAfter) {
  const [status, subStatus] = statusAfter[type];
  return { status, subStatus, step: null, declined: null };
}

function changedBy(event: Exclude<Event, { type: 'created' }>, { conversionId }: Payment): Partial<Payment> {
  switch (event.type) {
    case 'funds_requested':
      return { step: { to: 'SENT' }, declined: null };
    case 'return_requested':
      return { step: { to: 'FAILED', reason: event.reason, returned: event.returned }, declined: null };
    case 'send_declined':
    case 'return_declined':
      return { step: null, declined: event.reason };
    case 'sent':
      return { ...stands('sent'), conversionId: event.conversionId };
    case 'failed':
      return { ...stands('failed'), step: event.conversionId && conversionId ? { to: 'NOTED' } : null };
    case 'failure_noted':
      return { step: null };
    default:
      return stands(event.type);
  }
}

// -- Commands: of the client, of the simulators, of the automation in PRODUCTION. Creation is in creation.ts.

/** What it says has been looked at, and can be sent. */
export function authorise(state: State): Event[] {
  from(state, 'DRAFT');
  return [{ type: 'authorised' }];
}

/** Compliance looks at what it says: lets it pass, or stops it before it leaves. */
export function examine(state: State, { objection }: { objection: string | null }): Event[] {
  const passed = authorise(state);
  if (objection === null) return passed;
  return [...passed, { type: 'failed', reason: objection, returned: null, conversionId: null }];
}

/** @param beneficiary as it is now: what becomes of it later does not concern this payment any more */
export function send(state: State, { beneficiary }: { beneficiary: BeneficiaryResource | null }): Event[] {
  const { amount, paymentType } = from(state, 'READY_TO_SEND');
  const payee = payable(beneficiary, { ccyCode: amount.ccyCode, paymentType });
  return [{ type: 'funds_requested', amount, beneficiary: payee }];
}

/** The beneficiary's bank has credited the account. */
export function complete(state: State): Event[] {
  submitted(from(state, 'SENT'));
  return [{ type: 'completed' }];
}

export interface Failure {
  readonly reason: string;
  /** What the networks keep of a sent payment, in its currency. Of what had not left nobody keeps anything. */
  readonly deduction: Money | null;
}

/** Compliance stops it before it leaves; or the beneficiary's bank could not credit the account, and sends it back. */
export function fail(state: State, { reason, deduction }: Failure): Event[] {
  const { status, amount } = from(state, 'READY_TO_SEND', 'SENT');
  if (status === 'READY_TO_SEND') return [{ type: 'failed', reason, returned: null, conversionId: null }];
  submitted(state as Payment);
  if (deduction && deduction.minor >= amount.minor) throw invalid(nothingLeft);
  const returned = deduction ? subtract(amount, deduction) : amount;
  return [{ type: 'return_requested', reason, returned, deduction }];
}

const nothingLeft = {
  pointer: '#/deduction',
  code: 'too_large',
  detail: 'Must be less than the amount of the payment.',
};

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

// -- Facts about a step. One that comes twice, too late or for another step changes nothing.

export const fundsTaken = (state: State, dispatch: Dispatch): Event[] =>
  stepOf(state)?.to === 'SENT' ? [{ type: 'sent', ...dispatch }] : [];

/** A transfer of the ledger, about this payment or not. */
export interface Transfer {
  readonly transferId: string;
  readonly relatedEntity: { readonly id: string };
}

export function fundsReturned(state: State, { transferId, relatedEntity }: Transfer): Event[] {
  const step = stepOf(state);
  if (step?.to !== 'FAILED' || transferId !== returnOf(relatedEntity.id)) return [];
  const { reason, returned } = step;
  return [{ type: 'failed', reason, returned, conversionId: made(state).conversionId }];
}

export function transferDeclined(
  state: State,
  { transferId, relatedEntity: { id }, reason }: Transfer & { readonly reason: ProblemCode },
): Event[] {
  const step = stepOf(state);
  if (step?.to === 'SENT' && transferId === id) return [{ type: 'send_declined', reason }];
  if (step?.to === 'FAILED' && transferId === returnOf(id)) return [{ type: 'return_declined', reason }];
  return [];
}

export const failureNoted = (state: State): Event[] =>
  stepOf(state)?.to === 'NOTED' ? [{ type: 'failure_noted' }] : [];

/** What has become of the step that a command began, for the one who waits for it. */
export function outcome(state: State): 'pending' | 'done' | Refusal {
  const { step, declined } = made(state);
  if (step) return 'pending';
  return declined ? refuse(declined) : 'done';
}

/** For jobs that run again and again: the command where the payment rests in this status, else nothing. */
export const resting =
  (status: PaymentStatus, command: (state: State) => Event[]) =>
  (state: State): Event[] =>
    state.status === status && state.step === null ? command(state) : [];

/** Under this id the money of a payment comes back. The payment's own id is that of the transfer by which it left. */
export const returnOf = (paymentId: string): string => `${paymentId}/return`;

const stepOf = (state: State): Step | null => (state.status === 'NEW' ? null : state.step);

function made(state: State): Payment {
  if (state.status === 'NEW') throw refuse('not_found');
  return state;
}

/** @throws Refusal unless the payment stands in one of these statuses with no step in flight */
function from(state: State, ...legal: PaymentStatus[]): Payment {
  const { step, status } = made(state);
  if (step) throw refuse('step_in_progress');
  if (!legal.includes(status)) throw refuse('illegal_transition', `The payment is ${status}.`);
  return made(state);
}

/** Nothing more is known of it: the beneficiary's bank has neither taken nor returned it. */
function submitted({ subStatus }: Payment): void {
  if (subStatus !== 'SUBMITTED') throw refuse('illegal_transition', `The payment is ${subStatus}.`);
}
