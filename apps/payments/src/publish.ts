import {
  type ConversionPayment,
  type Message,
  type PaymentInstructionResource,
  type PaymentResource,
  type TransferRequest,
  message,
} from '@corridor/contracts';
import type { Recorded } from '@corridor/event-store';
import { negate, referenceOf } from '@corridor/kernel';
import type * as PaymentInstruction from './payment-instruction/payment-instruction.js';
import type * as Payment from './payment/payment.js';

/** @param row the instruction after the event */
export function publishPaymentInstruction(
  { event }: Recorded<PaymentInstruction.Event>,
  row: PaymentInstructionResource,
): Message | null {
  switch (event.type) {
    case 'created':
      return message('payment_instruction.pending', { resource: row });
    case 'acknowledged':
    case 'filled':
    case 'sent':
    case 'cancelled':
    case 'rejected':
    case 'failed':
      return message(`payment_instruction.${event.type}`, { resource: row });
    case 'booking_requested': {
      const { conversionId, order, quote, valueDate } = event;
      const { id: paymentInstructionId, metadata } = row;
      const booking = { conversionId, order, quote, valueDate, paymentInstructionId, metadata };
      return message('conversions.booking_requested', booking);
    }
    case 'exchange_requested':
      return message('conversions.exchange_requested', {
        conversionId: event.conversionId,
        holdFor: event.paymentId,
      });
    case 'funds_requested':
      return message('ledger.transfer_requested', transferOf(event, row));
    case 'exchanged':
    case 'fill_declined':
    case 'send_declined':
      return null;
  }
}

/** From the client's wallet to where the house settles with the banks. */
function transferOf(
  { paymentId, amount }: PaymentInstruction.Event & { type: 'funds_requested' },
  { beneficiary, narrative }: PaymentInstructionResource,
): TransferRequest {
  const description = `Payment to ${beneficiary.displayName}`;
  return {
    transferId: paymentId,
    action: 'PAYMENT',
    reason: narrative,
    relatedEntity: {
      id: paymentId,
      type: 'PAYMENT',
      reference: referenceOf(paymentId),
      details: { description },
    },
    entries: [
      { account: 'wallet', amount: negate(amount) },
      { account: 'settlement', amount },
    ],
  };
}

/** @param row the payment after the event */
export function publishPayment({ event }: Recorded<Payment.Event>, row: PaymentResource): Message | null {
  const resource = withoutBankDetails(row);
  switch (event.type) {
    case 'created':
      return message('payment.draft', { resource });
    case 'authorised':
      return message('payment.ready_to_send', { resource });
    case 'sent':
      return message('payment.sent', { resource, conversionId: event.conversionId, summary: summaryOf(row) });
    case 'failed':
    case 'cancelled':
      return message(`payment.${event.type}`, { resource });
    case 'completed':
      return null;
  }
}

/** The SWIFT message names the beneficiary's account. */
const withoutBankDetails = (row: PaymentResource): PaymentResource => ({ ...row, swiftSubmission: null });

const summaryOf = (row: PaymentResource): ConversionPayment => ({
  id: row.id,
  reference: row.reference,
  beneficiary: row.beneficiary,
  beneficiarySnapshot: row.beneficiarySnapshot,
  narrative: row.narrative,
  paymentType: row.paymentType,
  paymentDate: row.paymentDate,
  chargeType: row.chargeType,
  amount: row.amount,
  fee: row.fee,
  failureReturnedAmount: row.failureReturnedAmount,
  status: row.status,
});
