import type { PaymentType } from '@corridor/contracts';
import type { BeneficiaryResource, ChargeType } from '@corridor/payments-contract';
import { type Environment, type FieldIssue, refuse } from '@corridor/kernel';
import { invalid, noChargeType, required } from './issues.js';

/** How a payment reaches its beneficiary. */
export interface Way {
  readonly ccyCode: string;
  readonly paymentType: PaymentType;
}

/** The request of a client. */
export interface RequestedRoute {
  readonly ccyCode: string;
  /** Null only in PRODUCTION: the beneficiary decides. */
  readonly paymentType: PaymentType | null;
  readonly chargeType: ChargeType | null;
}

/**
 * The route of a new payment to a beneficiary. An archived one gets no new payments.
 * @throws Refusal `beneficiary_not_usable`; `invalid_request` for a charge type without charges
 */
export function route({ ccyCode, ...requested }: RequestedRoute, to: BeneficiaryResource | null) {
  if (to?.status !== 'ACTIVE') throw refuse('beneficiary_not_usable');
  const supported = to.bankAccount.supportedPaymentTypes;
  const paymentType = requested.paymentType ?? (supported.includes('REGULAR') ? 'REGULAR' : 'PRIORITY');
  const beneficiary = payable(to, { ccyCode, paymentType });
  if (paymentType === 'REGULAR' && requested.chargeType !== null) throw invalid(noChargeType);
  const chargeType = paymentType === 'PRIORITY' ? (requested.chargeType ?? 'SHARED') : null;
  return { beneficiary, paymentType, chargeType };
}

/**
 * The beneficiary, if its account can be paid in this way. An archived one can: existing payments are still sent.
 * @throws Refusal `beneficiary_not_usable`
 */
export function payable(to: BeneficiaryResource | null, { ccyCode, paymentType }: Way): BeneficiaryResource {
  if (to?.bankAccount.ccyCode !== ccyCode || !to.bankAccount.supportedPaymentTypes.includes(paymentType))
    throw refuse('beneficiary_not_usable');
  return to;
}

/** The rules between payment type, charge type and environment (interface-spec 4.3). */
export function paymentTypeIssues(
  { paymentType, chargeType }: Pick<RequestedRoute, 'paymentType' | 'chargeType'>,
  environment: Environment,
): FieldIssue[] {
  if (paymentType === null && environment !== 'PRODUCTION')
    return [required('#/paymentType', 'in the SANDBOX')];
  if (paymentType === 'PRIORITY' && chargeType === null) return [required('#/chargeType', 'for PRIORITY')];
  return paymentType === 'REGULAR' && chargeType !== null ? [noChargeType] : [];
}
