/**
 * JSON of events, states and messages. A `bigint` occurs only under the key `minor` (of a {@link Money}), as a decimal
 * string, and nothing else occurs there, so decoding is unambiguous.
 *
 * @throws TypeError for a bigint under another key, or anything else under `minor`
 */
export function encodeJson(value: unknown): string {
  return JSON.stringify(value, (key, field: unknown) => {
    if ((key === 'minor') !== (typeof field === 'bigint'))
      throw new TypeError(`no bigint, or no minor: ${key}`);
    return typeof field === 'bigint' ? field.toString() : field;
  });
}

export function decodeJson<T>(text: string): T {
  const value: unknown = JSON.parse(text);
  return (text.includes('"minor"') ? decoded(value) : value) as T;
}

/** Changes the value in place, which nobody else has: a reviver takes three times as long. */
function decoded(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const fields = value as Record<string, unknown>;
  for (const name in fields) {
    if (name === 'minor') fields[name] = BigInt(fields[name] as string);
    else decoded(fields[name]);
  }
  return value;
}
