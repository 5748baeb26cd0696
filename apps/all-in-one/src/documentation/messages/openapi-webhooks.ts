import { deliveryHeaders, deliveryMessage } from './asyncapi-webhooks.js';
import { deliveryExamples } from './examples.js';
import { type JsonSchema, SchemaStore } from './schema-store.js';

/** Their tag is not that of operations: generators make one class of a tag. */
export const DELIVERIES = 'Webhook deliveries';

/**
 * The `webhooks` of OpenAPI 3.1: the POST of each event type, from the same schemas as the AsyncAPI document.
 * @param root of the repository
 */
export function openApiWebhooks(root = '.') {
  const store = new SchemaStore();
  const webhooks = Object.fromEntries(
    deliveryExamples(root).map((delivery) => {
      const { name, summary, payload } = deliveryMessage(delivery, store);
      return [name, { post: delivering(name, summary, payload, delivery) }];
    }),
  );
  return withOwnNames({ webhooks, schemas: store.inOrder() });
}

const delivering = (eventType: string, description: string, schema: JsonSchema, value: object) => ({
  operationId: `on_${eventType.replace('.', '_')}`.replace(/_(\w)/g, (_, letter: string) =>
    letter.toUpperCase(),
  ),
  summary: description.split(/\.(?= |$)/)[0],
  description,
  tags: [DELIVERIES],
  security: [],
  parameters: Object.entries(deliveryHeaders.properties ?? {}).map(([name, { description, ...rest }]) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: rest,
  })),
  requestBody: {
    required: true,
    content: { 'application/json': { schema, examples: { [eventType]: { summary: eventType, value } } } },
  },
  responses: {
    '2XX': { description: 'Delivered.' },
    default: { description: 'A failed attempt. It is retried, with ten attempts in total.' },
  },
});

/** Webhook payloads may have additional fields and records of the API may not, so their schemas have different names. */
function withOwnNames<Part extends { schemas: Record<string, JsonSchema> }>({ schemas, ...rest }: Part) {
  const own = (name: string) => (name.startsWith('Webhook') ? name : `Webhook${name}`);
  const renamed = <Value>(value: Value): Value =>
    JSON.parse(
      JSON.stringify(value).replace(
        /"#\/components\/schemas\/(\w+)"/g,
        (_, name: string) => `"#/components/schemas/${own(name)}"`,
      ),
    ) as Value;
  const named = Object.entries(schemas).map(([name, { title: _, ...schema }]) => [
    own(name),
    renamed(schema),
  ]);
  return { ...renamed(rest), schemas: Object.fromEntries(named) as Record<string, JsonSchema> };
}
