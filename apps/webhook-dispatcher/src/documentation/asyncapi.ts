import { deliveryHeaders, deliveryMessage } from './asyncapi-webhooks.js';
import { messageHeaders, messagesOf, topic, topicMessage } from './asyncapi-topics.js';
import { deliveryExamples, messageExamples } from './examples.js';
import { messageSchemas } from './message-schemas.js';
import { SchemaStore } from './schema-store.js';

/** Both may be of one name: what a receiver gets, and what services say. */
const webhook = (eventType: string) => `webhook.${eventType}`;

/** docs/asyncapi.json: everything that Corridor says by itself, to receivers of webhooks and between its services. */
export function asyncApi(root = '.') {
  const store = new SchemaStore();
  const deliveries = deliveryExamples(root);
  const examples = messageExamples(root);
  const types = [...messageSchemas(store, root)];
  const sources = [...new Set(types.map(([type]) => examples.get(type)?.source ?? 'nobody'))].sort();
  const saidBy = (source: string) =>
    types.map(([type]) => type).filter((type) => examples.get(type)?.source === source);
  const webhooks = deliveries.map((one) => [webhook(one.eventType), deliveryMessage(one, store)] as const);
  const messages = types.map(
    ([type, payload]) => [type, topicMessage(type, payload, examples.get(type)!)] as const,
  );
  return {
    asyncapi: '3.0.0',
    info,
    defaultContentType: 'application/json',
    servers,
    channels: {
      webhooks: {
        ...receivers,
        messages: messagesOf(
          webhooks.map(([name]) => name),
          'messages',
        ),
      },
      ...Object.fromEntries(sources.map((source) => [source, topic(source, saidBy(source))])),
    },
    operations: {
      deliver: { action: 'send', channel: { $ref: '#/channels/webhooks' }, ...delivering },
      ...Object.fromEntries(
        sources.map((source) => [
          `say-${source}`,
          { action: 'send', channel: { $ref: `#/channels/${source}` } },
        ]),
      ),
    },
    components: {
      messages: Object.fromEntries<object>([...webhooks, ...messages]),
      messageTraits: {
        standardWebhooks: { contentType: 'application/json', headers: deliveryHeaders },
        cloudEvents: { contentType: 'application/json', headers: messageHeaders },
      },
      schemas: Object.fromEntries(Object.entries(store.all).sort(([a], [b]) => (a < b ? -1 : 1))),
    },
  };
}

const info = {
  title: 'Corridor events',
  version: '1',
  description:
    'Webhooks, which clients subscribe to, and the topics between the services of the distributed composition, which are internal: their shapes are kept, but they are not part of the v1 contract.',
  license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
};

const servers = {
  receiver: {
    host: '{host}',
    protocol: 'https',
    description: 'The host of the targetUrl of a subscription.',
    variables: { host: { default: 'example.com' } },
  },
  kafka: {
    host: '{brokers}',
    protocol: 'kafka',
    description: 'KAFKA_BROKERS of the installation.',
    variables: { brokers: { default: 'localhost:9092' } },
  },
};

const receivers = {
  address: null,
  title: 'Webhooks',
  description: 'To the targetUrl of each subscription that lists the event type. See webhooks.md.',
  servers: [{ $ref: '#/servers/receiver' }],
};

const delivering = {
  summary: 'One signed POST per attempt, until one is answered with a status from 200 to 299.',
  bindings: { http: { method: 'POST', bindingVersion: '0.3.0' } },
};
