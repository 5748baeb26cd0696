import { hash } from 'node:crypto';

/** The content of a request, independent of the order of its fields and of white space. A missing body is empty. */
export const fingerprint = (method: string, path: string, body: unknown): string =>
  hash('sha256', `${method} ${path}\n${body === undefined ? '' : canonical(body)}`);

/** JSON with the names of each object in order. */
function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  const fields = value as Record<string, unknown>;
  const texts = Object.keys(fields)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonical(fields[name])}`);
  return `{${texts.join(',')}}`;
}
