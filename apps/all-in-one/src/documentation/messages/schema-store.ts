import { isDeepStrictEqual } from 'node:util';

/** The part of JSON Schema that is used here. */
export interface JsonSchema {
  readonly title?: string;
  readonly description?: string;
  readonly type?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly [keyword: string]: unknown;
}

/** Contains each named schema once; other schemas refer to it. */
export class SchemaStore {
  readonly all: Record<string, JsonSchema> = {};

  /** Sorted by name. */
  inOrder(): Record<string, JsonSchema> {
    return Object.fromEntries(Object.entries(this.all).sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** @throws Error if another schema has the same name */
  put(name: string, schema: JsonSchema): JsonSchema {
    const known = this.all[name];
    if (known && !isDeepStrictEqual(known, schema)) throw new Error(`two schemas are called ${name}`);
    this.all[name] = schema;
    return { $ref: `#/components/schemas/${name}` };
  }

  /** Adds a schema and all titled schemas inside it. @returns a reference, or the schema itself if it has no title */
  take(schema: object, named = (title: string) => title): JsonSchema {
    const plain = this.plain(schema, named) as JsonSchema;
    return plain.title ? this.put(named(plain.title), { ...plain, title: named(plain.title) }) : plain;
  }

  private plain(value: unknown, named: (title: string) => string): unknown {
    if (Array.isArray(value)) return value.map((item) => this.inner(item, named));
    if (typeof value !== 'object' || value === null) return value;
    const kept = Object.entries(value).filter((entry) => isWanted(...entry));
    return Object.fromEntries(kept.map(([keyword, inner]) => [keyword, this.inner(inner, named)]));
  }

  private inner(value: unknown, named: (title: string) => string): unknown {
    const isNamed =
      typeof value === 'object' && value !== null && typeof (value as JsonSchema).title === 'string';
    return isNamed ? this.take(value, named) : this.plain(value, named);
  }
}

/** Receivers have to accept new fields, so no schema forbids them. */
const isWanted = (keyword: string, value: unknown) =>
  !keyword.startsWith('x-') && !(keyword === 'additionalProperties' && value === false);
