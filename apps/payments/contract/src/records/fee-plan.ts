import {
  ccyCode,
  id,
  listOf,
  money,
  named,
  nullable,
  oneOf,
  part,
  paymentType,
  type RecordOf,
  textLike,
} from '@corridor/contracts';
import { chargeType } from './beneficiary.js';
import { version } from './version.js';

export const feeKinds = ['PAYMENT', 'PAYMENT_INSTRUCTION'] as const;

const rule = named(
  'FeeRule',
  {
    kind: nullable(oneOf(...feeKinds)),
    ccyCode: nullable(ccyCode),
    paymentType: nullable(paymentType),
    chargeType: nullable(chargeType),
    fee: money,
    correspondentCharge: nullable(money),
  },
  'For payments of a kind, in a currency, on a route, and with a bearer of the charges; null for any.',
);

/** What clients with the plan pay for their payments. */
export const feePlan = named('FeePlan', {
  id: id('fpl'),
  name: textLike('Standard'),
  rules: listOf(rule),
  ...version,
});
export type FeePlanResource = RecordOf<typeof feePlan>;

/** Which plan a client has, or all clients without their own. */
export const clientFeePlan = named('ClientFeePlan', {
  clientId: nullable(id('cli')),
  feePlanId: nullable(id('fpl')),
  inForce: nullable(id('fpl')),
  ...version,
});
export type ClientFeePlanResource = RecordOf<typeof clientFeePlan>;

/** What a payment would cost. */
export const feePreview = named('FeePreview', {
  fee: nullable(money),
  parts: listOf(part({ type: oneOf('FEE', 'CORRESPONDENT_CHARGE'), amount: money })),
});
export type FeePreviewResource = RecordOf<typeof feePreview>;
