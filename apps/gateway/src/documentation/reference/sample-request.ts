import type { Json } from '@corridor/http';
import type { Entry, Reference } from './reference.js';

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description: string;
  readonly schema: Json;
  /** Empty if the examples do without it. */
  readonly example: string;
}

export interface NamedExample {
  readonly name: string;
  readonly value: unknown;
}

/** The request that the page of an operation shows first. */
export interface SampleRequest {
  readonly method: string;
  /** With its query string. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Credentials of a new sandbox; what clients have in production are words in their place. */
export interface Credentials {
  readonly apiKey: string;
  readonly staffKey: string;
}

export const PLACEHOLDERS: Credentials = { apiKey: 'YOUR_API_KEY', staffKey: 'YOUR_STAFF_KEY' };

/** Without the headers that every request can have. */
export const parametersOf = (reference: Reference, { operation }: Entry): Parameter[] =>
  (operation.parameters ?? [])
    .map((one) => reference.resolve(one as Json))
    .filter(({ name }) => name !== 'X-Request-Id' && name !== 'traceparent')
    .map(({ name, in: place, required, description, schema, example }) => ({
      name: String(name),
      in: place as Parameter['in'],
      required: required === true,
      description: typeof description === 'string' ? description : '',
      schema: (schema ?? {}) as Json,
      example: example === undefined ? '' : String(example as string | number | boolean),
    }));

/** The JSON of a request body or a response. */
export const examplesOf = (content: unknown): NamedExample[] => {
  const { examples = {} } = ((content as Json | undefined)?.['application/json'] ?? {}) as {
    examples?: Record<string, { summary: string; value: unknown }>;
  };
  return Object.values(examples).map(({ summary, value }) => ({ name: summary, value }));
};

export function sampleRequest(reference: Reference, entry: Entry, credentials: Credentials): SampleRequest {
  const parameters = parametersOf(reference, entry);
  const [first] = examplesOf(entry.operation.requestBody?.content);
  const { security = [] } = entry.operation;
  const keyed = parameters.filter((one) => one.in === 'header' && one.required);
  return {
    method: entry.method,
    target: targetOf(entry.path, parameters),
    headers: {
      ...credentialFor(security, credentials),
      ...Object.fromEntries(keyed.map(({ name, example }) => [name, example])),
      ...(first && { 'Content-Type': 'application/json' }),
    },
    body: first?.value,
  };
}

function targetOf(path: string, parameters: readonly Parameter[]): string {
  const filled = path.replace(
    /\{(\w+)\}/g,
    (whole, name: string) =>
      parameters.find((one) => one.in === 'path' && one.name === name)?.example || whole,
  );
  const query = parameters.filter((one) => one.in === 'query' && one.example !== '');
  const pairs = query.map(({ name, example }): [string, string] => [name, example]);
  const text = new URLSearchParams(pairs).toString();
  return text ? `${filled}?${text}` : filled;
}

export type Scheme = 'apiKey' | 'bearer' | 'staffKey' | 'staffBearer';

/** The first credential that an operation accepts. */
export const schemeOf = (security: readonly Record<string, unknown>[]): Scheme | undefined =>
  Object.keys(security[0] ?? {})[0] as Scheme | undefined;

function credentialFor(
  security: readonly Record<string, unknown>[],
  { apiKey, staffKey }: Credentials,
): Record<string, string> {
  switch (schemeOf(security)) {
    case 'apiKey':
      return { 'X-API-KEY': apiKey };
    case 'staffKey':
      return { 'X-API-KEY': staffKey };
    case 'bearer':
    case 'staffBearer':
      return { Authorization: 'Bearer YOUR_ACCESS_TOKEN' };
    case undefined:
      return {};
  }
}
