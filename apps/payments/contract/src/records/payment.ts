import {
  auditHistory,
  clientReference,
  date,
  entry,
  id,
  listOf,
  money,
  named,
  nullable,
  oneOf,
  part,
  paymentType,
  type RecordOf,
  text,
  timestamp,
} from '@corridor/contracts';
import { beneficiarySummary, chargeType } from './beneficiary.js';

const status = oneOf('DRAFT', 'READY_TO_SEND', 'SENT', 'FAILED', 'CANCELLED');
export type PaymentStatus = RecordOf<typeof status>;

const subStatus = oneOf(
  'NEW',
  'AWAITING_AUTHORISATION',
  'AUTHORISED',
  'SUSPENDED',
  'SUBMITTED',
  'COMPLETED',
  'FAILED',
  'CANCELLED',
);
export type PaymentSubStatus = RecordOf<typeof subStatus>;

export const swiftSubmission = named('SwiftSubmission', {
  format: oneOf('MT103'),
  message: text(),
  reference: text('The UETR.'),
  status: oneOf('PENDING', 'PROCESSING', 'SUCCESS', 'FAILED'),
});
export type SwiftSubmission = RecordOf<typeof swiftSubmission>;

/** interface-spec 2.4 */
export const payment = named('Payment', {
  id: id('pmt'),
  reference: text(),
  client: clientReference,
  beneficiary: beneficiarySummary,
  beneficiarySnapshot: nullable(beneficiarySummary),
  amount: money,
  narrative: text(),
  reason: nullable(text()),
  purposeCode: nullable(text()),
  paymentDate: date,
  paymentType,
  chargeType: nullable(chargeType),
  fee: nullable(money),
  transferredOn: nullable(timestamp),
  status,
  statusHistory: listOf(part({ status, subStatus, ...entry })),
  failureReturnedAmount: nullable(money),
  swiftSubmission: nullable(swiftSubmission),
  linkedPaymentInstructionId: nullable(id('pi')),
  metadata: nullable(text()),
  auditHistory,
});
export type PaymentResource = RecordOf<typeof payment>;

const shown = payment.properties;

/** The response of the simulators (an extension). */
export const paymentProgress = named('PaymentProgress', {
  id: shown.id,
  status: shown.status,
  statusHistory: shown.statusHistory,
});

/** The payments funded by a conversion (interface-spec 2.8). */
export const conversionPayment = named('ConversionPayment', {
  id: shown.id,
  reference: shown.reference,
  beneficiary: shown.beneficiary,
  beneficiarySnapshot: shown.beneficiarySnapshot,
  narrative: shown.narrative,
  paymentType: shown.paymentType,
  paymentDate: shown.paymentDate,
  chargeType: shown.chargeType,
  amount: shown.amount,
  fee: shown.fee,
  failureReturnedAmount: shown.failureReturnedAmount,
  status: shown.status,
});
export type ConversionPayment = RecordOf<typeof conversionPayment>;
