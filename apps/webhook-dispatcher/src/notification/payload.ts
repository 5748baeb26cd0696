import type { Messages } from '@corridor/contracts';
import { type FactType, relatedRecords } from '@corridor/webhook-dispatcher-contract';
import type { Claimed } from '../delivery/deliveries.js';

/** Names of fields with bank details. */
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

/** What kind of record an event is about: the title of its schema. */
export const relatedTypeOf = (type: FactType): string => relatedRecords[type].title;

type Shown = Pick<
  Claimed,
  'id' | 'eventType' | 'createdOn' | 'relatedId' | 'relatedType' | 'sequence' | 'payload'
>;

/** The body for the receiver (decisions §7), the same byte for byte in each attempt. */
export function bodyOf({
  id,
  eventType,
  createdOn,
  relatedId,
  relatedType,
  sequence,
  payload,
}: Shown): string {
  const about = {
    id,
    eventType,
    createdOn,
    relatedEntityId: relatedId,
    relatedEntityType: relatedType,
    sequence,
  };
  return `${JSON.stringify(about).slice(0, -1)},"payload":${payload}}`;
}
