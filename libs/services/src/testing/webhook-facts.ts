import type { FactType } from '@corridor/webhook-dispatcher-contract';

/**
 * interface-spec 6: the event types about records, the exact strings in this order, each with the record that it is about and
 * the state that it names.
 */
export const facts: Readonly<Record<FactType, readonly [entity: string, status: string]>> = {
  'payment.draft': ['Payment', 'DRAFT'],
  'payment.ready_to_send': ['Payment', 'READY_TO_SEND'],
  'payment.sent': ['Payment', 'SENT'],
  'payment.failed': ['Payment', 'FAILED'],
  'payment.cancelled': ['Payment', 'CANCELLED'],
  'payment_instruction.pending': ['PaymentInstruction', 'PENDING'],
  'payment_instruction.acknowledged': ['PaymentInstruction', 'ACKNOWLEDGED'],
  'payment_instruction.filled': ['PaymentInstruction', 'FILLED'],
  'payment_instruction.sent': ['PaymentInstruction', 'SENT'],
  'payment_instruction.cancelled': ['PaymentInstruction', 'CANCELLED'],
  'payment_instruction.rejected': ['PaymentInstruction', 'REJECTED'],
  'payment_instruction.failed': ['PaymentInstruction', 'FAILED'],
  'conversion.booked': ['Conversion', 'BOOKED'],
  'conversion.exchanged': ['Conversion', 'EXCHANGED'],
  'conversion.cancelled': ['Conversion', 'CANCELLED'],
  'inbound_funds.pending': ['InboundFunds', 'PENDING'],
  'inbound_funds.credited': ['InboundFunds', 'CREDITED'],
  'inbound_funds.rejected': ['InboundFunds', 'REJECTED'],
  'transaction.completed': ['Transaction', 'COMPLETED'],
};
