import type { Document, Json } from './operation-object.js';

/** Who an operation is for. */
export type Surface = 'clients' | 'staff';

const OF_STAFF = '/operator/';

/** A document of the operations for clients or for staff, with the tags and components that these use. */
export function documentFor(surface: Surface, document: Document): Document {
  const paths = Object.fromEntries(
    Object.entries(document.paths).filter(([path]) => path.startsWith(OF_STAFF) === (surface === 'staff')),
  );
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const { webhooks } = document;
  const own: Document = { ...document, paths };
  if (surface === 'staff') delete own['webhooks']; // they are sent to clients
  const used = reachable([paths, own['webhooks']], document);
  const usedByAny = reachable([document.paths, webhooks], document);
  // A component that no operation names, such as the problem of a wrong method, is in both.
  const isIn = (name: string) => used.has(name) || !usedByAny.has(name);
  const schemes = new Set(operations.flatMap(({ security = [] }) => security.flatMap(Object.keys)));
  const tags = new Set(JSON.stringify([paths, own['webhooks'] ?? []]).match(/"tags":\["[^"]+"\]/g));
  return {
    ...own,
    tags: (document['tags'] as { name: string }[]).filter(({ name }) => tags.has(`"tags":["${name}"]`)),
    components: Object.fromEntries(
      Object.entries(document.components).map(([kind, all]) => [
        kind,
        Object.fromEntries(
          Object.entries(all).filter(([name]) =>
            kind === 'securitySchemes' ? schemes.has(name) : isIn(`${kind}/${name}`),
          ),
        ),
      ]),
    ),
  };
}

/** Both documents in one, for pages and tests that are about all operations. */
export function joined(one: Document, other: Document): Document {
  const kinds = new Set([...Object.keys(one.components), ...Object.keys(other.components)]);
  const tags = [...(one['tags'] as { name: string }[]), ...(other['tags'] as { name: string }[])];
  return {
    ...one,
    tags: tags.filter(({ name }, i) => tags.findIndex((tag) => tag.name === name) === i),
    paths: { ...one.paths, ...other.paths },
    components: Object.fromEntries(
      [...kinds].map((kind) => [kind, { ...one.components[kind], ...other.components[kind] }]),
    ),
  };
}

/** The components that are referred to, directly or by others: `schemas/Problem`. */
function reachable(from: unknown, { components }: Document): Set<string> {
  const found = new Set<string>();
  const follow = (value: unknown): void => {
    for (const [, kind = '', name = ''] of JSON.stringify(value ?? null).matchAll(
      /"#\/components\/(\w+)\/([^"]+)"/g,
    )) {
      if (found.has(`${kind}/${name}`)) continue;
      found.add(`${kind}/${name}`);
      follow((components[kind] as Json | undefined)?.[name]);
    }
  };
  follow(from);
  return found;
}
