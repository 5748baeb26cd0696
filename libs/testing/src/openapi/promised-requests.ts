import type { SeenResponse } from './on-response.js';
import type { DocumentSchemas, PromisedOperation, PromisedParameter } from './document-schemas.js';

/** An accepted request must match the document. */
export function requestIssues(
  schemas: DocumentSchemas,
  { requestBody, parameters = [] }: PromisedOperation,
  { path, sent }: Pick<SeenResponse, 'path' | 'sent'>,
): string[] {
  const schema = requestBody?.content?.['application/json']?.schema;
  const body = typeof sent === 'string' || Buffer.isBuffer(sent) ? jsonOf(sent.toString()) : asSent(sent);
  const query = new URLSearchParams(path.split('#', 1)[0]?.split('?').slice(1).join('?') ?? '');
  return [
    ...(schema && body !== undefined ? schemas.issues(schema, body) : []).map((issue) => `took ${issue}`),
    ...parameters.flatMap((parameter) =>
      parameter.in === 'query' ? parameterIssues(schemas, parameter, query) : [],
    ),
  ];
}

function parameterIssues(
  schemas: DocumentSchemas,
  { name = '', required = false, schema = {} }: PromisedParameter,
  query: URLSearchParams,
): string[] {
  const values = query.getAll(name);
  if (values.length === 0) return required ? [`took no ?${name}`] : [];
  const [value = ''] = values;
  const read = { array: values, integer: Number(value) }[schema.type ?? ''] ?? value;
  return schemas.issues(schema, read).map((issue) => `took ?${name}=${value.slice(0, 100)}: ${issue}`);
}

/** Without what JSON leaves out. */
const asSent = (value: unknown): unknown => (value === undefined ? undefined : jsonOf(JSON.stringify(value)));

export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
