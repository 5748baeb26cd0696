/** An example of a JSON Schema: the first of its `examples`, or else a value derived from its type. */

/** @typedef {Record<string, any>} Json */

/**
 * @param {Json} schema
 * @param {Record<string, Json>} schemas those that `$ref` means
 * @param {string} [name] of the field
 * @returns {any}
 */
export function exampleOf(schema, schemas, name = '') {
  const { $ref, examples, enum: values, anyOf, oneOf, allOf } = schema;
  if ($ref) return exampleOf(schemas[$ref.split('/').at(-1)] ?? {}, schemas, name);
  if (examples?.length > 0) return examples[0];
  if ('const' in schema) return schema['const'];
  if (values) return values[0];
  if ('default' in schema) return schema['default'];
  const one = (anyOf ?? oneOf)?.find((/** @type {Json} */ each) => each['type'] !== 'null');
  if (one) return exampleOf(one, schemas, name);
  if (allOf)
    return Object.assign({}, ...allOf.map((/** @type {Json} */ each) => exampleOf(each, schemas, name)));
  return byType(schema, schemas, name);
}

/** @param {Json} schema @param {Record<string, Json>} schemas @param {string} name */
function byType(schema, schemas, name) {
  const type = [schema['type']].flat().find((each) => each !== 'null');
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema['properties'] ?? {}).map(([field, each]) => [
          field,
          exampleOf(each, schemas, field),
        ]),
      );
    case 'array':
      return [exampleOf(schema['items'] ?? {}, schemas, name)];
    case 'boolean':
      return true;
    case 'integer':
      return Math.max(schema['minimum'] ?? 1, 1);
    case 'number':
      return Math.max(schema['minimum'] ?? 0, /rate$/i.test(name) ? 1.1765 : 100.25);
    case 'string':
      return text(schema, name);
    default:
      return schema['type'] === 'null' ? null : {};
  }
}

/** @param {Json} schema @param {string} name */
function text({ pattern, description = 'Text' }, name) {
  if (!pattern) return description;
  const [, prefix] = /^\^\(([a-z]+)[|)]/.exec(pattern) ?? [];
  if (!prefix) throw new Error(`the schema of ${name} has a pattern and needs an example`);
  return `${prefix}_01K00000000000000000000001`;
}
