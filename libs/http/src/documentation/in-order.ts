import type { Document, OperationObject } from './operation-object.js';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** Aliases of the paths before them. */
const ALIAS = '/v1/clients/';

/**
 * The same document regardless of the order of modules: operations by tag and path, components by name.
 * @param first paths that come before the others of their tag
 */
export function inOrder(
  document: Document,
  tags: readonly string[],
  first: readonly string[] = [],
): Document {
  const rank = (path: string): string => {
    const [operation] = Object.values(document.paths[path] ?? {});
    const tag = String(tags.indexOf(operation?.tags?.[0] ?? '')).padStart(3);
    const place = first.includes(path) ? first.indexOf(path) : first.length;
    return `${tag} ${path.startsWith(ALIAS) ? 1 : 0} ${String(place).padStart(3)} ${path}`;
  };
  const paths = Object.keys(document.paths).sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
  for (const methods of Object.values(document.paths))
    for (const [method, operation] of Object.entries(methods)) methods[method] = operationInOrder(operation);
  const sorted = paths.map((path) => [path, inOrderOf(METHODS, document.paths[path] ?? {})]);
  const components = Object.entries(document.components).map(([kind, all]) => [
    kind,
    inOrderOf(Object.keys(all).sort(), all),
  ]);
  const { openapi, info, servers, tags: described } = document;
  return {
    openapi,
    info,
    servers,
    tags: described,
    paths: Object.fromEntries(sorted) as Document['paths'],
    components: Object.fromEntries(components) as Document['components'],
  };
}

/** The purpose of an operation comes before its details. */
const MEMBERS = ['operationId', 'summary', 'description', 'tags', 'security'];
const LAST = ['parameters', 'requestBody', 'responses'];

function operationInOrder(operation: OperationObject): OperationObject {
  const more = Object.keys(operation).filter((name) => ![...MEMBERS, ...LAST].includes(name));
  const responses = inOrderOf(Object.keys(operation.responses).sort(), operation.responses);
  return inOrderOf([...MEMBERS, ...more.sort(), ...LAST], {
    ...operation,
    responses,
  }) as unknown as OperationObject;
}

const inOrderOf = <Value>(names: readonly string[], object: Record<string, Value>): Record<string, Value> =>
  Object.fromEntries(names.filter((name) => name in object).map((name) => [name, object[name] as Value]));
