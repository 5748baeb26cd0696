import type {
  MessageType,
  Messages,
  WebhookEventType,
  WebhookNotificationResource,
} from '@corridor/contracts';

/** The events that a fact of another service tells: all but `ping`. */
export type FactType = Exclude<WebhookEventType, 'ping'> & MessageType;

/** Names of fields that say how money can be taken from, or sent to, somebody's bank account. */
const BANK_DETAILS = new Set([
  'bankAccount',
  'collectionAccounts',
  'accountNumber',
  'bicSwiftCode',
  'iban',
  'routingCode',
  'receivingAccountNumber',
  'receivingAccountIban',
  'raw', // the sender as the network wrote it
  'swiftSubmission', // the MT103 holds all of them
]);

/** The record as it was when the event happened, without bank details (decisions §7). */
export const payloadOf = ({ resource }: Messages[FactType]): object => without(resource) as object;

function without(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(without);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => !BANK_DETAILS.has(name));
  return Object.fromEntries(kept.map(([name, inner]) => [name, without(inner)]));
}

type Group = FactType extends `${infer Name}.${string}` ? Name : never;

const relatedTypes: Record<Group, NonNullable<WebhookNotificationResource['relatedEntityType']>> = {
  payment: 'Payment',
  payment_instruction: 'PaymentInstruction',
  conversion: 'Conversion',
  inbound_funds: 'InboundFunds',
  transaction: 'Transaction',
};

export const relatedTypeOf = (type: FactType) => relatedTypes[type.split('.')[0] as Group];
