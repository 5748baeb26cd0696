import type { Envelope, Message } from '@corridor/contracts';
import { encodeJson } from '@corridor/kernel';
import { messageRegistry } from '@corridor/services';
import { type FactType, factTypes, payloadOf, relatedTypeOf } from '@corridor/webhook-dispatcher-contract';

/** An event as it is added to those of a client. */
export interface AddedEvent {
  readonly source: string;
  /** Unique within its source. */
  readonly messageId: string;
  readonly clientId: string;
  readonly type: FactType;
  readonly sequence: number;
  readonly relatedId: string | null;
  readonly relatedType: string | null;
  /** JSON; null if `message` is not. */
  readonly payload: string | null;
  /** One of a later version: a build that knows it makes the payload when it is read. */
  readonly message: string | null;
}

/** What a webhook would tell of a message: its record, without bank details. */
export interface Told {
  readonly relatedId: string;
  readonly relatedType: string;
  readonly payload: string;
}

const isFact = (type: string): type is FactType => (factTypes as readonly string[]).includes(type);

/**
 * @param known the message in the form of this build; null if it does not know that
 * @returns null for a message that is no event for clients
 */
export function addedEvent(message: Envelope, known: Message | null, clientId: string): AddedEvent | null {
  const { source, id, type, version } = message;
  if (!isFact(type)) return null;
  const told = known && toldOf(known);
  if (!told && !isOfLaterBuild(message)) return null; // not valid: no webhook is sent either
  return {
    ...{ source, messageId: id, clientId, type, sequence: version },
    ...(told ?? { relatedId: null, relatedType: null, payload: null }),
    message: told ? null : encodeJson(message),
  };
}

/** @returns null for a message that is about no record */
export function toldOf({ type, data }: Message): Told | null {
  if (!isFact(type) || !('resource' in data)) return null;
  return {
    relatedId: data.resource.id,
    relatedType: relatedTypeOf(type),
    payload: JSON.stringify(payloadOf(data as Parameters<typeof payloadOf>[0])),
  };
}

export const isOfLaterBuild = ({ type, dataversion }: Envelope): boolean =>
  (messageRegistry.versionOf(type) ?? 0) < dataversion;
