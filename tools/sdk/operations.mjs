/** The methods of the SDK: one for each operation of an OpenAPI document, with the name of the operation. */
import { comment, decimalsIn, nameIn, reachedFrom, typeOf } from './types.mjs';

/** @typedef {import('./types.mjs').Schema} Schema */
/** @typedef {import('./types.mjs').Schemas} Schemas */
/** @typedef {{ $ref?: string, name?: string, in?: string, required?: boolean, description?: string, schema?: Schema }} Parameter */
/** @typedef {{ content?: Record<string, { schema: Schema }> }} Content */
/**
 * @typedef {object} Operation
 * @property {string} operationId
 * @property {string} summary
 * @property {string} [description]
 * @property {Parameter[]} [parameters]
 * @property {Content & { required?: boolean }} [requestBody]
 * @property {Record<string, Content>} responses
 */
/** @typedef {{ method: string, path: string, operation: Operation }} Route */

const KEY = '#/components/parameters/IdempotencyKey';
const PAGED = 'q sortBy offset limit cursor';

/** @param {readonly Route[]} routes @param {Schemas} schemas */
export function operationsClass(routes, schemas) {
  const methods = routes.map((route) => methodOf(route, schemas));
  return `export abstract class Operations extends Sending {\n${methods.join('\n')}}\n`;
}

/** @param {Route} route @param {Schemas} schemas */
function methodOf({ method, path, operation }, schemas) {
  const { operationId, summary, description, parameters = [], requestBody } = operation;
  const query = parameters.filter((one) => one.in === 'query');
  const isCommand = parameters.some(({ $ref }) => $ref === KEY);
  const body = requestBody?.content?.['application/json']?.schema;
  const response = responseOf(operation, schemas);
  const isRequired = requestBody ? requestBody.required : query.some((one) => one.required);
  const taken = [
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => `${name}: string`),
    body && `body${isRequired ? '' : '?'}: ${typeOf(body, { number: '', indent: '  ' })}`,
    query.length > 0 && `query${isRequired ? '' : '?'}: ${queryType(query)}`,
    `options?: ${isCommand ? 'CommandOptions' : 'CallOptions'}`,
  ];
  const decimals = body ? decimalsIn([body], schemas) : [];
  const sent = [
    `method: '${method}'`,
    `path: pathOf\`${path.replaceAll('{', '${')}\``,
    body && 'body',
    decimals.length > 0 && `decimals: [${decimals.map((name) => `'${name}'`).join(', ')}]`,
    query.length > 0 && 'query',
    isCommand && 'isCommand: true',
  ];
  const told = [summary, description && description !== summary && description].filter(Boolean).join('. ');
  return (
    comment(`${told} \`${method} ${path}\``, '  ') +
    `  ${operationId}(${taken.filter(Boolean).join(', ')}): ${response.type} {\n` +
    `    return this.${response.by}({ ${sent.filter(Boolean).join(', ')} }, options);\n  }\n`
  );
}

/** @param {Parameter[]} query */
function queryType(query) {
  if (query.map(({ name }) => name).join(' ') === PAGED) return 'SearchQuery';
  const fields = query.map(
    ({ name, required, schema }) =>
      `${name}${required ? '' : '?'}: ${typeOf(schema ?? {}, { number: '', indent: '' })}`,
  );
  return `{ ${fields.join('; ')} }`;
}

/**
 * What a method returns, and which method of `Sending` reads it: a page becomes a search, a record comes without its envelope.
 * @param {Operation} operation @param {Schemas} schemas
 */
function responseOf({ operationId, responses }, schemas) {
  const schema = responses['200']?.content?.['application/json']?.schema;
  if (!schema) return { by: 'file', type: 'Promise<Blob>' };
  const name = nameIn(schema.$ref ?? '');
  const { data, meta } = schemas[name]?.properties ?? {};
  if (!data) throw new Error(`${operationId} responds without data`);
  if (meta?.$ref?.endsWith('/SearchMeta'))
    return { by: 'search', type: `Search<${typeOf(data.items ?? {}, { number: 'Decimal', indent: '' })}>` };
  if (meta) return { by: 'envelope', type: `Promise<${name}>` };
  const type = typeOf(data, { number: 'Decimal', indent: '' });
  return { by: 'record', type: `Promise<${type.includes('\n') ? `${name}['data']` : type}>` };
}

/** @param {readonly Route[]} routes @param {Schemas} schemas @returns {Set<string>} the schemas that requests send */
export const sentIn = (routes, schemas) =>
  reachedFrom(
    routes.map(({ operation }) => operation.requestBody ?? null),
    schemas,
  );
