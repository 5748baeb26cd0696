import type { PaymentType } from '@corridor/contracts';
import { type Aggregate, type Money, add, refuse } from '@corridor/kernel';
import type { ChargeType, FeePreviewResource } from '@corridor/payments-contract';
import { toResource } from '@corridor/kernel';

/** What the clients that have the plan pay for their payments. */
export interface FeePlan {
  readonly name: string;
  readonly rules: readonly FeeRule[];
}

export interface FeeRule {
  /** Null for payments with and without a conversion. */
  readonly kind: FeeKind | null;
  readonly ccyCode: string | null;
  readonly paymentType: PaymentType | null;
  readonly chargeType: ChargeType | null;
  /** In any currency, as `correspondentCharge`; may be zero. */
  readonly fee: Money;
  /** Added if the client bears the charges (OURS). */
  readonly correspondentCharge: Money | null;
}

export type FeeKind = 'PAYMENT' | 'PAYMENT_INSTRUCTION';

/** What a fee depends on. */
export interface Charged {
  readonly kind: FeeKind;
  /** Of the payment. */
  readonly ccyCode: string;
  readonly paymentType: PaymentType;
  readonly chargeType: ChargeType | null;
}

export interface Fee {
  readonly total: Money;
  readonly parts: readonly FeePart[];
}

interface FeePart {
  readonly type: FeePreviewResource['parts'][number]['type'];
  readonly amount: Money;
}

/** From the most to the least important: a rule that names one counts before a rule that does not. */
const CONDITIONS = ['ccyCode', 'paymentType', 'chargeType', 'kind'] as const;

/**
 * The fee of a payment: of the rules that fit, that of its currency counts before one of any, then that of its route, of its bearer of
 * charges, of its kind. Null if no rule fits, or for nothing.
 */
export function feeFor(plan: Pick<FeePlan, 'rules'> | null, charged: Charged): Fee | null {
  const fitting = (plan?.rules ?? []).filter((rule) =>
    CONDITIONS.every((one) => rule[one] === null || rule[one] === charged[one]),
  );
  const [rule] = fitting.toSorted(closer);
  if (!rule) return null;
  const parts: FeePart[] = [{ type: 'FEE', amount: rule.fee }];
  if (charged.chargeType === 'OURS' && rule.correspondentCharge)
    parts.push({ type: 'CORRESPONDENT_CHARGE', amount: rule.correspondentCharge });
  const charges = parts.filter(({ amount }) => amount.minor > 0n);
  if (charges.length === 0) return null;
  return { total: charges.map(({ amount }) => amount).reduce(add), parts: charges };
}

function closer(one: FeeRule, other: FeeRule): number {
  const named = CONDITIONS.find((condition) => (one[condition] === null) !== (other[condition] === null));
  return named ? (one[named] === null ? 1 : -1) : 0;
}

export const previewOf = (fee: Fee | null): FeePreviewResource => ({
  fee: fee && toResource(fee.total),
  parts: (fee?.parts ?? []).map(({ type, amount }) => ({ type, amount: toResource(amount) })),
});

export interface State {
  readonly exists: boolean;
}

export type Event = { readonly type: 'created' | 'changed' } & FeePlan;

export const feePlan: Aggregate<State, Event> = {
  name: 'fee_plan',
  stateVersion: 1,
  initial: { exists: false },
  evolve: () => ({ exists: true }),
};

export const create =
  (plan: FeePlan) =>
  (_: State): Event[] => [{ type: 'created', ...plan }];

/** @throws Refusal not_found */
export const change =
  (plan: FeePlan) =>
  ({ exists }: State): Event[] => {
    if (!exists) throw refuse('not_found');
    return [{ type: 'changed', ...plan }];
  };
