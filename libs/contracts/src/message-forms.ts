import { type TSchema, Type } from 'typebox';

/** Derived forms of a message's schema, which describes the wire form. */

/** The subset of JSON Schema that messages use. */
export interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

/** What `decodeJson` of kernel gives: on the wire a `minor` is a decimal string, decoded a bigint. */
export const decodedSchema = (schema: TSchema): TSchema =>
  rewritten(schema, (part) => {
    const { properties } = part as Schema;
    return properties && 'minor' in properties
      ? { ...part, properties: { ...properties, minor: Type.BigInt() } }
      : part;
  });

/** The same schema with open objects: a sender may be newer than its reader. */
export const openSchema = (schema: TSchema): TSchema =>
  rewritten(schema, (part) => {
    const { additionalProperties, ...rest } = part as { additionalProperties?: unknown };
    return additionalProperties === false ? rest : part;
  });

/** Every object inside a schema, from the inside out, as `change` gives it. */
function rewritten(schema: TSchema, change: (part: object) => object): TSchema {
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== 'object' || value === null) return value;
    return change(Object.fromEntries(Object.entries(value).map(([name, one]) => [name, walk(one)])));
  };
  return walk(schema) as TSchema;
}

/** Adds missing nullable fields to a value, as null; returns a copy if something is added. */
export type Completion = (value: unknown) => unknown;

/** A sender may be older than its reader: fields added since are null. */
export function completionOf(schema: TSchema): Completion {
  return completing(schema as Schema) ?? ((value) => value);
}

/** @returns null if nothing inside can be missing */
function completing({ properties, items, anyOf }: Schema): Completion | null {
  if (properties) return completingObject(properties);
  if (items) return completingList(items);
  const [only, ...others] = (anyOf ?? []).filter(({ type }) => type !== 'null');
  return only && others.length === 0 ? completing(only) : null;
}

/** Whether a reader sets a missing field to null. */
export const isNullable = ({ type, anyOf }: Schema) =>
  type === 'null' || anyOf?.some((one) => one.type === 'null');

function completingObject(properties: Readonly<Record<string, Schema>>): Completion {
  const nullable = Object.keys(properties).filter((name) => isNullable(properties[name] as Schema));
  const inner = Object.entries(properties).flatMap(([name, schema]) => {
    const complete = completing(schema);
    return complete ? [[name, complete] as const] : [];
  });
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const completed: Record<string, unknown> = { ...value };
    for (const [name, complete] of inner) if (name in completed) completed[name] = complete(completed[name]);
    for (const name of nullable) if (!(name in completed)) completed[name] = null;
    return completed;
  };
}

function completingList(items: Schema): Completion | null {
  const complete = completing(items);
  return complete && ((value) => (Array.isArray(value) ? value.map(complete) : value));
}
