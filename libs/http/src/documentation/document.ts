import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { needsKey } from '../door/idempotency-key.js';
import { type Examples, withExamples } from './examples.js';
import { headers, headersOf, parameters } from './headers.js';
import { hoistTitled } from './hoist.js';
import { withNullTypes } from './nullable.js';
import { OPEN, REFUSES } from './between.js';
import { type Document, type Json, type Operation, operationsOf } from './operation-object.js';
import { problemExamples, problemSchema, refusalsOf } from './refusals.js';
import { inOrder } from './in-order.js';

/** What the document says of itself. */
export interface About {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  /** In the order in which they are read. */
  readonly tags: Readonly<Record<string, string>>;
}

/**
 * The OpenAPI 3.1 document of the routes of an application: what swagger reads of controllers and bodies, and beside it
 * what follows from the kind of an operation: headers, refusals, credentials. It asks metadata alone: an application
 * made with `preview: true` is enough.
 */
export function apiDocument(app: INestApplication, about: About, examples: Examples): Document {
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.1.1')
    .setTitle(about.title)
    .setVersion(about.version)
    .setDescription(about.description)
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .addServer('/')
    .addApiKey({ type: 'apiKey', in: 'header', name: 'X-API-KEY' }, 'apiKey')
    .addBearerAuth({ type: 'http', description: 'A token of `POST /v1/auth/token`.' }, 'bearer')
    .addApiKey({ type: 'apiKey', in: 'header', name: 'X-OPERATOR-KEY' }, 'operatorKey');
  for (const [name, description] of Object.entries(about.tags)) builder.addTag(name, description);
  const read = SwaggerModule.createDocument(app, builder.build(), { autoTagControllers: false });
  const document = withNullTypes(JSON.parse(JSON.stringify(read))) as Document;
  closeBodies(document);
  for (const one of operationsOf(document)) complete(one);
  hoistTitled(document);
  const { schemas, ...others } = document.components;
  document.components = {
    schemas: { ...schemas, Problem: problemSchema },
    ...others,
    parameters,
    headers,
    examples: problemExamples,
  };
  return inOrder(withExamples(document, examples), Object.keys(about.tags));
}

/** Fields that nobody asked for are refused: the schemas that come from body classes say so. */
function closeBodies({ components }: Document): void {
  for (const schema of Object.values(components['schemas'] ?? {}) as Json[])
    schema['additionalProperties'] = false;
}

function complete(one: Operation): void {
  const { operation, method, path } = one;
  const isPublic = OPEN in operation;
  operation.security ??= isPublic ? [] : [{ apiKey: [] }, { bearer: [] }];
  const isCommand = needsKey(method, path);
  for (const parameter of operation.parameters ?? []) withoutNull(parameter as Json);
  operation.parameters = [
    ...(operation.parameters ?? []),
    ...(isCommand ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    { $ref: '#/components/parameters/RequestId' },
    { $ref: '#/components/parameters/TraceParent' },
  ];
  const { 200: done } = operation.responses;
  if (done)
    done.headers = headersOf(
      'RequestId',
      ...(isPublic ? [] : (['RateLimit', 'RateLimitPolicy'] as const)),
      ...(isCommand ? (['IdempotentReplayed'] as const) : []),
    );
  operation.responses = { ...operation.responses, ...refusalsOf(one) };
  for (const name of [REFUSES, OPEN] as const) delete operation[name];
}

/** In a query a value is there or not. */
function withoutNull(parameter: Json): void {
  const schema = parameter['schema'] as Json | undefined;
  if (schema && Array.isArray(schema['type'])) schema['type'] = (schema['type'] as string[])[0];
}
