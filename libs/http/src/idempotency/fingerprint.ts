import { hash } from 'node:crypto';

/** The content of a request, independent of the order of its fields and of white space. A missing body is empty. */
export const fingerprint = (method: string, path: string, body: unknown): string =>
  hash('sha256', `${method} ${path}\n${body === undefined ? '' : JSON.stringify(inOrder(body))}`);

/** The same value with the keys of each object in order. */
function inOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(inOrder);
  const fields = new Map(Object.entries(value));
  return Object.fromEntries([...fields.keys()].sort().map((name) => [name, inOrder(fields.get(name))]));
}
