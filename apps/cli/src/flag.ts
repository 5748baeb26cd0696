import { type Document, type Parameter, type Schema, schemaOf, typesOf } from './document.js';

/** A field of a request as an option: `--address.country-code GB`. */
export interface Flag {
  /** Without the hyphens before it. */
  readonly name: string;
  readonly in: 'query' | 'body';
  /** Where it is in the body, or the name of the parameter. */
  readonly path: readonly string[];
  /** `none` for an object that may be null: otherwise its fields are given. */
  readonly type: 'text' | 'number' | 'boolean' | 'none';
  readonly isList: boolean;
  readonly isRequired: boolean;
  /** Whether it must be given and may be null: `none` stands for that. */
  readonly isNullable: boolean;
  /** The allowed values, if they are few. */
  readonly values: readonly string[];
  readonly description: string;
}

/** What every command understands. A field with the name of one of them is `--body.<name>`. */
export const COMMON = ['all', 'body', 'help', 'json', 'key', 'print', 'url', 'version', 'watch'];

/** `riskRating` is `risk-rating`. */
export const kebab = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replaceAll(/^-/g, '');

export const queryFlags = (document: Document, parameters: readonly Parameter[]): Flag[] =>
  parameters.map(({ name, schema, description }) =>
    flagOf(
      document,
      { ...schema, description },
      { in: 'query', path: [name], isRequired: false, isNullable: false },
    ),
  );

/** Of the fields of a body, those of its objects too; they are required if all around them are. Lists of objects have none. */
export function bodyFlags(
  document: Document,
  body: Schema | undefined,
  around: { readonly path: readonly string[]; readonly isRequired: boolean } = { path: [], isRequired: true },
): Flag[] {
  const { properties = {}, required = [] } = schemaOf(document, body);
  return Object.entries(properties).flatMap(([name, field]) => {
    const path = [...around.path, name];
    const isRequired = around.isRequired && required.includes(name);
    const schema = schemaOf(document, field);
    const isNullable = required.includes(name) && mayBeNull(field);
    if (schema.properties) {
      const within = { path, isRequired: isRequired && !mayBeNull(field) };
      return [
        ...(isNullable ? [noneOf(path, isRequired, schema)] : []),
        ...bodyFlags(document, schema, within),
      ];
    }
    if (isOfObjects(document, schema)) return [];
    return [flagOf(document, schema, { in: 'body', path, isRequired, isNullable })];
  });
}

/** The fields of a body that are no options, because they are lists of objects: `--body` takes them. */
export const bodyOnly = (document: Document, body: Schema | undefined): string[] =>
  Object.entries(schemaOf(document, body).properties ?? {}).flatMap(([name, field]) => {
    const schema = schemaOf(document, field);
    if (isOfObjects(document, schema)) return [name];
    return bodyOnly(document, schema).map((below) => `${name}.${below}`);
  });

function isOfObjects(document: Document, { items }: Schema): boolean {
  const one = schemaOf(document, items);
  return one.properties !== undefined || one.items !== undefined;
}

function flagOf(
  document: Document,
  schema: Schema,
  more: Pick<Flag, 'in' | 'path' | 'isRequired' | 'isNullable'>,
): Flag {
  const isList = typesOf(schema).includes('array');
  const one = isList ? schemaOf(document, schema.items) : schema;
  const types = typesOf(one);
  const name = more.path.map(kebab).join('.');
  return {
    ...more,
    name: more.in === 'body' && COMMON.includes(name) ? `body.${name}` : name,
    type: types.includes('boolean') ? 'boolean' : isNumber(types) ? 'number' : 'text',
    isList,
    values: (one.enum ?? []).filter((value) => typeof value === 'string'),
    description: schema.description ?? one.description ?? '',
  };
}

const mayBeNull = ({ type, anyOf = [] }: Schema): boolean =>
  [type ?? []].flat().includes('null') || anyOf.some((one) => one.type === 'null');

const noneOf = (path: readonly string[], isRequired: boolean, { description = '' }: Schema): Flag => ({
  name: path.map(kebab).join('.'),
  in: 'body',
  path,
  type: 'none',
  ...{ isList: false, isRequired, isNullable: true, values: [], description },
});

const isNumber = (types: readonly string[]) =>
  types.length > 0 && types.every((type) => type === 'number' || type === 'integer');

/** @throws Error that names the option, if it is no value of its type */
export function valueOf({ name, type, isNullable }: Flag, given: string | boolean): unknown {
  if (isNullable && given === 'none') return null;
  if (type === 'none')
    throw new Error(`--${name} takes only none, for null; otherwise give its fields: --${name}.…`);
  if (type !== 'number' || typeof given === 'boolean') return given;
  const value = Number(given);
  if (given.trim() === '' || !Number.isFinite(value))
    throw new Error(`--${name} must be a number, not "${given}"`);
  return value;
}

/** Sets a field of a body, and the objects around it. */
export function setField(body: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [first = '', ...rest] = path;
  if (rest.length === 0) body[first] = value;
  else setField((body[first] ??= {}) as Record<string, unknown>, rest, value);
}
