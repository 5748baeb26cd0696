import { readFileSync } from 'node:fs';
import { type Document, operationsOf } from '@corridor/http';
import type { Environment } from '@corridor/kernel';

/** Generated from the code of all services; a check of the test command keeps it so. */
const FILE = new URL('../../../../docs/openapi.json', import.meta.url);

/** What receivers of webhooks get, for programs. Generated too. */
export const webhooksFile = new URL('../../../../docs/asyncapi.json', import.meta.url);

/** The document of an environment: in PRODUCTION without the operations that it does not have. */
export function documentIn(environment: Environment): Document {
  const document = JSON.parse(readFileSync(FILE, 'utf8')) as Document;
  if (environment !== 'PRODUCTION') return document;
  const gone = operationsOf(document).filter(({ operation }) => operation['x-non-production'] === true);
  for (const { path, method } of gone) delete document.paths[path]?.[method.toLowerCase()];
  const paths = Object.entries(document.paths).filter(([, methods]) => Object.keys(methods).length > 0);
  return { ...document, paths: Object.fromEntries(paths) };
}
