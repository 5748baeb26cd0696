import { contractVersion } from '@corridor/contracts';
import { deliveryHeaders, deliveryMessage } from './asyncapi-webhooks.js';
import { messageHeaders, messagesOf, topic, topicMessage } from './asyncapi-topics.js';
import { deliveryExamples, messageExamples } from './examples.js';
import { messageSchemas } from './message-schemas.js';
import { SchemaStore } from './schema-store.js';

/** dist/docs/asyncapi.json, which the gateway serves: the messages that webhook receivers get. */
export function webhooksDocument(root = '.') {
  const store = new SchemaStore();
  const messages = deliveryExamples(root).map((one) => [one.eventType, deliveryMessage(one, store)] as const);
  return {
    ...documentOf(webhooks),
    servers: { receiver },
    channels: { webhooks: { ...receivers, messages: messagesOf(namesOf(messages), 'messages') } },
    operations: { deliver: { action: 'send', channel: { $ref: '#/channels/webhooks' }, ...delivering } },
    components: {
      messages: Object.fromEntries(messages),
      messageTraits: { standardWebhooks: { contentType: 'application/json', headers: deliveryHeaders } },
      schemas: store.inOrder(),
    },
  };
}

/** dist/docs/asyncapi-topics.json: the messages between services. */
export function topicsDocument(root = '.') {
  const store = new SchemaStore();
  const examples = messageExamples(root);
  const messages = [...messageSchemas(store)].map(
    ([type, payload]) => [type, topicMessage(type, payload, examples.get(type)!)] as const,
  );
  const sourceOf = (type: (typeof messages)[number][0]) => examples.get(type)?.source ?? 'nobody';
  const sources = [...new Set(namesOf(messages).map(sourceOf))].sort();
  const sentBy = (source: string) => namesOf(messages).filter((type) => sourceOf(type) === source);
  return {
    ...documentOf(topics),
    servers: { kafka },
    channels: Object.fromEntries(sources.map((source) => [source, topic(source, sentBy(source))])),
    operations: Object.fromEntries(
      sources.map((source) => [
        `send-${source}`,
        { action: 'send', channel: { $ref: `#/channels/${source}` } },
      ]),
    ),
    components: {
      messages: Object.fromEntries(messages),
      messageTraits: { cloudEvents: { contentType: 'application/json', headers: messageHeaders } },
      schemas: store.inOrder(),
    },
  };
}

const namesOf = <Name>(messages: readonly (readonly [Name, object])[]): Name[] =>
  messages.map(([name]) => name);

const documentOf = (info: object) => ({
  asyncapi: '3.0.0',
  info: {
    ...info,
    version: contractVersion,
    license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
  },
  defaultContentType: 'application/json',
});

const webhooks = {
  title: 'Corridor webhooks',
  description: 'The events that Corridor sends to subscribers. Fields may be added to every event.',
};

const topics = {
  title: 'Corridor topics',
  description:
    'The topics between the services of the distributed composition. They are internal and not part of the API. A change that would break consumers gets a new version of the message.',
};

const receiver = {
  host: '{host}',
  protocol: 'https',
  description: 'The host of the targetUrl of a subscription.',
  variables: { host: { default: 'example.com' } },
};

const kafka = {
  host: '{brokers}',
  protocol: 'kafka',
  description: 'KAFKA_BROKERS of the installation.',
  variables: { brokers: { default: 'localhost:9092' } },
};

const receivers = {
  address: null,
  title: 'Webhooks',
  description:
    'To the targetUrl of each subscription that lists the event type. The guide for receivers, docs/webhooks.md, is served at /docs/webhooks.',
  servers: [{ $ref: '#/servers/receiver' }],
};

const delivering = {
  summary:
    'One signed POST per attempt: ten attempts within about three days, or fewer if one gets a response with a status from 200 to 299.',
  bindings: { http: { method: 'POST', bindingVersion: '0.3.0' } },
};
