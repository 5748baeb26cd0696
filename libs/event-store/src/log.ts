import type { Message, MessageRegistry, MessageType } from '@corridor/contracts';
import { type Aggregate, type DomainEvent, encodeJson, schemaVersionOf } from '@corridor/kernel';
import type { SqlTransaction } from './database.js';
import type { Epoch } from './epoch.js';
import type { Recorded } from './registration.js';

/** The service that appends, and the messages that it may publish. */
export interface Publisher {
  readonly service: string;
  readonly messages: MessageRegistry;
  readonly epoch: Epoch;
}

/** A row of the log. */
export interface LogEntry {
  readonly recorded: Recorded<DomainEvent>;
  readonly schemaVersion: number;
  readonly messageType: MessageType | null;
  /** The envelope of the public message, JSON text. */
  readonly message: string | null;
}

/** @throws InvalidMessage for a message that does not match its contract */
export function logEntry(
  { service, messages, epoch }: Publisher,
  aggregate: Pick<Aggregate<never, never>, 'name' | 'upcasters'>,
  recorded: Recorded<DomainEvent>,
  message: Message | null,
): LogEntry {
  const { streamId, version, occurredOn, caller, event } = recorded;
  const envelope = message && {
    id: `${streamId}/${version}`,
    source: service,
    streamId,
    version,
    ...(epoch.number > 0 && { epoch: epoch.number }),
    occurredOn,
    caller,
    dataversion: messages.checked(message),
    ...message,
  };
  return {
    recorded,
    schemaVersion: schemaVersionOf(aggregate, event.type),
    messageType: message?.type ?? null,
    message: envelope && encodeJson(envelope),
  };
}

/** Appends entries to the log, in this order. */
export function writeLog(sql: SqlTransaction, entries: readonly LogEntry[]): void {
  if (entries.length === 0) return;
  sql.write(
    `INSERT INTO events (stream_id, version, type, schema_version, data, caller, occurred_on, message_type, message)
     SELECT stream_id, version, type, schema_version, data, caller, (occurred_on || 'Z')::timestamptz, message_type, message
     FROM unnest($1::text[], $2::int[], $3::text[], $4::int[], $5::json[], $6::json[], $7::text[], $8::text[], $9::json[])
       WITH ORDINALITY AS entry
       (stream_id, version, type, schema_version, data, caller, occurred_on, message_type, message, n) ORDER BY n`,
    [
      entries.map(({ recorded }) => recorded.streamId),
      entries.map(({ recorded }) => recorded.version),
      entries.map(({ recorded }) => recorded.event.type),
      entries.map(({ schemaVersion }) => schemaVersion),
      entries.map(({ recorded }) => encodeJson(recorded.event)),
      entries.map(({ recorded }) => encodeJson(recorded.caller)),
      entries.map(({ recorded }) => recorded.occurredOn),
      entries.map(({ messageType }) => messageType),
      entries.map(({ message }) => message),
    ],
  );
}
