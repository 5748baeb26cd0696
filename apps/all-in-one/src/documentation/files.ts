import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Examples } from '@corridor/http';

const root = new URL('../../../../', import.meta.url);
const docs = new URL('docs/', root);

export const repository = fileURLToPath(root);

/** Generated from the code; `npm run openapi` writes it. */
export const documentFile = new URL('openapi.json', docs);

/** Recorded from a running system; `npm run openapi:examples` writes it. */
export const examplesFile = new URL('openapi-examples.json', docs);

export const readExamples = (): Examples => JSON.parse(readFileSync(examplesFile, 'utf8')) as Examples;
