import {
  meanings,
  payloadOf,
  relatedRecords,
  schemas,
  type FactType,
} from '@corridor/webhook-dispatcher-contract';
import type { DeliveryExample } from './examples.js';
import type { JsonSchema, SchemaStore } from './schema-store.js';

const text = (description: string): JsonSchema => ({ type: 'string', description });

/** Standard Webhooks 1.0 and W3C Trace Context. */
export const deliveryHeaders: JsonSchema = {
  type: 'object',
  properties: {
    'webhook-id': text('Id of the notification, the same in every attempt.'),
    'webhook-timestamp': text('Time of this attempt, in Unix seconds.'),
    'webhook-signature': text('`v1,` and the base64 of the HMAC-SHA256 of `<id>.<timestamp>.<body>`.'),
    traceparent: text('W3C trace context of the request that caused the event.'),
  },
  required: ['webhook-id', 'webhook-timestamp', 'webhook-signature', 'traceparent'],
};

const { id, createdOn } = schemas.webhookNotification.properties;

/** The message that a receiver gets for an event type. */
export function deliveryMessage(delivery: DeliveryExample, store: SchemaStore) {
  const { eventType, relatedEntityType } = delivery;
  return {
    name: eventType,
    title: eventType,
    summary: meanings[eventType],
    traits: [{ $ref: '#/components/messageTraits/standardWebhooks' }],
    payload: {
      type: 'object',
      properties: {
        id: store.take(id),
        eventType: { const: eventType },
        createdOn: store.take(createdOn),
        relatedEntityId: { type: relatedEntityType ? 'string' : 'null' },
        relatedEntityType: relatedEntityType ? { const: relatedEntityType } : { type: 'null' },
        sequence: {
          type: 'integer',
          description: 'Increases with every event of the entity; there can be gaps.',
        },
        payload: eventType === 'ping' ? pingPayload : payloadSchema(eventType, store),
      },
      required: Object.keys(delivery),
    },
    examples: [{ name: eventType, payload: delivery }],
  };
}

const pingPayload: JsonSchema = {
  type: 'object',
  properties: { message: { anyOf: [{ type: 'string', maxLength: 100 }, { type: 'null' }] } },
  required: ['message'],
};

/** The schema of the record without the fields that webhooks omit. Schemas that differ for this reason get other names. */
function payloadSchema(type: FactType, store: SchemaStore): JsonSchema {
  const record = relatedRecords[type] as unknown as JsonSchema;
  const schema = onlyThere(
    payloadOf({ resource: record } as unknown as Parameters<typeof payloadOf>[0]),
  ) as JsonSchema;
  const [before, after] = [titled(record), titled(schema)];
  return store.take(schema, (title) => (before.get(title) === after.get(title) ? title : `Webhook${title}`));
}

/** All contained schemas that have a title, as JSON by title. */
function titled(value: unknown, found = new Map<string, string>()): Map<string, string> {
  if (typeof value !== 'object' || value === null) return found;
  for (const inner of Object.values(value)) titled(inner, found);
  const { title } = value as JsonSchema;
  return typeof title === 'string' ? found.set(title, JSON.stringify(value)) : found;
}

/** Removes omitted fields from `required`. */
function onlyThere(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(onlyThere);
  if (typeof value !== 'object' || value === null) return value;
  const { properties, required } = value as JsonSchema;
  const inner = Object.fromEntries(Object.entries(value).map(([name, one]) => [name, onlyThere(one)]));
  return properties && required
    ? { ...inner, required: required.filter((name) => name in properties) }
    : inner;
}
