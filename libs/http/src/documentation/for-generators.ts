import { isData } from './hoist.js';
import { type Document, type Json, type ResponseObject, operationsOf } from './operation-object.js';

/**
 * The same document in the forms that generators of clients understand: null as one of the types, a type beside each constant
 * and enum, and names for the responses and for the values of lists.
 */
export function forGenerators(document: Document): Document {
  const schemas: Json = {};
  const name = (wanted: string, otherwise: string, schema: Json): Json => {
    const isFree = !(wanted in schemas) || JSON.stringify(schemas[wanted]) === JSON.stringify(schema);
    const chosen = isFree && !(wanted in (document.components['schemas'] ?? {})) ? wanted : otherwise;
    schemas[chosen] = schema;
    return { $ref: `#/components/schemas/${chosen}` };
  };
  const simple = simplified(document) as Document;
  for (const { operation } of operationsOf(simple))
    nameResponse(operation.operationId, operation.responses, name);
  const named = withNamedLists(simple, '', name) as Document;
  const all = Object.entries({ ...named.components['schemas'], ...schemas });
  const sorted = all.sort(([a], [b]) => (a < b ? -1 : 1));
  return { ...named, components: { ...named.components, schemas: Object.fromEntries(sorted) } };
}

type Name = (wanted: string, otherwise: string, schema: Json) => Json;

function simplified(value: unknown, isChoice = false): unknown {
  if (Array.isArray(value)) return value.map((one) => simplified(one, isChoice));
  if (typeof value !== 'object' || value === null) return value;
  if (isChoice && (value as Json)['type'] === 'null') return value;
  const schema = typed(orNull(value as Json));
  return Object.fromEntries(
    Object.entries(schema).map(([key, one]) => [key, isData(key) ? one : simplified(one, key === 'anyOf')]),
  );
}

/** `anyOf: [{ type: 'string' }, { type: 'null' }]` as `type: ['string', 'null']`. */
function orNull(schema: Json): Json {
  const { anyOf, ...rest } = schema;
  const [one, nothing, ...others] = Array.isArray(anyOf) ? (anyOf as Json[]) : [];
  if (nothing?.['type'] !== 'null' || others.length > 0 || typeof one?.['type'] !== 'string') return schema;
  const { type, enum: values, ...more } = one;
  return {
    ...more,
    ...rest,
    type: [type, 'null'],
    ...(Array.isArray(values) && { enum: [...(values as unknown[]), null] }),
  };
}

/** Names of the search operators in their order: generators make none, or an empty one, of `!~`. */
const OPERATOR_NAMES =
  'Equals NotEquals Greater GreaterOrEqual Less LessOrEqual Contains NotContains BeginsWith EndsWith Before OnOrBefore After OnOrAfter'.split(
    ' ',
  );

/**
 * A constant or an enum with its type; what is always null as a text that can be null. A number is a `float32` in Go
 * otherwise, which does not hold the amounts of payments.
 */
function typed(schema: Json): Json {
  if (schema['type'] === 'null')
    return { ...schema, type: ['string', 'null'], description: 'Always null.', examples: [null] };
  if ([schema['type']].flat().includes('number')) return { ...schema, 'x-go-type': 'float64' };
  const { const: constant, enum: values, type } = schema;
  if (Array.isArray(values) && values.includes('^=')) return { ...schema, 'x-enum-varnames': OPERATOR_NAMES };
  if (type !== undefined) return schema;
  const [first] = Array.isArray(values) ? (values as unknown[]) : [constant];
  if (typeof first === 'number') return { type: 'integer', ...schema };
  return typeof first === 'string' ? { type: 'string', ...schema } : schema;
}

function nameResponse(operationId: string, responses: Readonly<Record<string, object>>, name: Name): void {
  for (const status of ['200', '202'])
    nameContent(operationId, (responses[status] as ResponseObject | undefined)?.content, name);
}

function nameContent(operationId: string, contents: ResponseObject['content'], name: Name): void {
  const content = contents?.['application/json'];
  if (!content || '$ref' in content.schema) return;
  const { data, meta } = content.schema['properties'] as Record<string, Json | undefined>;
  const own = `${capital(operationId)}Result`; // `…Response` is a type of oapi-codegen
  const one = nameIn(data);
  const many = nameIn(data?.['items'] as Json | undefined);
  const wanted = one ? `${one}Response` : many && `${many}${nameIn(meta) === 'SearchMeta' ? 'Page' : 'List'}`;
  content.schema = name(wanted ?? own, own, content.schema);
}

const nameIn = (schema: Json | undefined): string | undefined =>
  (schema?.['$ref'] as string | undefined)?.split('/').at(-1);

/** `permissions: { items: { enum } }` with the enum as the schema `Permission`. */
function withNamedLists(value: unknown, field: string, name: Name): unknown {
  if (Array.isArray(value)) return value.map((one) => withNamedLists(one, field, name));
  if (typeof value !== 'object' || value === null) return value;
  const schema = Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      isData(key) ? one : withNamedLists(one, isKeyword(key) ? field : key, name),
    ]),
  ) as Json;
  const items = schema['items'] as Json | undefined;
  if (!items || !Array.isArray(items['enum'])) return schema;
  const singular = capital(field.replace(/s$/, ''));
  return { ...schema, items: name(singular, `${singular}Value`, items) };
}

/** What is between a field and its schema. */
const isKeyword = (key: string): boolean => /^(items|anyOf|oneOf|allOf|properties|schema)$/.test(key);

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
