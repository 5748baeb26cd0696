import type { TSchema } from 'typebox';
import { type Schema, isNullable } from './message-forms.js';

/**
 * What the schema of a message demands of each field, by its path: `/resource/amount/value`, or `/entries/*` for the items
 * of a list. All keywords of JSON Schema are in it, except those that only describe.
 */
export type Shape = Readonly<Record<string, Demands>>;

/** Keywords, and what the schemas around the field say of it: `nullable`, `optional`. */
type Demands = Readonly<Record<string, unknown>>;

export const shapeOf = (schema: TSchema): Shape => Object.fromEntries(fieldsOf(schema as Schema, ''));

/**
 * Goes where a reader completes missing fields (`completionOf`): into objects, lists, and either of them or null. Anything
 * else (tuples, records, choices) is one field with a whole schema.
 */
function fieldsOf(schema: Schema, at: string, around: Demands = {}): [path: string, Demands][] {
  const { properties, required, ...object } = schema;
  const { items, ...list } = schema;
  const value = withoutNull(schema);
  if (value) return fieldsOf(value, at, { ...around, nullable: true });
  if (properties)
    return [
      [at, { ...around, ...demandsOf(object) }],
      ...Object.entries(properties)
        .sort(byName)
        .flatMap(([name, one]) =>
          fieldsOf(one, `${at}/${name}`, required?.includes(name) ? {} : { optional: true }),
        ),
    ];
  if (items && !Array.isArray(items))
    return [[at, { ...around, ...demandsOf(list) }], ...fieldsOf(items, `${at}/*`)];
  return [[at, { ...around, ...(isNullable(schema) && { nullable: true }), ...demandsOf(schema) }]];
}

/** The schema of a value that may also be null. */
function withoutNull(schema: Schema): Schema | null {
  if (!isNullable(schema) || Object.keys(demandsOf(schema)).join() !== 'anyOf') return null;
  const [only, ...others] = schema.anyOf?.filter(({ type }) => type !== 'null') ?? [];
  return only && others.length === 0 ? only : null;
}

const DESCRIPTION = /^(title|description|examples|default|deprecated|x-.*)$/;
/** Keywords with a schema for each name; a name is not a keyword. */
const NAMES = new Set(['properties', 'patternProperties']);
/** Keywords whose order says nothing. */
const SETS = new Set(['required', 'enum', 'anyOf']);

/** A schema in canonical form. */
const demandsOf = (schema: object): Demands =>
  Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword]) => !DESCRIPTION.test(keyword))
      .sort(byName)
      .map(([keyword, value]) => [keyword, NAMES.has(keyword) ? eachOf(value) : demandOf(keyword, value)]),
  );

const eachOf = (schemas: unknown): Demands =>
  Object.fromEntries(
    Object.entries(schemas as Record<string, object>)
      .sort(byName)
      .map(([name, one]) => [name, demandsOf(one)]),
  );

function demandOf(keyword: string, value: unknown): unknown {
  if (Array.isArray(value)) {
    const demands = value.map((one) => demandOf('', one));
    return SETS.has(keyword) ? demands.sort((a, b) => (json(a) < json(b) ? -1 : 1)) : demands;
  }
  return typeof value === 'object' && value !== null ? demandsOf(value) : value;
}

/**
 * The breaking changes from `before` to `after`: a sentence for each. Builds of both shapes run side by side, and both
 * validate what they receive: a field that accepts more breaks the earlier build, which receives what it does not accept;
 * a field that accepts less breaks the later one, which receives what the earlier build sent, even from its log. So only
 * a new field that its readers complete is not breaking: required, and null if it is missing. An earlier build ignores it.
 */
export function breakages(before: Shape, after: Shape, of = ''): string[] {
  const isIn = (shape: Shape, path: string) => Object.hasOwn(shape, path);
  const below = (shape: Shape, path: string) => isIn(shape, path.slice(0, path.lastIndexOf('/')));
  const [was, is] = [Object.keys(before), Object.keys(after)];
  return [
    ...was
      .filter((path) => isIn(after, path) && json(before[path]) !== json(after[path]))
      .map((path) => `${of}${path} was ${json(before[path])} and is ${json(after[path])}`),
    ...was.filter((path) => !isIn(after, path) && below(after, path)).map((path) => `${of}${path} is gone`),
    ...is
      .filter((path) => !isIn(before, path) && below(before, path) && !isCompleted(after[path]))
      .map((path) => `${of}${path} is new and must be required and nullable`),
  ];
}

const isCompleted = ({ nullable, optional }: Demands = {}) => nullable === true && optional === undefined;

const json = (value: unknown) => JSON.stringify(value);

const byName = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1);
