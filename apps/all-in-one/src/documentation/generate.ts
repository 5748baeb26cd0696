import { type Document, type Examples, HttpAdapter, apiDocument, forGenerators } from '@corridor/http';
import { EmbeddedCarrier } from '@corridor/messaging';
import { PinoLogger, rootOf } from '@corridor/platform';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { modulesIn, services } from '../modules.js';
import { about } from './about.js';
import { repository } from './files.js';
import { DELIVERIES, openApiWebhooks } from './messages/openapi-webhooks.js';

/** The application of all services with their simulators. Starts nothing: no database, no port. */
export function preview(adapter: HttpAdapter): Promise<NestFastifyApplication> {
  const root = rootOf({
    variables: {},
    settings: services.flatMap(({ settings }) => settings),
    logger: new PinoLogger('silent', 'documentation'),
    carrier: new EmbeddedCarrier(() => undefined),
    modules: modulesIn('SANDBOX'),
  });
  const options = { preview: true, logger: ['error' as const], abortOnError: false };
  return NestFactory.create<NestFastifyApplication>(root, adapter, options);
}

const none: Examples = { operations: {}, problems: {} };

/** Its OpenAPI document, to which `npm run build` adds examples. */
export const generate = async (examples: Examples = none): Promise<Document> =>
  forGenerators(withWebhooks(apiDocument(await preview(new HttpAdapter()), about, examples)));

/** Its responses, and its webhooks. */
function withWebhooks({ components, ...document }: Document): Document {
  const { webhooks, schemas } = openApiWebhooks(repository);
  const known = { ...components['schemas'] };
  for (const [name, schema] of Object.entries(schemas)) {
    if (name in known) throw new Error(`Two schemas are called ${name}`);
    known[name] = schema;
  }
  const tags = [
    ...(document['tags'] as object[]),
    { name: DELIVERIES, description: 'What Corridor sends to subscriptions.' },
  ];
  return { ...document, tags, webhooks, components: { ...components, schemas: known } };
}
