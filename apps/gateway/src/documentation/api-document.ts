import { readFileSync } from 'node:fs';
import { type Document, operationsOf } from '@corridor/http';
import type { Environment } from '@corridor/kernel';

/** Where `npm run build` puts what it makes from the code of all services. */
export const builtFolder = new URL('../../../../dist/docs/', import.meta.url);

/** @throws Error where nothing is built */
export const builtDocument = (name: string): string => readFileSync(new URL(name, builtFolder), 'utf8');

/**
 * A document of an environment: in PRODUCTION without the operations that it does not have.
 * @param name `openapi.json` for clients, `operator.openapi.json` for staff
 */
export function documentIn(environment: Environment, name: string): Document {
  const document = JSON.parse(builtDocument(name)) as Document;
  if (environment !== 'PRODUCTION') return document;
  const gone = operationsOf(document).filter(({ operation }) => operation['x-non-production'] === true);
  for (const { path, method } of gone) delete document.paths[path]?.[method.toLowerCase()];
  const paths = Object.entries(document.paths).filter(([, methods]) => Object.keys(methods).length > 0);
  return { ...document, paths: Object.fromEntries(paths) };
}
