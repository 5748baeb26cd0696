import { createHash } from 'node:crypto';

/** The content of a request, independent of the order of its fields and of white space. */
export function fingerprint(method: string, path: string, body: unknown): string {
  return createHash('sha256')
    .update(`${method} ${path}\n${canonical(body)}`)
    .digest('hex');
}

/** JSON with the keys of each object in order. A missing body is an empty string. */
function canonical(value: unknown): string {
  if (value === undefined) return '';
  return JSON.stringify(value, (_key, field: unknown) =>
    typeof field === 'object' && field !== null && !Array.isArray(field)
      ? Object.fromEntries(Object.entries(field).sort(([a], [b]) => (a < b ? -1 : 1)))
      : field,
  );
}
