/**
 * JSON of events, states and messages: `bigint` only ever stands under the key `minor` (a {@link Money}),
 * as a decimal string. No input of a client has a key of that name, so reading back is unambiguous.
 */
export function encodeJson(value: unknown): string {
  return JSON.stringify(value, (_key, field: unknown) =>
    typeof field === 'bigint' ? field.toString() : field,
  );
}

export function decodeJson<T>(text: string): T {
  return JSON.parse(text, (key, field: unknown) =>
    key === 'minor' && typeof field === 'string' ? BigInt(field) : field,
  ) as T;
}
