import type { Envelope, MessageType } from '@corridor/contracts';
import { encodeJson } from '@corridor/kernel';
import type { JsonSchema } from './schema-store.js';

const text = (description: string): JsonSchema => ({ type: 'string', description });

/** CloudEvents 1.0 in binary mode, with additional extension attributes. */
export const messageHeaders: JsonSchema = {
  type: 'object',
  properties: {
    'content-type': { const: 'application/json' },
    ce_specversion: { const: '1.0' },
    ce_id: text('Unique within its source: stream id and version.'),
    ce_source: text('The service that sent the message.'),
    ce_type: text('The type of the message.'),
    ce_subject: text('The id of the stream, which is the key of the record.'),
    ce_dataversion: text('The version of the data; a record without it has version 1.'),
    ce_time: { type: 'string', format: 'date-time' },
    ce_streamversion: text('The version of the stream, a whole number.'),
    ce_caller: text('The caller that caused the message, as JSON.'),
    traceparent: text('W3C trace context of the request that caused the message.'),
  },
};

/** A record of a topic. */
export const topicMessage = (type: MessageType, payload: JsonSchema, example: Envelope) => ({
  name: type,
  title: type,
  traits: [{ $ref: '#/components/messageTraits/cloudEvents' }],
  payload,
  bindings: { kafka: { key: text('The id of the stream.'), bindingVersion: '0.5.0' } },
  examples: [{ name: type, payload: JSON.parse(encodeJson(example.data)) as object }],
});

export const topic = (service: string, types: readonly string[]) => ({
  address: `{prefix}.${service}.events`,
  title: `Messages of ${service}`,
  description:
    'Messages of one stream are in order. A message can be delivered more than once, with the same id.',
  servers: [{ $ref: '#/servers/kafka' }],
  parameters: { prefix: { default: 'corridor', description: 'TOPIC_PREFIX of the installation.' } },
  messages: messagesOf(types, 'messages'),
  bindings: { kafka: { partitions: 6, topicConfiguration: { 'retention.ms': -1 }, bindingVersion: '0.5.0' } },
});

export const messagesOf = (names: readonly string[], kind: string) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/${kind}/${name}` }]));
