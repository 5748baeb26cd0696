/**
 * Generates the documents that the gateway serves: OpenAPI with examples, AsyncAPI, the page of events. They are build
 * artefacts in dist/docs (`npm run build`).
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tourExamples } from './documentation/tour-examples.mjs';

const root = join(import.meta.dirname, '..');
process.chdir(root);
/** @param {string} path */
const built = (path) => import(new URL(`../apps/${path}`, import.meta.url).href);
const { generate } = await built('all-in-one/dist/documentation/generate.js');
const { tryIt } = await built('all-in-one/dist/documentation/try-it.js');
const { documents } = await built('all-in-one/dist/documentation/messages/documents.js');

const bare = await generate();
const examples = await tourExamples(bare, readFileSync('docs/tour.http', 'utf8'), tryIt);
const files = { 'openapi.json': JSON.stringify(await generate(examples), null, 2), ...documents() };
mkdirSync('dist/docs', { recursive: true });
for (const [name, text] of Object.entries(files)) writeFileSync(join('dist/docs', name), text);
process.exit();
