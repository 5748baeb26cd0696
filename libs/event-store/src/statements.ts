import { createHash } from 'node:crypto';
import type { QueryConfig } from 'pg';
import { type ElementType, binaryArray } from './binary-array.js';

/** How a statement is sent. */
export type Statements = (text: string, values: readonly unknown[]) => QueryConfig;

/** Postgres plans it each time: for statements whose text or best plan depends on the values, and behind PgBouncer. */
export const single: Statements = (text, values) => ({ text, values: values.map(wire) });

/**
 * Postgres parses and plans it once per connection. The texts come from code, so there is a bounded number of them; one
 * without values is a command such as SAVEPOINT, which has no plan.
 */
export const repeated: Statements = (text, values) => {
  if (values.length === 0) return { text };
  const { name, arrays } = knownOf(text);
  return { name, text, values: values.map((value, n) => inBinary(value, arrays.get(n)) ?? wire(value)) };
};

const inBinary = (value: unknown, type: ElementType | undefined) =>
  type && Array.isArray(value) ? binaryArray(type, value) : null;

/**
 * Objects become JSON here: an error must be thrown before anything is sent. `pg` would fail later, for the statement alone,
 * and the transaction would commit without it.
 */
function wire(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(wire);
  const isPlain =
    typeof value === 'object' && value !== null && !(value instanceof Date) && !ArrayBuffer.isView(value);
  return isPlain ? JSON.stringify(value) : value;
}

interface Known {
  readonly name: string;
  /** The types of the arrays among its values, as it names them: `$1::text[]` is the first value. */
  readonly arrays: ReadonlyMap<number, ElementType>;
}

const known = new Map<string, Known>();

function knownOf(text: string): Known {
  const one = known.get(text) ?? {
    name: createHash('sha256').update(text).digest('base64url'),
    arrays: new Map(
      [...text.matchAll(/\$(\d+)::(text|int|json)\[\]/g)].map(([, n, type]) => [
        Number(n) - 1,
        type as ElementType,
      ]),
    ),
  };
  known.set(text, one);
  return one;
}
