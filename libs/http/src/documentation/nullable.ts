import type { Json } from './operation-object.js';

/** Replaces `nullable`, which swagger writes for OpenAPI 3.0, with JSON Schema's form: null as one of the types. */
export function withNullTypes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNullTypes);
  if (typeof value !== 'object' || value === null) return value;
  const schema = Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, withNullTypes(one)]),
  ) as Json;
  const { nullable, ...rest } = schema;
  return nullable === true ? orNull(rest) : rest;
}

function orNull({ allOf, oneOf, type, enum: values, description, ...rest }: Json): Json {
  const described = description === undefined ? {} : { description };
  const others = allOf ?? oneOf;
  if (Array.isArray(others)) return { ...described, anyOf: [...(others as Json[]), { type: 'null' }] };
  return {
    ...described,
    type: [type, 'null'],
    ...(Array.isArray(values) && { enum: [...(values as unknown[]), null] }),
    ...rest,
  };
}
