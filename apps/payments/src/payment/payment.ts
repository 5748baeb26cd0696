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
  type EventIn,
  type Money,
  type ProblemCode,
  type Process,
  type ProcessStep,
  add,
  atRest,
  existing,
  reached,
  stepBegun,
  stepDeclined,
  subtract,
} from '@corridor/kernel';
import type { ApprovalEvent } from '../approval/approval.js';
import type { Stopped } from '../stop/stop.js';
import type { Policy } from '@corridor/payments-contract';
import { invalid } from '../issues.js';
import { type Grant, type NotSent, coverOf, grantOf, notSent } from '../covering.js';
import { payable } from '../route.js';
import type { Dispatch, SubmissionRequest } from './dispatch.js';
import { lifecycle } from './lifecycle.js';

export { lifecycle };

export type State = { readonly status: 'NEW' } | Payment;

interface Payment extends Pick<Terms, 'amount' | 'paymentType'>, Process<Step> {
  readonly status: PaymentStatus;
  readonly subStatus: PaymentSubStatus;
  /** Of the SWIFT message while the outcome is open; null before it is sent, and without one. */
  readonly swiftStatus: SwiftSubmission['status'] | null;
  /** By the bank. */
  readonly isAccepted: boolean;
  readonly conversionId: string | null;
  /** What has come back to the wallet; null for nothing. */
  readonly returned: Money | null;
  /** In so many parts. */
  readonly returns: number;
  /** How often it has asked for cover. */
  readonly covers: number;
}

type Step =
  /** It asks for cover, then for the money; null if it needs none. */
  | (ProcessStep<'send'> & { readonly grant: Grant | null; readonly awaitsCover: boolean })
  | (ProcessStep<'fail'> & { readonly reason: string; readonly returned: Money; readonly number: number })
  /** The funding conversion does not show the failure yet. */
  | ProcessStep<'note_failure'>;

export type Event =
  | ({ readonly type: 'created' } & Terms)
  | { readonly type: 'fee_set'; readonly fee: Money | null }
  | ApprovalEvent
  | { readonly type: 'authorised' }
  | { readonly type: 'suspended'; readonly reason: string }
  | { readonly type: 'released' }
  | ({
      readonly type: 'cover_requested';
      readonly amount: Money;
      readonly beneficiary: BeneficiaryResource;
    } & Grant)
  | { readonly type: 'funds_requested'; readonly amount: Money; readonly beneficiary: BeneficiaryResource }
  | NotSent
  | ({ readonly type: 'sent' } & Omit<Dispatch, 'submission'>)
  | ({ readonly type: 'submission_requested' } & SubmissionRequest)
  | { readonly type: 'swift_moved'; readonly status: SwiftSubmission['status'] }
  | { readonly type: 'accepted'; readonly reason: string }
  | {
      readonly type: 'postponed';
      readonly reason: string;
      readonly executionDate: CalendarDate;
      /** The funding one; null if there is none. */
      readonly conversionId: string | null;
    }
  | { readonly type: 'completed' }
  | ({ readonly type: 'return_requested' } & Return)
  | { readonly type: 'return_declined'; readonly reason: ProblemCode }
  | {
      readonly type: 'failed';
      readonly reason: string;
      /** Null if nothing was sent. */
      readonly returned: Money | null;
      /** The conversion to be notified; null if there is none. */
      readonly conversionId: string | null;
    }
  | {
      readonly type: 'more_returned';
      readonly reason: string;
      /** All that has come back. */
      readonly returned: Money;
      readonly conversionId: string | null;
    }
  | Stopped
  | { readonly type: 'failure_noted' }
  | { readonly type: 'cancelled'; readonly reason: string };

export interface Terms {
  readonly reference: string;
  readonly beneficiary: BeneficiarySummary;
  readonly amount: Money;
  readonly narrative: string;
  /** Null: the narrative. */
  readonly reason: string | null;
  readonly purposeCode: string | null;
  readonly paymentDate: CalendarDate;
  readonly paymentType: PaymentType;
  readonly chargeType: ChargeType | null;
  readonly paymentInstructionId: string | null;
  readonly metadata: string | null;
}

/** Defaults of the fields that only a payment without an instruction can set. */
export const defaults = { reason: null, purposeCode: null };

export type { Dispatch, SubmissionRequest };

/** How the money is returned. */
export interface Return {
  readonly reason: string;
  readonly returned: Money;
  /** The fees of the networks; null for none. */
  readonly deduction: Money | null;
  /** Of the parts in which a payment comes back: 1 for the first. */
  readonly number: number;
}

