import {
  ccyCode,
  clientReference,
  countryCode,
  type DataOf,
  date,
  id,
  listOf,
  type MessageDefinitions,
  moneyOnWire,
  nullable,
  oneOf,
  part,
  paymentType,
} from '@corridor/contracts';
import { Type } from 'typebox';
import { bankReportStatus, creditor, submissionKinds } from './records/bank-submission.js';
import { chargeType } from './records/beneficiary.js';
import { conversionPayment, payment, type PaymentResource } from './records/payment.js';
import { refusedCurrencies } from './records/policy.js';
import { paymentInstruction } from './records/payment-instruction.js';
import { screenedTypes, screeningSubject } from './records/screening-case.js';

/** The payment, and its linked form in the conversion that funds it. */
const withSummary = part({
  resource: payment,
  conversionId: nullable(Type.String()),
  summary: conversionPayment,
});

/**
 * Version 1 contained only the record and did not update conversions. Builds before messages had versions sent version
 * 2 without a number, which reads as version 1: the additional data of such a message is kept.
 */
function failedOf1({ resource, ...more }: { readonly resource: PaymentResource }) {
  const shown = Object.keys(conversionPayment.properties) as (keyof typeof conversionPayment.properties)[];
  const summary = Object.fromEntries(shown.map((name) => [name, resource[name]]));
  return { resource, conversionId: null, summary, ...more };
}

/** Version 1 knew no kind DEBIT. */
const withoutDebits = <Data extends object>(data: Data): Data => data;

/** Of version 2 the first return was the only one, and never more than was sent. */
const withoutParts = <Data extends { readonly status: string; readonly returned: unknown }>(data: Data) => ({
  number: data.status === 'REJECTED' || data.status === 'RETURNED' ? 1 : null,
  ...{ credited: data.returned, excess: null, bankReference: null },
  ...data,
});

const ofBeneficiary = part({ beneficiaryId: Type.String(), displayName: Type.String() });

const ofScreening = part({
  screeningId: Type.String(),
  subject: part({ type: oneOf(...screenedTypes), id: Type.String() }),
  client: clientReference,
});

