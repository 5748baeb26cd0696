import {
  type Envelope,
  InvalidMessage,
  type Message,
  type Messages,
  type MessageType,
} from '@corridor/contracts';
import type { TimelineActor } from '@corridor/gateway-contract';
import type { Caller } from '@corridor/kernel';
import { messageRegistry, prefixes } from '@corridor/services';
import { type MovedMoney, moneyIn } from './moved-money.js';
import { type RecordFacts, factsOf } from './record-facts.js';
import { sentenceOf } from './sentences.js';

/** A message as the index keeps it. */
export interface IndexedEvent {
  readonly source: string;
  /** Unique within its source. */
  readonly messageId: string;
  readonly streamId: string;
  readonly version: number;
  readonly type: string;
  readonly occurredOn: string;
  readonly clientId: string;
  readonly correlationId: string;
  readonly causationId: string | null;
  readonly traceId: string;
  readonly actor: TimelineActor | null;
  readonly summary: string;
  /** Of all records that the message names, its own first. */
  readonly recordIds: readonly string[];
  readonly money: MovedMoney;
  /** Of the record that the message is about. */
  readonly record: RecordFacts | null;
}

/** Records that nearly every message names, or that are known to staff only: nobody looks for a story under them. */
const NOT_FOLLOWED = new Set(['cli', 'cu', 'usr', 'ak', 'stf', 'sk']);
const allPrefixes = Object.keys(prefixes);
const followed = allPrefixes.filter((prefix) => !NOT_FOLLOWED.has(prefix));
const RECORD_ID = new RegExp(`^(${followed.join('|')})_[\\w-]{1,64}$`);
const LIKE_AN_ID = new RegExp(`^(${allPrefixes.join('|')})_`);
export const isLikeAnId = (text: string): boolean => LIKE_AN_ID.test(text);
/** A field whose value Corridor has chosen: no client can put the id of another's record into it, as into a narrative. */
const ID_FIELD = /^id$|Id$/;
/** Of one message: more do not make a better story. */
const MOST_RECORDS = 50;

/**
 * Copies what a timeline needs from a message. Every message has a place in the index, also one that this build does not know:
 * then its sentence is its type, and it has the ids that it names.
 * @param known its {@link knownForm}
 */
export function indexedEvent(message: Envelope, known: Message | null): IndexedEvent {
  const { source, id, streamId, version, type, occurredOn, caller, data } = message;
  return {
    ...{ source, messageId: id, streamId, version, type, occurredOn },
    clientId: ownerIn(known) ?? caller.client.id,
    correlationId: caller.correlationId,
    causationId: caller.causationId,
    traceId: caller.traceparent.split('-')[1] ?? '',
    actor: actorOf(caller),
    summary: known ? sentenceOf(known) : `${type}.`,
    recordIds: recordIdsIn(streamId, data),
    money: known ? moneyIn(known) : { amounts: [], postings: [], bankMessage: null },
    record: known ? factsOf(known) : null,
  };
}

/** The ids under which an event is found. A client chooses the id of its request: it never stands for that of a record. */
export function referencesOf({ recordIds, correlationId, traceId, streamId }: IndexedEvent): string[] {
  const ofRequest = [correlationId, traceId].filter((one) => one !== '' && !isLikeAnId(one));
  return [...new Set([...recordIds, ...ofRequest, streamId])];
}

/** @returns null for a type, a version or a form that this build does not know */
export function knownForm(message: Envelope): Message | null {
  const version = messageRegistry.versionOf(message.type);
  if (version === undefined || version < message.dataversion) return null;
  try {
    return messageRegistry.read(message) as Message;
  } catch (error) {
    if (error instanceof InvalidMessage) return null; // its receivers park it
    throw error;
  }
}

/** Whose record it is, if staff have acted. */
function ownerIn(message: Message | null): string | null {
  if (!message) return null;
  const { data } = message;
  const { client } = 'resource' in data ? data.resource : 'client' in data ? data : {};
  return client?.id ?? null;
}

function actorOf({ user, apiKeyId, approved }: Caller): TimelineActor | null {
  if (!user) return null;
  const type = user.id.startsWith('cu_') ? 'USER' : 'STAFF';
  return { type, ...user, withApiKey: apiKeyId, approvedBy: approved?.by ?? null };
}

function recordIdsIn(streamId: string, data: Messages[MessageType]): string[] {
  const found = new Set<string>();
  const look = (field: string, value: unknown): void => {
    if (typeof value === 'string') {
      if (ID_FIELD.test(field) && RECORD_ID.test(value)) found.add(value);
    } else if (Array.isArray(value)) for (const one of value) look(field, one);
    else if (typeof value === 'object' && value !== null)
      for (const [name, one] of Object.entries(value)) look(name, one);
  };
  look('id', streamId);
  look('', data);
  return [...found].slice(0, MOST_RECORDS);
}
