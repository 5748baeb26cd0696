import type { Envelope, MessageType } from '@corridor/contracts';
import { decodeJson } from '@corridor/kernel';
import type { Admin, KafkaMessage, Message } from 'kafkajs';
import type { Outgoing } from './carrier.js';
import type { StoredEnvelope } from './envelope.js';
import type { Backfill } from './backfill.js';
import { CONSUMER, SINCE } from './log-gaps.js';

/** Half of a broker's default `message.max.bytes`: headers and keys come on top. */
const MAX_BATCH_BYTES = 512 * 1024;

/** A record without a message for each partition, for the groups that read it. */
export const inEachPartition = async (
  admin: Admin,
  topic: string,
  headers: Readonly<Record<string, string>>,
): Promise<Message[]> =>
  (await admin.fetchTopicOffsets(topic)).map(({ partition }) => ({ partition, value: null, headers }));

/** For one consumer. */
export function toRecordFor({ consumer, since }: Backfill, message: Outgoing): Message {
  const record = toRecord(message);
  return { ...record, headers: { ...record.headers, [CONSUMER]: consumer, [SINCE]: since ?? '' } };
}

/** In order, each batch below the broker's size limit. */
export function batchesOf(messages: readonly Outgoing[]): Outgoing[][] {
  const batches: Outgoing[][] = [];
  let bytes = Infinity;
  for (const message of messages) {
    const size = Buffer.byteLength(message.json);
    if (bytes + size > MAX_BATCH_BYTES) {
      batches.push([]);
      bytes = 0;
    }
    batches.at(-1)?.push(message);
    bytes += size;
  }
  return batches;
}

/** CloudEvents attributes as headers, the data as the value. */
export function toRecord({ json, streamId, span }: Outgoing) {
  const envelope = JSON.parse(json) as StoredEnvelope;
  return {
    key: streamId,
    value: JSON.stringify(envelope.data),
    headers: {
      'content-type': 'application/json',
      ce_specversion: '1.0',
      ce_id: envelope.id,
      ce_source: envelope.source,
      ce_type: envelope.type,
      ce_subject: envelope.streamId,
      ce_dataversion: String(envelope.dataversion ?? 1),
      ce_time: `${envelope.occurredOn}Z`,
      ce_streamversion: String(envelope.version),
      ...(envelope.epoch !== undefined && { ce_epoch: String(envelope.epoch) }),
      ce_caller: JSON.stringify(envelope.caller),
      traceparent: span?.traceparent ?? envelope.caller.traceparent,
    },
  };
}

export function toEnvelope(record: KafkaMessage): Envelope {
  return {
    id: header(record, 'ce_id'),
    type: header(record, 'ce_type') as MessageType,
    source: header(record, 'ce_source'),
    streamId: header(record, 'ce_subject'),
    dataversion: Number(record.headers?.['ce_dataversion'] ?? 1), // missing in records from before versions existed
    version: Number(header(record, 'ce_streamversion')),
    ...epochOf(record),
    occurredOn: header(record, 'ce_time').slice(0, -1),
    caller: JSON.parse(header(record, 'ce_caller')) as Envelope['caller'],
    data: decodeJson<Envelope['data']>(record.value?.toString() ?? 'null'),
  };
}

/** Missing in records of the first epoch. */
const epochOf = ({ headers }: KafkaMessage) =>
  headers?.['ce_epoch'] === undefined ? {} : { epoch: Number(headers['ce_epoch']) };

function header({ headers, offset }: KafkaMessage, name: string): string {
  const value = headers?.[name];
  if (value === undefined) throw new Error(`record at offset ${offset} has no ${name}`);
  return value.toString();
}
