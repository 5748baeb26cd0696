import { type Json, escapeHtml } from '@corridor/http';
import { described } from './described.js';
import type { Reference } from './reference.js';

/** Records hold others; deeper ones are shown on the pages of their own operations. */
const DEEPEST = 4;

/** The fields of a schema as a nested list. */
export function schemaView(reference: Reference, schema: Json, depth = 0): string {
  const { fields, required } = fieldsOf(reference, schema);
  if (fields.length === 0 || depth > DEEPEST) return '';
  const items = fields.map(([name, field]) => {
    const need = required.has(name) ? ' <b>required</b>' : '';
    const { description, more } = factsOf(reference, field);
    const inner = schemaView(reference, field, depth + 1);
    const nested = inner && `<details><summary>Fields of <code>${name}</code></summary>${inner}</details>`;
    return `<li><code>${escapeHtml(name)}</code> <small>${escapeHtml(typeOf(reference, field))}</small>${need}${description}${more}${nested}</li>`;
  });
  return `<ul class="fields">${items.join('')}</ul>`;
}

interface Fields {
  readonly fields: readonly [string, Json][];
  readonly required: ReadonlySet<string>;
}

/** Those of an object, of the records of a list, or of all alternatives together. */
function fieldsOf(reference: Reference, node: Json): Fields {
  const schema = reference.resolve(node);
  if (schema['items']) return fieldsOf(reference, schema['items'] as Json);
  const parts = partsOf(schema).map((part) => fieldsOf(reference, part));
  const own = Object.entries((schema['properties'] ?? {}) as Record<string, Json>);
  return {
    fields: [...new Map([...own, ...parts.flatMap(({ fields }) => fields)])],
    required: new Set([
      ...((schema['required'] as string[] | undefined) ?? []),
      ...parts.flatMap(requiredOf),
    ]),
  };
}

const requiredOf = ({ required }: Fields): string[] => [...required];

const partsOf = ({ anyOf, oneOf, allOf }: Json): Json[] =>
  [anyOf, oneOf, allOf].flatMap((parts) => (parts as Json[] | undefined) ?? []);

/** `string`, `Money`, `list of Wallet`, `string or null`. */
export function typeOf(reference: Reference, node: Json): string {
  if (typeof node['$ref'] === 'string') return node['$ref'].split('/').at(-1) ?? '';
  if (node['items']) return `list of ${typeOf(reference, node['items'] as Json)}`;
  const parts = partsOf(node).map((part) => typeOf(reference, part));
  if (parts.length > 0) return [...new Set(parts)].join(' or ');
  const types = [node['type'] ?? (node['enum'] ? 'string' : 'any')].flat() as string[];
  return types
    .map((type) => (type === 'string' && typeof node['format'] === 'string' ? node['format'] : type))
    .join(' or ');
}

function factsOf(reference: Reference, node: Json) {
  const schema = reference.resolve(node);
  const description = (node['description'] ?? schema['description']) as string | undefined;
  const values = (schema['enum'] ?? (schema['items'] as Json | undefined)?.['enum']) as
    | (string | null)[]
    | undefined;
  const shown = values
    ?.filter((value) => value !== null)
    .map((value) => `<code>${escapeHtml(String(value))}</code>`);
  return {
    description: description ? `<p>${described(description)}</p>` : '',
    more: shown ? `<p>One of ${shown.join(', ')}.</p>` : '',
  };
}
