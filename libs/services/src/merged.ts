/**
 * One table of several.
 * @param its content, for the error message
 * @throws Error when two of them have the same key
 */
export function merged<Value>(
  what: string,
  tables: readonly Readonly<Record<string, Value>>[],
): Readonly<Record<string, Value>> {
  const all = new Map<string, Value>();
  for (const [key, value] of tables.flatMap((table) => Object.entries(table))) {
    if (all.has(key)) throw new Error(`two services declare the ${what} ${key}`);
    all.set(key, value);
  }
  return Object.fromEntries(all);
}
