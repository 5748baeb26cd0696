import { type Document, type DocumentedOperation, HttpAdapter, operationsOf } from '@corridor/http';
import { Validator } from '@seriousme/openapi-schema-validator';
import { webhookEventTypes } from '@corridor/webhook-dispatcher-contract';
import { DocumentSchemas, type Json } from '@corridor/testing/openapi';
import { about } from './about.js';
import { generate, preview } from './generate.js';
import { examplesIn } from './examples.fixture.js';

let document: Document;
let operations: DocumentedOperation[];
beforeAll(async () => {
  document = await generate();
  operations = operationsOf(document);
});

/** The names of the operations that do not satisfy a condition. */
const those = (isWrong: (one: DocumentedOperation) => boolean): string[] =>
  operations.filter(isWrong).map(({ method, path }) => `${method} ${path}`);

it('is deterministic', async () => {
  expect(JSON.stringify(await generate())).toBe(JSON.stringify(document));
});

it('is a document of OpenAPI 3.1', async () => {
  const validator = new Validator();
  expect(await validator.validate(JSON.parse(JSON.stringify(document)) as Record<string, unknown>)).toEqual({
    valid: true,
  });
  expect(validator.version).toBe('3.1');
});

it('has no broken references and no unused components', () => {
  const text = JSON.stringify(document);
  const requested = new Set([...text.matchAll(/"#\/components\/(\w+\/[^"]+)"/g)].map(([, name]) => name));
  const { securitySchemes: _, ...components } = document.components;
  const ofNobody = ['examples/internal', 'examples/method_not_allowed'];
  const there = Object.entries(components).flatMap(([kind, all]) =>
    Object.keys(all).map((name) => `${kind}/${name}`),
  );
  expect(there.filter((name) => !requested.has(name) && !ofNobody.includes(name))).toEqual([]);
  expect([...requested].filter((name) => !there.includes(name ?? ''))).toEqual([]);
});

it('lists the operations that are needed first at the beginning of their tag', () => {
  const first = about.first ?? [];
  const paths = Object.keys(document.paths);
  const begins = paths.indexOf(first[0] ?? '');
  expect(paths.slice(begins, begins + first.length)).toEqual(first);
  const before = Object.values(document.paths[paths[begins - 1] ?? ''] ?? {})[0];
  expect(before?.tags).not.toEqual(['Webhooks']);
});

it('has an example of each problem with the path of a request that can have it', () => {
  const examples = document.components['examples'] as Record<string, { value: { instance: string } }>;
  const anywhere = ['internal', 'method_not_allowed'];
  const isReal = ([code, { value }]: [string, { value: { instance: string } }]) =>
    operations.some(
      ({ path, operation }) =>
        new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`).test(value.instance) &&
        (anywhere.includes(code) || JSON.stringify(operation.responses).match(/\w+/g)?.includes(code)),
    );
  const wrong = Object.entries(examples).filter((one) => !isReal(one));
  expect(wrong.map(([code, { value }]) => `${code} at ${value.instance}`)).toEqual([]);
});

describe('every operation', () => {
  it('has a unique name and a summary', () => {
    const names = operations.map(({ operation }) => operation.operationId);
    expect(names.filter((name, i) => !/^[a-z][A-Za-z]+$/.test(name) || names.indexOf(name) !== i)).toEqual(
      [],
    );
    expect(those(({ operation: { summary = '' } }) => !/^[A-Z].{8,100}[^.]$/.test(summary))).toEqual([]);
  });

  it('has one of the tags', () => {
    const isTagged = ({ operation: { tags = [] } }: DocumentedOperation) =>
      tags.length === 1 && (tags[0] ?? '') in about.tags;
    expect(those((one) => !isTagged(one))).toEqual([]);
    const used = new Set(operations.map(({ operation: { tags } }) => tags?.[0]));
    expect(Object.keys(about.tags).filter((tag) => !used.has(tag))).toEqual([]);
  });

  it('states the required credential and permission', () => {
    expect(those(({ operation: { security } }) => security?.length === 0)).toEqual([
      'POST /v1/auth/token',
      'POST /operator/v1/auth/token',
    ]);
    // A timeline and a stream have what the permissions of the caller allow.
    const free = /^\/v1\/(auth|reference-data|timeline)\/|^\/v1\/events$|^\/operator\/v1\/auth\/token$/;
    const needs = ({ path, operation }: DocumentedOperation) =>
      free.test(path) === 'x-required-permission' in operation;
    expect(those(needs)).toEqual([]);
  });

  it('returns 200 with JSON, and errors as problem documents', () => {
    const isComplete = ({ operation: { responses } }: DocumentedOperation) =>
      'content' in (responses['200'] ?? {}) && ['400', '429', '503'].every((status) => status in responses);
    expect(those((one) => !isComplete(one))).toEqual([]);
  });

  it('requires the idempotency key if it is a command', () => {
    const takesKey = ({ operation: { parameters } }: DocumentedOperation) =>
      JSON.stringify(parameters).includes('#/components/parameters/IdempotencyKey');
    const isCommand = ({ method, path }: DocumentedOperation) =>
      method !== 'GET' && !/\/(auth\/token|search)$/.test(path);
    expect(those((one) => takesKey(one) !== isCommand(one))).toEqual([]);
  });

  it('is marked as non-production if it is a simulator', () => {
    expect(
      those(
        ({ path, operation: { tags, ...more } }) =>
          path.startsWith('/v1/simulators/') !==
          (tags?.[0] === 'Simulators' && more['x-non-production'] === true),
      ),
    ).toEqual([]);
  });
});

it('describes the signed POST of each webhook, with an example that matches its schema', () => {
  const webhooks = document['webhooks'] as Record<string, { post: any }>;
  expect(Object.keys(webhooks)).toEqual([...webhookEventTypes]);
  const schemas = new DocumentSchemas(document);
  const names = new Set(operations.map(({ operation }) => operation.operationId));
  for (const [type, { post }] of Object.entries(webhooks)) {
    const headers = (post.parameters as Json[]).filter((one) => one['required']).map((one) => one['name']);
    expect(headers).toEqual(['webhook-id', 'webhook-timestamp', 'webhook-signature', 'traceparent']);
    const [{ schema, example }] = examplesIn(post.requestBody) as [{ schema: Json; example: Json }];
    expect([type, schemas.issues(schema, example['value'])]).toEqual([type, []]);
    expect(schemas.issues(schema, { ...(example['value'] as Json), payload: {} })).not.toEqual([]);
    expect(schemas.issues(schema, { ...(example['value'] as Json), more: 1 })).toEqual([]);
    expect(names.has(post.operationId as string)).toBe(false);
    names.add(post.operationId as string);
  }
});

it('describes exactly the existing routes', async () => {
  const adapter = new HttpAdapter();
  const routes: string[] = [];
  const fastify = adapter.getInstance();
  fastify.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) routes.push(`${one} ${url.replace(/:(\w+)/g, '{$1}')}`);
  });
  const app = await preview(adapter);
  await app.init();
  const undocumented =
    /^HEAD | \/(health\/\w+|problems\/?\w*|(operator\/)?docs\/?.*|console(\/.*)?|openapi\.json|operator\/openapi\.json|asyncapi\.json|provider\/v1\/callbacks)?$|^OPTIONS /;
  expect(routes.filter((route) => !undocumented.test(route)).sort()).toEqual(
    operations.map(({ method, path }) => `${method} ${path}`).sort(),
  );
});
