import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PromisedDocument } from './document-schemas.js';

/** The committed documents for clients and for staff as one, with all operations. */
export function committedDocument(): PromisedDocument {
  const [forClients, forStaff] = ['openapi.json', 'operator.openapi.json'].map(
    (name) => JSON.parse(readFileSync(join(process.cwd(), 'docs', name), 'utf8')) as PromisedDocument,
  ) as [PromisedDocument, PromisedDocument];
  const kinds = Object.keys({ ...forClients.components, ...forStaff.components });
  const components = kinds.map((kind) => [
    kind,
    { ...forClients.components[kind], ...forStaff.components[kind] },
  ]);
  return {
    ...forClients,
    paths: { ...forClients.paths, ...forStaff.paths },
    components: Object.fromEntries(components) as PromisedDocument['components'],
  };
}
