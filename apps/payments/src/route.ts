import type { PaymentType } from '@corridor/contracts';
import type { BeneficiaryResource, ChargeType } from '@corridor/payments-contract';
import { type Environment, type FieldIssue, refuse } from '@corridor/kernel';
import type { Policy } from '@corridor/payments-contract';
import { refusalsOf } from './policy/payment-policy.js';
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
 * The route of a new payment to a beneficiary. An archived one, and one in a refused country, gets no new payments.
 * @param ccyPointer where the body has the currency
 * @throws Refusal `beneficiary_not_usable` with its cause; `invalid_request` for a charge type without charges
 */
export function route(
  { ccyCode, ...requested }: RequestedRoute,
  to: BeneficiaryResource | null,
  ccyPointer: string,
  policy: Policy,
) {
  if (!to) throw notUsable({ pointer: '#/beneficiaryId', code: 'unknown', detail: NOBODY });
  const archived = permanentObstacleOf(to);
  if (archived) throw notUsable({ pointer: '#/beneficiaryId', code: 'archived', detail: archived });
  const [refused] = refusalsOf(to, policy);
  if (refused) throw notUsable({ ...refused, pointer: '#/beneficiaryId' });
  const supported = to.bankAccount.supportedPaymentTypes;
  const paymentType = requested.paymentType ?? (supported.includes('REGULAR') ? 'REGULAR' : 'PRIORITY');
  const obstacle = obstacleOf(to, { ccyCode, paymentType });
  if (obstacle)
    throw notUsable({
      pointer: obstacle.of === 'ccyCode' ? ccyPointer : '#/paymentType',
      code: 'not_supported',
      detail: obstacle.detail,
    });
  if (paymentType === 'REGULAR' && requested.chargeType !== null) throw invalid(noChargeType);
  const chargeType = paymentType === 'PRIORITY' ? (requested.chargeType ?? 'SHARED') : null;
  return { beneficiary: to, paymentType, chargeType };
}

/**
 * The beneficiary, if it is not archived, its account can be paid in this way, and its country is not refused.
 * @throws Refusal `beneficiary_not_usable` with its cause
 */
export function payable(to: BeneficiaryResource | null, way: Way, policy: Policy): BeneficiaryResource {
  if (!to) throw refuse('beneficiary_not_usable', NOBODY);
  const detail = permanentObstacleOf(to) ?? refusalsOf(to, policy)[0]?.detail ?? obstacleOf(to, way)?.detail;
  if (detail) throw refuse('beneficiary_not_usable', detail);
  return to;
}

/** Why nothing can be sent to a beneficiary any more; null while it can, perhaps after a change of its account. */
export const permanentObstacleOf = (to: BeneficiaryResource | null): string | null =>
  to && to.status !== 'ACTIVE' ? 'The beneficiary is archived.' : null;

const NOBODY = 'There is no such beneficiary.';

const notUsable = (issue: FieldIssue) => refuse('beneficiary_not_usable', issue.detail, { errors: [issue] });

function obstacleOf(to: BeneficiaryResource, { ccyCode, paymentType }: Way) {
  const { ccyCode: own, supportedPaymentTypes } = to.bankAccount;
  if (own !== ccyCode)
    return {
      of: 'ccyCode',
      detail: `The account of the beneficiary receives ${own}, not ${ccyCode}.`,
    } as const;
  if (supportedPaymentTypes.includes(paymentType)) return null;
  const detail = `The account of the beneficiary receives ${supportedPaymentTypes.join(' and ')} payments only.`;
  return { of: 'paymentType', detail } as const;
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
