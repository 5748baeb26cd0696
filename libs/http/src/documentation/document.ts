import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { descriptionOf } from './description.js';
import { type Examples, withExamples } from './examples.js';
import { headers, headersOf, parameters } from './headers.js';
import { hoistTitled } from './hoist.js';
import { withNullTypes } from './nullable.js';
import { NEEDS_KEY, OF_OPERATOR, OPEN, REFUSES, TAKES_NO_KEY } from './between.js';
import {
  type Document,
  type Json,
  type DocumentedOperation,
  type ResponseObject,
  operationsOf,
} from './operation-object.js';
import { problemExamples } from './problem-examples.js';
import { problemResponses, problemSchema, refusalsOf } from './refusals.js';
import { inOrder } from './in-order.js';

/** General information of the document. */
export interface About {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  /** In reading order. */
  readonly tags: Readonly<Record<string, string>>;
  /** Paths that come before the others of their tag, because they are needed first. */
  readonly first?: readonly string[];
}

/**
 * The OpenAPI 3.1 document of the routes of an application: what swagger reads from controllers and bodies, and what
 * follows from the kind of an operation: headers, refusals, credentials. It only reads metadata: an application created
 * with `preview: true` is enough.
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
    .addBearerAuth({ type: 'http', description: 'A token from `POST /v1/auth/token`.' }, 'bearer')
    .addApiKey(
      { type: 'apiKey', in: 'header', name: 'X-API-KEY', description: 'Of a member of staff.' },
      'staffKey',
    )
    .addBearerAuth(
      { type: 'http', description: 'A token from `POST /operator/v1/auth/token`.' },
      'staffBearer',
    )
    .addApiKey(
      {
        type: 'apiKey',
        in: 'header',
        name: 'X-OPERATOR-KEY',
        description: 'The setting `OPERATOR_KEY`, as long as there is no member of staff.',
      },
      'operatorKey',
    );
  for (const [name, description] of Object.entries(about.tags)) builder.addTag(name, description);
  const read = SwaggerModule.createDocument(app, builder.build(), { autoTagControllers: false });
  const document = withNullTypes(JSON.parse(JSON.stringify(read))) as Document;
  closeBodies(document);
  const operations = operationsOf(document);
  for (const one of operations) complete(one);
  hoistTitled(document);
  const { schemas, ...others } = document.components;
  document.components = {
    schemas: { ...schemas, Problem: problemSchema },
    ...others,
    parameters,
    headers,
    responses: problemResponses(operations),
    examples: problemExamples(),
  };
  for (const { operation } of operationsOf(document)) for (const name of between) delete operation[name];
  return inOrder(withExamples(document, examples), Object.keys(about.tags), about.first);
}

const between = [REFUSES, OPEN, NEEDS_KEY, TAKES_NO_KEY, OF_OPERATOR] as const;

/** Unknown fields are rejected: the schemas of body classes are closed. */
function closeBodies({ components }: Document): void {
  for (const schema of Object.values(components['schemas'] ?? {}) as Json[])
    schema['additionalProperties'] = false;
}

const OF_CLIENTS: Record<string, string[]>[] = [{ apiKey: [] }, { bearer: [] }];
const OF_STAFF: Record<string, string[]>[] = [{ staffKey: [] }, { staffBearer: [] }];

function complete(one: DocumentedOperation): void {
  const { operation, method, path } = one;
  const isPublic = OPEN in operation;
  operation.security ??= isPublic ? [] : OF_OPERATOR in operation ? OF_STAFF : OF_CLIENTS;
  operation.description ??= descriptionOf(one);
  const isCommand = NEEDS_KEY in operation;
  if (method !== 'GET' && !isCommand && !(TAKES_NO_KEY in operation))
    throw new Error(`${method} ${path} has to be @Idempotent() or @NoIdempotencyKey()`);
  for (const parameter of operation.parameters ?? []) asParameter(parameter as Json);
  operation.parameters = [
    ...(operation.parameters ?? []),
    ...(isCommand ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    { $ref: '#/components/parameters/RequestId' },
    { $ref: '#/components/parameters/TraceParent' },
  ];
  for (const status of ['200', '202']) {
    const done = operation.responses[status] as ResponseObject | undefined;
    if (!done) continue;
    done.headers = headersOf(
      'RequestId',
      ...(isPublic ? [] : (['RateLimit', 'RateLimitPolicy'] as const)),
      ...(isCommand ? (['IdempotentReplayed'] as const) : []),
    );
  }
  operation.responses = { ...operation.responses, ...refusalsOf(one) };
}

/** A query parameter is present or absent, never null; its examples belong to its schema. */
function asParameter(parameter: Json): void {
  const { examples } = parameter;
  const schema = parameter['schema'] as Json | undefined;
  if (!schema) return;
  if (Array.isArray(schema['type'])) schema['type'] = (schema['type'] as string[])[0];
  if (Array.isArray(schema['enum'])) schema['enum'] = schema['enum'].filter((one) => one !== null);
  if (Array.isArray(examples)) schema['examples'] = examples;
  delete parameter['examples'];
}
