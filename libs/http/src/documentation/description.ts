import type { DocumentedOperation } from './operation-object.js';

const ALIAS = /^\/v1\/clients\/\{clientId\}\//;

/** What every operation of its kind does, for one that says nothing of its own. */
export function descriptionOf({ method, path, operation }: DocumentedOperation): string {
  const own = path.replace(ALIAS, '/v1/');
  const get = own.replace(/\/search$/, '');
  if (own !== path)
    return `The same as \`${method} ${own}\`. \`clientId\` is the id of the client of the caller; any other is not found.`;
  if (path.endsWith('/search'))
    return `The same search as \`GET ${get}\`, with the query as JSON in the body. Has no effect and needs no idempotency key.`;
  if (operation.operationId.startsWith('search'))
    return 'Returns a page, newest first unless `sortBy` says otherwise. `q` is a query over the fields of the records.';
  if (path.endsWith('}')) return 'By its id. A record of another client is not found.';
  throw new Error(`${method} ${path} has no description`);
}