export const payment: Aggregate<State, Event> = {
  name: 'payment',
  stateVersion: 7,
  initial: { status: 'NEW' },
  evolve(state, event) {
    if (event.type === 'created') return agreed(event);
    const before = existing(state);
    return { ...before, ...changedBy(event, before) };
  },
  upcasters: {
    created: [(old: object) => ({ ...defaults, ...old })],
    sent: [(old: object) => ({ isLinked: false, ...old })],
    // The first failures notified no conversion.
    return_requested: [(old: object) => ({ number: 1, ...old })],
    failed: [(old: object) => ({ conversionId: null, ...old })],
  },
};

const agreed = (terms: Event & { type: 'created' }): Payment => ({
  ...stands(terms),
  amount: terms.amount,
  paymentType: terms.paymentType,
  swiftStatus: null,
  isAccepted: false,
  conversionId: null,
  returned: null,
  returns: 0,
  covers: 0,
});

const stands = <Type extends EventIn<typeof lifecycle.table>>(event: { readonly type: Type }) => ({
  ...reached(lifecycle, event),
  subStatus: lifecycle.completedBy(event).subStatus,
});

function changedBy(event: Event, before: Payment): Partial<Payment> {
  const { conversionId, swiftStatus, returns } = before;
  switch (event.type) {
    case 'cover_requested':
    case 'funds_requested':
      return sendingAfter(event, before);
    case 'return_requested':
      return stepBegun({
        ...{ command: 'fail', reason: event.reason, returned: event.returned, number: event.number },
      });
    case 'send_declined':
    case 'return_declined':
      return stepDeclined(event.reason);
    case 'sent':
      return {
        ...stands(event),
        swiftStatus: event.swiftSubmission?.status ?? null,
        conversionId: event.conversionId,
      };
    case 'swift_moved':
      return { ...atRest, swiftStatus: event.status };
    case 'accepted':
      return { ...stands(event), isAccepted: true, swiftStatus: swiftStatus && 'PROCESSING' };
    case 'submission_requested':
      return {};
    case 'failed':
    case 'more_returned':
      return {
        ...stands(event),
        ...(event.returned && { returned: event.returned, returns: returns + 1 }),
        ...(event.conversionId && conversionId ? stepBegun({ command: 'note_failure' }) : atRest),
      };
    case 'failure_noted':
    case 'fee_set':
      return atRest;
    default:
      return stands(event);
  }
}

function sendingAfter(
  event: Event & { type: 'cover_requested' | 'funds_requested' },
  { step, covers }: Payment,
): Partial<Payment> {
  if (event.type === 'funds_requested') {
    const grant = step?.command === 'send' ? step.grant : null;
    return stepBegun({ command: 'send', grant, awaitsCover: false });
  }
  return { ...stepBegun({ command: 'send', grant: grantOf(event), awaitsCover: true }), covers: covers + 1 };
}

// -- Commands: of the client, of the simulators, of automation in PRODUCTION. Creation is in creation.ts.

/** The fee that is taken together with the funds; null for none. */
export function setFee(state: State, { fee }: { fee: Money | null }): Event[] {
  lifecycle.requireOneOf(state, ['DRAFT', 'READY_TO_SEND']);
  return [{ type: 'fee_set', fee }];
}

/** A checker has to approve it. */
export function requireAuthorisation(state: State): Event[] {
  lifecycle.requireStatus(state, 'requireAuthorisation');
  return [{ type: 'authorisation_required' }];
}

/** The payment was checked, and can be sent. */
export function authorise(state: State): Event[] {
  lifecycle.requireStatus(state, 'authorise');
  return [{ type: 'authorised' }];
}

/** It is not sent, also not on its date, until it is released. */
export function suspend(state: State, { reason }: { reason: string }): Event[] {
  lifecycle.requireStatus(state, 'suspend');
  return [{ type: 'suspended', reason }];
}

export function release(state: State): Event[] {
  lifecycle.requireStatus(state, 'release');
  return [{ type: 'released' }];
}

export interface Sending {
  /** The current one: later changes do not affect this payment. */
  readonly beneficiary: BeneficiaryResource | null;
  readonly policy: Policy;
  /** PRODUCTION: the id of the payment, which asks for cover first. */
  readonly coverFor?: string | undefined;
}

