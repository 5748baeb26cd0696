export const UNKNOWN_FIELD = { code: 'unknown_field', detail: 'There is no such field.' };

/** A name as part of a JSON pointer (RFC 6901), truncated. */
export const escaped = (name: string): string =>
  name.slice(0, 100).replaceAll('~', '~0').replaceAll('/', '~1');
