import type { SeenAnswer } from './on-response.js';
import type { DocumentSchemas, PromisedOperation, PromisedParameter } from './document-schemas.js';

/** What was accepted must be what the document says can be sent. */
export function requestFaults(
  schemas: DocumentSchemas,
  { requestBody, parameters = [] }: PromisedOperation,
  { path, sent }: Pick<SeenAnswer, 'path' | 'sent'>,
): string[] {
  const schema = requestBody?.content?.['application/json']?.schema;
  const body = typeof sent === 'string' || Buffer.isBuffer(sent) ? jsonOf(sent.toString()) : asSent(sent);
  const query = new URLSearchParams(path.split('#', 1)[0]?.split('?').slice(1).join('?') ?? '');
  return [
    ...(schema && body !== undefined ? schemas.faults(schema, body) : []).map((fault) => `took ${fault}`),
    ...parameters.flatMap((parameter) =>
      parameter.in === 'query' ? parameterFaults(schemas, parameter, query) : [],
    ),
  ];
}

function parameterFaults(
  schemas: DocumentSchemas,
  { name = '', required = false, schema = {} }: PromisedParameter,
  query: URLSearchParams,
): string[] {
  const values = query.getAll(name);
  if (values.length === 0) return required ? [`took no ?${name}`] : [];
  const [value = ''] = values;
  const read = { array: values, integer: Number(value) }[schema.type ?? ''] ?? value;
  return schemas.faults(schema, read).map((fault) => `took ?${name}=${value.slice(0, 100)}: ${fault}`);
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