export function send(state: State, { beneficiary, policy, coverFor }: Sending): Event[] {
  const { amount, paymentType, covers } = lifecycle.requireStatus(state, 'send');
  const payee = payable(beneficiary, { ccyCode: amount.ccyCode, paymentType }, policy);
  if (coverFor !== undefined) {
    const coverId = coverOf(coverFor, covers + 1);
    return [{ type: 'cover_requested', coverId, paymentId: coverFor, amount, beneficiary: payee }];
  }
  return [{ type: 'funds_requested', amount, beneficiary: payee }];
}

/** The beneficiary's bank has credited the account. */
export function complete(state: State): Event[] {
  lifecycle.requireStatus(state, 'complete');
  return [{ type: 'completed' }];
}

export interface PaymentFailure {
  readonly reason: string;
  /** The fees of the networks for a sent payment, in its currency. A payment that was not sent has none. */
  readonly deduction: Money | null;
}

/** Compliance stops it before it is sent; or the beneficiary's bank could not credit the account, and returns it. */
export function fail(state: State, { reason, deduction }: PaymentFailure): Event[] {
  const { status, amount } = lifecycle.requireStatus(state, 'fail');
  if (status === lifecycle.table.authorise.to)
    return [{ type: 'failed', reason, returned: null, conversionId: null }];
  if (deduction && deduction.minor >= amount.minor) throw invalid(nothingLeft);
  const returned = deduction ? subtract(amount, deduction) : amount;
  return [{ type: 'return_requested', reason, returned, deduction, number: 1 }];
}

const nothingLeft = {
  pointer: '#/deduction',
  code: 'too_large',
  detail: 'Must be less than the amount of the payment.',
};

/**
 * All steps of an instruction's payment at once: its funds have been taken, and before that it is not visible. A
 * repeated call has no effect.
 */
export function pay(state: State, { terms, fee, dispatch }: PaidOrder): Event[] {
  if (state.status !== 'NEW') return [];
  return [
    { type: 'created', ...terms },
    ...(fee ? [{ type: 'fee_set', fee } as const] : []),
    { type: 'authorised' },
    ...sentWith(dispatch),
  ];
}

export interface PaidOrder {
  readonly terms: Terms;
  /** Taken together with the funds; null for none. */
  readonly fee: Money | null;
  readonly dispatch: Dispatch;
}

// -- Facts about a step. A repeated or late one, or one for another step, changes nothing.

export const fundsTaken = (state: State, dispatch: Dispatch): Event[] =>
  stepOf(state)?.command === 'send' ? sentWith(dispatch) : [];

/** The ledger has taken the money: the rail is asked in the same transaction. */
const sentWith = ({ submission, ...dispatch }: Dispatch): Event[] => [
  { type: 'sent', ...dispatch },
  ...(submission ? [{ type: 'submission_requested', ...submission } as const] : []),
];

/** A transfer of the ledger, about this payment or not. */
export interface LedgerTransfer {
  readonly transferId: string;
  readonly relatedEntity: { readonly id: string };
}

export function fundsReturned(state: State, { transferId, relatedEntity }: LedgerTransfer): Event[] {
  const step = stepOf(state);
  if (step?.command !== 'fail' || transferId !== returnOf(relatedEntity.id, step.number)) return [];
  const { reason, returned } = step;
  const { conversionId, returned: before } = existing(state);
  return [
    before
      ? { type: 'more_returned', reason, returned: add(before, returned), conversionId }
      : { type: 'failed', reason, returned, conversionId },
  ];
}

export function transferDeclined(
  state: State,
  { transferId, relatedEntity: { id }, reason }: LedgerTransfer & { readonly reason: ProblemCode },
): Event[] {
  const step = stepOf(state);
  if (step?.command === 'send' && transferId === id) return [notSent(reason, step.grant)];
  if (step?.command === 'fail' && transferId === returnOf(id, step.number))
    return [{ type: 'return_declined', reason }];
  return [];
}

export const failureNoted = (state: State): Event[] =>
  stepOf(state)?.command === 'note_failure' ? [{ type: 'failure_noted' }] : [];

/** The id of the transfer that takes the fee of a payment. */
export const feeOf = (paymentId: string): string => `${paymentId}/fee`;

/** The id of the transfer that returns money of a payment. The original transfer has the payment's id. */
export const returnOf = (paymentId: string, number = 1): string =>
  number === 1 ? `${paymentId}/return` : `${paymentId}/return/${number}`;

export const stepOf = (state: State): Step | null => (state.status === 'NEW' ? null : state.step);
