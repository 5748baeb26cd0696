import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FactType } from '@corridor/webhook-dispatcher-contract';

/**
 * interface-spec 6: the event types about records, the exact strings in this order, each with the record that it is about and
 * the state that it names. Types beyond the specification are in docs/openapi.json only.
 */
export const facts: Readonly<Partial<Record<FactType, readonly [entity: string, status: string]>>> = {
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

/** All event types that subscriptions can list, in their order: as committed in docs/openapi.json. */
export function committedEventTypes(): string[] {
  const { components } = JSON.parse(readFileSync(join(process.cwd(), 'docs/openapi.json'), 'utf8')) as {
    readonly components: { readonly schemas: { readonly WebhookNotification: NotificationSchema } };
  };
  return components.schemas.WebhookNotification.properties.eventType.enum;
}

interface NotificationSchema {
  readonly properties: { readonly eventType: { readonly enum: string[] } };
}
