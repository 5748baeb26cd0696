/** The committed forms of the OpenAPI document: without examples, and as one line per operation. */

/** @typedef {Record<string, any>} Json */

/** @param {Json} document @returns {Json} a copy */
export function withoutExamples(document) {
  const copy = structuredClone(document);
  for (const methods of [...Object.values(copy['paths']), ...Object.values(copy['webhooks'] ?? {})])
    for (const operation of Object.values(/** @type {Json} */ (methods))) {
      for (const parameter of operation.parameters ?? []) delete parameter.example;
      const { requestBody, responses } = operation;
      const bodies = [requestBody, responses['200'], responses['202']].map((one) => one ?? {});
      for (const content of bodies.flatMap((body) => Object.values(body.content ?? {})))
        delete content.examples;
    }
  return withoutFieldExamples(copy);
}

/** @param {any} value @returns {any} without the `examples` of schemas, which are lists */
function withoutFieldExamples(value) {
  if (Array.isArray(value)) return value.map(withoutFieldExamples);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name, one]) => name !== 'examples' || !Array.isArray(one));
  return Object.fromEntries(kept.map(([name, one]) => [name, withoutFieldExamples(one)]));
}

const WIDTH = 110;

/** JSON with values on one line where they fit. @param {unknown} value @param {string} [indent] @returns {string} */
export function compact(value, indent = '') {
  const flat = JSON.stringify(value, null, 1).replace(/\n\s*/g, ' '); // a line break within a string is escaped
  if (typeof value !== 'object' || value === null || indent.length + flat.length <= WIDTH) return flat;
  const inner = `${indent}  `;
  const lines = Array.isArray(value)
    ? value.map((one) => inner + compact(one, inner))
    : Object.entries(value).map(([name, one]) => `${inner}${JSON.stringify(name)}: ${compact(one, inner)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${lines.join(',\n')}\n${indent}${close}`;
}

/** `GET /v1/wallets searchWallets wallets:read → Wallet[]` @param {Json} document */
export function surface({ paths, components }) {
  const lines = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const { content } = operation.responses['200'] ?? {};
      const taken = schemaName(operation.requestBody?.content?.['application/json']?.schema);
      const { $ref, properties = components.schemas[$ref?.split('/').at(-1)]?.properties } =
        content?.['application/json']?.schema ?? {};
      const [other] = Object.values(content ?? {}); // JSON lines
      const given = schemaName(properties?.data) || schemaName(other?.schema);
      const permission = operation['x-required-permission'] ?? '-';
      return [
        method.toUpperCase(),
        path,
        operation.operationId,
        permission,
        taken && `(${taken})`,
        '→',
        given,
      ]
        .filter(Boolean)
        .join(' ');
    }),
  );
  return `${lines.join('\n')}\n`;
}

/** @param {Json | undefined} schema @returns {string} */
function schemaName(schema) {
  if (!schema) return '';
  if (schema['$ref']) return schema['$ref'].split('/').at(-1);
  if (schema['type'] === 'array') return `${schemaName(schema['items']) || 'object'}[]`;
  const one = (schema['anyOf'] ?? []).map(schemaName).filter(Boolean);
  return one.length > 0 ? one.join('|') : [schema['type'] ?? 'any'].flat().join('|');
}
