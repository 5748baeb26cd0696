import type { Document, Json } from './operation-object.js';

/**
 * Moves every schema with a `title` to the components, and replaces it with a reference.
 * @throws Error when two different schemas have one title
 */
export function hoistTitled(document: Document): void {
  const schemas = (document.components['schemas'] ??= {}) as Record<string, unknown>;
  const hoist = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(hoist);
    if (typeof value !== 'object' || value === null) return value;
    const { title, ...rest } = Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, isData(name) ? one : hoist(one)]),
    ) as Json;
    if (typeof title !== 'string' || !('type' in rest))
      return title === undefined ? rest : { title, ...rest };
    if (title in schemas && JSON.stringify(schemas[title]) !== JSON.stringify(rest))
      throw new Error(`Two schemas have the title ${title}`);
    schemas[title] = rest;
    return { $ref: `#/components/schemas/${title}` };
  };
  document.paths = hoist(document.paths) as Document['paths'];
}

/** The values of these keys are not schemas. */
export const isData = (name: string): boolean => DATA.has(name);

const DATA = new Set(['example', 'examples', 'enum']);