/** Facts of payments, payment instructions, beneficiaries and screening. */
export const messages = {
  'payment.draft': {
    version: 1,
    description:
      'A payment was created, from an instruction or on its own. Again if it has to be authorised (`subStatus` AWAITING_AUTHORISATION).',
    data: part({ resource: payment }),
    webhook: true,
  },
  'payment.ready_to_send': {
    version: 1,
    description:
      'The payment is validated and authorised. Again if it is suspended (`subStatus` SUSPENDED: it is not sent) and when it is released. `subStatus` is in the last entry of `statusHistory`.',
    data: part({ resource: payment }),
    webhook: true,
  },
  'payment.sent': {
    version: 1,
    description:
      'The payment was sent to the bank of the beneficiary, whose details are now a snapshot. Again if the bank executes it on a later day (`executionDate`). `payment.completed` or `payment.failed` follows.',
    // `isLinked`: the conversion shows the payment already; null from earlier builds, whose conversions do not.
    data: part({ ...withSummary.properties, isLinked: nullable(Type.Boolean()) }),
    webhook: true,
  },
  'payment.completed': {
    version: 1,
    description:
      'The bank of the beneficiary has the money (`subStatus` COMPLETED). A bank can still return it: `payment.failed` follows then.',
    data: part({ resource: payment }),
    webhook: true,
  },
  'payment.failed': {
    version: 2,
    description:
      'The payment will not arrive, or has come back. Again if more of it comes back. `failureReturnedAmount` is all that was returned to the wallet; the last entry of `statusHistory` contains the reason.',
    data: withSummary,
    upcast: { 1: failedOf1 },
    webhook: true,
  },
  'payment.cancelled': {
    version: 1,
    description: 'The payment was cancelled before it was sent.',
    data: part({ resource: payment }),
    webhook: true,
  },
  'payments.submission_requested': {
    version: 2,
    description:
      'Money has to leave through the bank: that of a payment, or of a credit that goes back to its sender; or it has to be pulled from a linked account.',
    data: part({
      /** Chosen by the sender; the same one is never submitted twice. The bank gets its last 16 characters as the reference. */
      submissionId: Type.String(),
      kind: oneOf(...submissionKinds),
      /** The payment or the credit. */
      subjectId: Type.String(),
      client: nullable(clientReference),
      amount: moneyOnWire,
      /** The client's cost: the sold amount, or the amount itself. */
      instructed: moneyOnWire,
      valueDate: date,
      paymentType,
      chargeType: nullable(chargeType),
      orderingParty: Type.String(),
      creditor,
      narrative: nullable(Type.String()),
      purposeCode: nullable(Type.String()),
    }),
    upcast: { 1: withoutDebits },
  },
  'payments.submission_postponed': {
    version: 1,
    description: 'The bank got a submission after its cut-off, and executes it on a later day.',
    data: part({
      // A debit has its date in its file of NACHA.
      kind: oneOf('PAYMENT', 'RETURN'),
      subjectId: Type.String(),
      client: nullable(clientReference),
      executionDate: date,
    }),
  },
  'payments.submission_reported': {
    version: 3,
    description: 'The bank has said what became of a submission.',
    data: part({
      kind: oneOf(...submissionKinds),
      subjectId: Type.String(),
      client: nullable(clientReference),
      status: bankReportStatus,
      reason: nullable(Type.String()),
      /** What came back of a RETURNED one. */
      returned: nullable(moneyOnWire),
      /** Of money that moves because of it: 1 for the first time, then 2. Null if none does. */
      number: nullable(Type.Integer()),
      /** What the client gets of it; null for nothing, and for all of a REJECTED one. */
      credited: nullable(moneyOnWire),
      /** What is more than was sent. */
      excess: nullable(moneyOnWire),
      bankReference: nullable(Type.String()),
      /** Of a DEBIT: its amount, which the bank credits. */
      debited: nullable(moneyOnWire),
    }),
    upcast: { 1: withoutDebits, 2: withoutParts },
  },
  'payments.credit_reported': {
    version: 1,
    description: 'A file of the bank shows a credit on an account of the operator.',
    data: part({
      /** Of the bank, the same with its account whatever reports the credit. */
      bankReference: Type.String(),
      accountNumber: Type.String(),
      /** Of the operator, where it is booked; null if the rail does not know, or in messages of earlier builds. */
      bankAccount: nullable(Type.String()),
      amount: moneyOnWire,
      valueDate: date,
      /** What the sender has written. */
      reference: nullable(Type.String()),
      sender: part({
        name: nullable(Type.String()),
        /** On whose behalf the sender pays. */
        ultimateDebtor: nullable(Type.String()),
        address: nullable(Type.String()),
        countryCode: nullable(Type.String()),
        accountNumber: nullable(Type.String()),
        bicSwiftCode: nullable(Type.String()),
        routingCode: nullable(Type.String()),
      }),
    }),
  },
  'payments.statement_reported': {
    version: 1,
    description:
      'A part of a statement of an account of the operator: at most 500 of its lines. The parts may come in any order.',
    data: part({
      statement: part({
        /** Another one if the bank says something else. */
        id: id('bst'),
        /** Of the bank; a corrected statement has the same one. */
        statementId: Type.String(),
        accountNumber: Type.String(),
        /** Of the closing balance. */
        day: date,
        opening: nullable(moneyOnWire),
        closing: moneyOnWire,
        /** In all parts. */
        lineCount: Type.Integer(),
      }),
      /** How many lines of the statement are before these. */
      from: Type.Integer(),
      lines: listOf(
        part({
          /** Below zero for a debit. */
          amount: moneyOnWire,
          bookedOn: date,
          valueDate: date,
          /** The end-to-end reference. */
          reference: nullable(Type.String()),
          /** If it is the total of several: their end-to-end references, or more of which it is a part. */
          totalOf: nullable(listOf(Type.String())),
          /** Of the bank, as in `payments.credit_reported`. */
          bankReference: nullable(Type.String()),
          text: nullable(Type.String()),
        }),
      ),
    }),
  },
  'payment_instruction.pending': {
    version: 1,
    description:
      'The instruction was created, with an indicative price. Again if it has waited for a checker, who has approved it.',
    data: part({ resource: paymentInstruction }),
    webhook: true,
  },
  'payment_instruction.acknowledged': {
    version: 1,
    description:
      'The instruction passed the checks and waits for its conversion. Again when it waits because its price has moved: `newPrice` has the status AWAITING_CONSENT.',
    data: part({ resource: paymentInstruction }),
    webhook: true,
  },
  'payment_instruction.filled': {
    version: 1,
    description: 'The conversion is booked: `actualPrice` and `linkedConversionId` are set.',
    data: part({ resource: paymentInstruction }),
    webhook: true,
  },
  'payment_instruction.sent': {
    version: 1,
    description: 'The payment is sent: `linkedPaymentId` is set. The instruction is complete.',
    data: part({ resource: paymentInstruction }),
    webhook: true,
  },
  'payment_instruction.cancelled': {
    version: 1,
    description: 'The instruction was cancelled; the last entry of `statusHistory` contains the reason.',
    data: part({ resource: paymentInstruction }),
    webhook: true,
  },
  'payment_instruction.rejected': {
    version: 1,
    description: 'Compliance rejected the instruction.',
    data: part({ resource: paymentInstruction }),
    webhook: true,
  },
  'payment_instruction.failed': {
    version: 1,
    description: 'Processing failed; `statusReason` says where the money is.',
    data: part({ resource: paymentInstruction }),
    webhook: true,
  },
  'beneficiary.created': {
    version: 1,
    description: 'A beneficiary was created.',
    data: ofBeneficiary,
  },
  'beneficiary.updated': {
    version: 1,
    description: 'The details of a beneficiary were replaced.',
    data: ofBeneficiary,
  },
  'payments.fee_plan_assigned': {
    version: 1,
    description:
      'A client has this fee plan, or again that of all clients (`planId` null). `clientId` null: all clients without their own.',
    data: part({ clientId: nullable(Type.String()), planId: nullable(Type.String()) }),
  },
  'payments.policy_set': {
    version: 1,
    description:
      'What is refused in which countries, territories of theirs among them, and currencies, from now on.',
    data: part({ refusedCountries: listOf(countryCode), refusedCurrencies }),
  },
  'payments.screening_requested': {
    version: 1,
    description:
      'Request: compare whom a record of another service names with the lists. `screening.cleared` or `screening.blocked` follows.',
    // `receivedCcyCode`: the currency of the money that a SENDER has paid in; null for others, and from earlier builds.
    data: part({ subject: screeningSubject, client: clientReference, receivedCcyCode: nullable(ccyCode) }),
  },
  'payments.rescreening_requested': {
    version: 1,
    description:
      'Request: compare a sender again, whose money is here and is about to be credited. `screening.cleared` or `screening.blocked` follows.',
    data: part({ subject: screeningSubject, client: clientReference, receivedCcyCode: ccyCode }),
  },
  'screening.requested': {
    version: 1,
    description:
      'Somebody is being compared with the lists. Only staff see it, like all messages of screening.',
    data: ofScreening,
  },
  'screening.cleared': {
    version: 1,
    description: 'Nobody on the lists resembles the subject, or staff have cleared the case.',
    data: ofScreening,
  },
  'screening.hit': {
    version: 1,
    description: 'A case was opened: staff have to decide.',
    data: ofScreening,
  },
  'screening.blocked': {
    version: 1,
    description: 'Staff have blocked the case: the record must not go on.',
    data: ofScreening,
  },
} as const satisfies MessageDefinitions;

declare module '@corridor/contracts' {
  interface Messages extends DataOf<typeof messages> {}
}
