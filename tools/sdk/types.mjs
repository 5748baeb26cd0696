/** TypeScript types of the schemas of an OpenAPI document. */

/**
 * @typedef {object} Schema what the document uses of JSON Schema
 * @property {string} [$ref]
 * @property {unknown} [const]
 * @property {unknown[]} [enum]
 * @property {Schema[]} [anyOf]
 * @property {Schema[]} [oneOf]
 * @property {Schema[]} [allOf]
 * @property {string | string[]} [type]
 * @property {Schema} [items]
 * @property {Record<string, Schema>} [properties]
 * @property {string[]} [required]
 * @property {false} [additionalProperties]
 * @property {Record<string, Schema>} [patternProperties]
 * @property {string} [description]
 */
/** @typedef {Record<string, Schema>} Schemas by name */

/**
 * Amounts and rates, `type: number`, are decimals: what is received is text, what is sent may be a number too.
 * @param {Schemas} schemas
 * @param {ReadonlySet<string>} sent the names of those that requests send
 */
export const declarations = (schemas, sent) =>
  Object.entries(schemas)
    .map(([name, schema]) => {
      const type = typeOf(schema, { number: sent.has(name) ? 'Decimal | number' : 'Decimal', indent: '' });
      const isObject = type.startsWith('{');
      return `${comment(schema.description)}export ${isObject ? `interface ${name} ` : `type ${name} = `}${type}${isObject ? '' : ';'}\n`;
    })
    .join('\n');

/** @typedef {{ number: string, indent: string }} Style the type of a decimal, and what precedes each line */

/** @param {Schema} schema @param {Style} style @returns {string} */
export function typeOf(schema, style) {
  const { $ref, enum: values, anyOf, oneOf, allOf, type } = schema;
  if ($ref) return nameIn($ref);
  if ('const' in schema) return literal(schema.const);
  if (values) return values.map(literal).join(' | ');
  if (anyOf ?? oneOf) return [...new Set((anyOf ?? oneOf)?.map((one) => typeOf(one, style)))].join(' | ');
  if (allOf) return allOf.map((one) => typeOf(one, style)).join(' & ');
  return [type]
    .flat()
    .map((one) => simpleType(one, schema, style))
    .join(' | ');
}

/** @param {string | undefined} type @param {Schema} schema @param {Style} style @returns {string} */
function simpleType(type, schema, style) {
  switch (type) {
    case 'null':
    case 'string':
    case 'boolean':
      return type;
    case 'integer':
      return 'number';
    case 'number':
      return style.number;
    case 'array':
      return listOf(typeOf(schema.items ?? {}, style));
    case 'object':
      return objectOf(schema, style);
    default:
      throw new Error(`No type for ${JSON.stringify(schema)}`);
  }
}

/** @param {string} type */
const listOf = (type) => (type.includes(' | ') && !type.startsWith('{') ? `(${type})[]` : `${type}[]`);

/** @param {Schema} schema @param {Style} style */
function objectOf({ properties, required = [], patternProperties }, { number, indent }) {
  const style = { number, indent: `${indent}  ` };
  const [values] = Object.values(patternProperties ?? {});
  if (values) return `Record<string, ${typeOf(values, style)}>`;
  const fields = Object.entries(properties ?? {}).map(
    ([name, schema]) =>
      `${comment(schema.description, style.indent)}${style.indent}${name}${required.includes(name) ? '' : '?'}: ${typeOf(schema, style)};\n`,
  );
  return `{\n${fields.join('')}${indent}}`;
}

/** @param {unknown} value */
const literal = (value) => (typeof value === 'string' ? `'${value}'` : String(value));

/** @param {string} ref */
export const nameIn = (ref) => ref.slice(ref.lastIndexOf('/') + 1);

/** @param {string | undefined} text @param {string} [indent] */
export const comment = (text, indent = '') =>
  text ? `${indent}/** ${text.replaceAll('*/', '*\\/').replaceAll(/\s*\n\s*/g, ' ')} */\n` : '';

/** The names of all schemas to which a part of the document leads. @param {unknown} part @param {Schemas} schemas */
export function reachedFrom(part, schemas, found = new Set()) {
  for (const [, name = ''] of JSON.stringify(part).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)) {
    if (found.has(name)) continue;
    found.add(name);
    reachedFrom(schemas[name], schemas, found);
  }
  return /** @type {Set<string>} */ (found);
}

/**
 * The names of the fields that are decimals. A body is read and written by these names alone, so no other field with a
 * number may have one of them.
 * @param {readonly Schema[]} parts @param {Schemas} schemas @returns {string[]} in alphabetical order
 */
export function decimalsIn(parts, schemas) {
  /** @type {Record<'decimal' | 'other', Set<string>>} */
  const names = { decimal: new Set(), other: new Set() };
  for (const schema of withReached(parts, schemas)) collect(schema, names);
  const both = [...names.decimal].filter((name) => names.other.has(name));
  if (both.length > 0) throw new Error(`These fields are decimals in some places only: ${both.join(', ')}`);
  return [...names.decimal].sort();
}

/** @param {readonly Schema[]} parts @param {Schemas} schemas */
const withReached = (parts, schemas) => [
  ...parts,
  ...[...reachedFrom(parts, schemas)].flatMap((name) => schemas[name] ?? []),
];

/** @param {Schema} schema @param {Record<'decimal' | 'other', Set<string>>} names */
function collect(schema, names) {
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const types = [field.type].flat();
    if (types.includes('number')) names.decimal.add(name);
    if (types.includes('integer') || types.includes('string')) names.other.add(name);
    collect(field, names);
  }
  const nested = [schema.items, ...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  for (const one of nested) if (one) collect(one, names);
}
