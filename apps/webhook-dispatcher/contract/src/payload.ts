import type { Messages } from '@corridor/contracts';
import { type FactType, relatedRecords } from './event-types.js';

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

/** An event as it is told to its client. */
export interface ToldEvent {
  readonly id: string;
  readonly eventType: string;
  readonly createdOn: string;
  /** Null for a ping. */
  readonly relatedId: string | null;
  readonly relatedType: string | null;
  readonly sequence: number;
  /** JSON. */
  readonly payload: string;
}

/** The JSON for whoever is told (decisions §7), the same byte for byte each time. */
export function bodyOf({
  id,
  eventType,
  createdOn,
  relatedId,
  relatedType,
  sequence,
  payload,
}: ToldEvent): string {
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
