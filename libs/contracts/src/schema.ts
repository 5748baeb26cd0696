import { Type, type Static, type TObject, type TProperties, type TSchema } from 'typebox';

/**
 * The vocabulary in which the public records are described. A schema is JSON Schema 2020-12, so the OpenAPI document
 * contains it unchanged; the TypeScript type and the searchable fields are derived from it as well.
 */

/** The search type of a field (interface-spec 4.1). */
export type SearchType = 'Id' | 'String' | 'Number' | 'Boolean' | 'Date' | 'Enum';

const searchedAs = (type: SearchType) => ({ 'x-search-type': type });

/**
 * @param prefix the accepted prefix or prefixes. Any text: a contract may name records of a contract that it does not import, and a spec of `@corridor/services` fails for an undeclared prefix.
 */
export const id = (...prefix: string[]) =>
  Type.String({ pattern: `^(${prefix.join('|')})_[\\w-]{1,64}$`, ...searchedAs('Id') });

/** The prefixes that an {@link id} accepts. */
export function prefixesOf(schema: object): string[] {
  const { pattern } = schema as { readonly pattern?: string };
  return /^\^\(([a-z|]+)\)_/.exec(pattern ?? '')?.[1]?.split('|') ?? [];
}

/** @param example for the documentation */
export const text = (description?: string, example?: string) =>
  Type.String({
    ...(description && { description }),
    ...(example && { examples: [example] }),
    ...searchedAs('String'),
  });

/** A text that only needs an example. */
export const textLike = (example: string) => text(undefined, example);

export const number = (description?: string) =>
  Type.Number({ ...(description && { description }), ...searchedAs('Number') });

export const integer = (description?: string) =>
  Type.Integer({ ...(description && { description }), ...searchedAs('Number') });

export const flag = (description?: string) =>
  Type.Boolean({ ...(description && { description }), ...searchedAs('Boolean') });

export const oneOf = <const Values extends readonly string[]>(...values: Values) =>
  Type.Unsafe<Values[number]>({ type: 'string', enum: values, ...searchedAs('Enum') });

export const ccyCode = Type.String({
  pattern: '^[A-Z]{3}$',
  description: 'ISO 4217 currency code.',
  examples: ['GBP'],
  ...searchedAs('String'),
});

export const ccyPair = Type.String({
  pattern: '^[A-Z]{6}$',
  description: 'Base then quote currency.',
  examples: ['GBPUSD'],
  ...searchedAs('String'),
});

export const countryCode = Type.String({
  pattern: '^[A-Z]{2}$',
  description: 'ISO 3166-1 alpha-2 country code.',
  examples: ['GB'],
  ...searchedAs('String'),
});

/** Distinguishes dates from timestamps. */
export const DAY_PATTERN = '^\\d{4}-\\d{2}-\\d{2}$';

export const date = Type.String({
  pattern: DAY_PATTERN,
  description: 'ISO 8601 date.',
  examples: ['2026-11-23'],
  ...searchedAs('Date'),
});

export const timestamp = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}$',
  description: 'UTC, without a time zone.',
  examples: ['2026-11-21T09:30:00.123'],
  ...searchedAs('Date'),
});

export const listOf = <Item extends TSchema>(item: Item) => Type.Array(item);

export const nullable = <Value extends TSchema>(value: Value) => Type.Union([value, Type.Null()]);

/** An object with exactly these fields, all of them required. */
export const part = <Fields extends TProperties>(fields: Fields, description?: string): TObject<Fields> =>
  Type.Object(fields, { additionalProperties: false, ...(description && { description }) });

/** A named schema; the name is used in the documentation. */
export const named = <Fields extends TProperties>(
  title: string,
  fields: Fields,
  description?: string,
): TObject<Fields> =>
  Type.Object(fields, { title, additionalProperties: false, ...(description && { description }) });

/** A read-only record: the TypeScript type of a schema. */
export type ReadonlyRecord<Value> = Value extends readonly (infer Item)[]
  ? readonly ReadonlyRecord<Item>[]
  : Value extends object
    ? { readonly [Name in keyof Value]: ReadonlyRecord<Value[Name]> }
    : Value;

export type RecordOf<Schema extends TSchema> = ReadonlyRecord<Static<Schema>>;
