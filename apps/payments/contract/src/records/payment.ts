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
  textLike,
  timestamp,
} from '@corridor/contracts';
import { authorisation } from './authorisation.js';
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
  message: textLike('{1:F01CORRGB2LXXX0000000000}'),
  reference: text('The UETR.', '5d7ea1f0-3c86-4d0b-9c55-000000000001'),
  status: oneOf('PENDING', 'PROCESSING', 'SUCCESS', 'FAILED'),
});
export type SwiftSubmission = RecordOf<typeof swiftSubmission>;

/** interface-spec 2.4 */
export const payment = named('Payment', {
  id: id('pmt'),
  reference: textLike('PMT-20261121-000001'),
  client: clientReference,
  beneficiary: beneficiarySummary,
  beneficiarySnapshot: nullable(beneficiarySummary),
  amount: money,
  narrative: textLike('Invoice 1042'),
  reason: nullable(textLike('Invoice 1042')),
  purposeCode: nullable(textLike('GDS')),
  paymentDate: date,
  paymentType,
  chargeType: nullable(chargeType),
  fee: nullable(money),
  transferredOn: nullable(timestamp),
  /** When the bank executes a sent payment that it got after its cut-off. */
  executionDate: nullable(date),
  status,
  statusHistory: listOf(part({ status, subStatus, ...entry })),
  failureReturnedAmount: nullable(money),
  swiftSubmission: nullable(swiftSubmission),
  linkedPaymentInstructionId: nullable(id('pi')),
  metadata: nullable(textLike('{"invoice":1042}')),
  authorisation: nullable(authorisation),
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
