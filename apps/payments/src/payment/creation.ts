import { lastAcceptedDate } from '@corridor/calendars';
import type { PaymentType } from '@corridor/contracts';
import { dateUnavailable } from '@corridor/conversions-contract';
import type { BeneficiaryResource } from '@corridor/payments-contract';
import { type CalendarDate, referenceOf } from '@corridor/kernel';
import type { Policy } from '@corridor/payments-contract';
import { type FeePlan, feeFor } from '../fees/fee-plan.js';
import { summaryOf } from '../beneficiary/summary.js';
import { invalid, paymentDatePassed } from '../issues.js';
import { route } from '../route.js';
import { type Event, type State, type Terms, lifecycle } from './payment.js';

/** The request of a client; each field is valid by itself. */
export interface Request extends Omit<
  Terms,
  'reference' | 'beneficiary' | 'paymentType' | 'paymentInstructionId'
> {
  /** Null only in PRODUCTION: the beneficiary decides. */
  readonly paymentType: PaymentType | null;
}

/** The current data that the request depends on. */
export interface Circumstances {
  readonly paymentId: string;
  /** Null if the client has no such beneficiary. */
  readonly beneficiary: BeneficiaryResource | null;
  readonly policy: Policy;
  /** Null for no fees. */
  readonly feePlan: Pick<FeePlan, 'rules'> | null;
  readonly today: CalendarDate;
  /** Whether it waits for a checker. */
  readonly needsChecker: boolean;
}

/** @throws Refusal for the first of: payment date in the past, beneficiary, payment date too far ahead */
export function create(
  state: State,
  request: Request,
  { paymentId, today, needsChecker, ...met }: Circumstances,
): Event[] {
  lifecycle.requireStatus(state, 'create');
  const { amount, paymentDate } = request;
  if (paymentDate < today) throw invalid(paymentDatePassed);
  const requested = { ...request, ccyCode: amount.ccyCode };
  const { beneficiary, paymentType, chargeType } = route(
    requested,
    met.beneficiary,
    '#/amount/ccyCode',
    met.policy,
  );
  if (paymentDate > lastAcceptedDate(today)) throw dateUnavailable(paymentDatePassed.pointer);
  const charged = { kind: 'PAYMENT', ccyCode: amount.ccyCode, paymentType, chargeType } as const;
  const fee = feeFor(met.feePlan, charged);
  return [
    {
      type: 'created',
      ...request,
      reference: referenceOf(paymentId),
      beneficiary: summaryOf(beneficiary),
      paymentType,
      chargeType,
      paymentInstructionId: null,
    },
    ...(fee ? [{ type: 'fee_set', fee: fee.total } as const] : []),
    ...(needsChecker ? [{ type: 'authorisation_required' } as const] : []),
  ];
}
