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
  return JSON.parse(text, (key, field: unknown) => (key === 'minor' ? BigInt(field as string) : field)) as T;
}
