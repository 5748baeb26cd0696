import { type Document, type Json, type ResponseObject, operationsOf } from './operation-object.js';

/** The day on which the examples happen, in the built document. The served one counts from today. */
export const EXAMPLE_DAY = '2026-11-21';

/** A request and its response. */
export interface RecordedExample {
  readonly title: string;
  /** With the query string. */
  readonly path: string;
  readonly request: unknown;
  readonly status: number;
  readonly response: unknown;
}

export interface Examples {
  /** By operationId, in the order of the requests. */
  readonly operations: Readonly<Record<string, readonly RecordedExample[]>>;
  /** Problem documents by their code. */
  readonly problems: Readonly<Record<string, unknown>>;
}

/** The document with the requests and responses as examples. */
export function withExamples(document: Document, { operations, problems }: Examples): Document {
  for (const { path, operation } of operationsOf(document)) {
    const recorded = operations[operation.operationId] ?? [];
    for (const status of ['200', '202']) {
      const { content } = (operation.responses[status] ?? {}) as Partial<ResponseObject>;
      const own = recorded.filter((one) => one.status === Number(status));
      if (content?.['application/json']) content['application/json'].examples = named(own, 'response');
    }
    const body = operation.requestBody?.content['application/json'];
    if (body) body.examples = named(recorded, 'request');
    const [first] = recorded;
    if (first) giveValues(path, first.path, (operation.parameters ?? []) as Json[]);
  }
  const made = document.components['examples'] as Record<string, { value: unknown }>;
  for (const [code, example] of Object.entries(made)) example.value = problems[code] ?? example.value;
  return document;
}

const named = (recorded: readonly RecordedExample[], what: 'request' | 'response') =>
  Object.fromEntries(
    recorded
      .filter((one) => one[what] !== undefined && one[what] !== null)
      .map(({ title, [what]: value }) => [
        title.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
        { summary: title, value },
      ]),
  );

/** The parameters with their values in a request. */
function giveValues(template: string, requested: string, parameters: readonly Json[]): void {
  const { pathname, searchParams } = new URL(requested, 'http://127.0.0.1');
  const parts = pathname.split('/');
  const inPath = template
    .split('/')
    .flatMap((part, i) => (part.startsWith('{') ? [[part.slice(1, -1), parts[i]] as const] : []));
  const values = new Map<string, string | undefined>([...searchParams, ...inPath]);
  for (const parameter of parameters) {
    const value = values.get(parameter['name'] as string);
    if (value !== undefined && parameter['in'] !== 'header')
      parameter['example'] = typed(value, parameter['schema'] as Json);
  }
}

function typed(value: string, schema: Json): unknown {
  if (schema['type'] === 'integer') return Number(value);
  return schema['type'] === 'array' ? [value] : value;
}
