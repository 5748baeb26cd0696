import { createHash } from 'node:crypto';
import type { QueryConfig } from 'pg';

/** How a statement is sent. */
export type Statements = (text: string, values: readonly unknown[]) => QueryConfig;

/** Postgres plans it each time: for statements whose text or best plan depends on the values, and behind PgBouncer. */
export const single: Statements = (text, values) => ({ text, values: values.map(wire) });

/**
 * Postgres parses and plans it once per connection. The texts come from code, so there is a bounded number of them; one
 * without values is a command such as SAVEPOINT, which has no plan.
 */
export const repeated: Statements = (text, values) =>
  values.length === 0 ? { text } : { name: nameOf(text), text, values: values.map(wire) };

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

const names = new Map<string, string>();

function nameOf(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    name = createHash('sha256').update(text).digest('base64url');
    names.set(text, name);
  }
  return name;
}
