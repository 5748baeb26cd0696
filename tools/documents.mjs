/**
 * Generates the documents that the gateway serves: OpenAPI with examples, for clients and for staff, AsyncAPI, the documentation site. They are build
 * artefacts in dist/docs (`npm run build`).
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { siteFiles } from './documentation/site/site.mjs';
import { tourExamples } from './documentation/tour-examples.mjs';

const root = join(import.meta.dirname, '..');
process.chdir(root);
/** @param {string} path */
const built = (path) => import(new URL(`../${path}`, import.meta.url).href);
const { generate } = await built('apps/all-in-one/dist/documentation/generate.js');
const { ofStaff } = await built('apps/all-in-one/dist/documentation/about.js');
const { tryIt } = await built('apps/all-in-one/dist/documentation/try-it.js');
const { PAGE_STYLE, documentFor } = await built('libs/http/dist/index.js');
const { documents } = await built('apps/all-in-one/dist/documentation/messages/documents.js');

const bare = await generate();
const examples = await tourExamples(bare, readFileSync('docs/tour.http', 'utf8'), tryIt);
const document = await generate(examples);
const staffDocument = ofStaff(documentFor('staff', document));
write('dist/docs', {
  'openapi.json': JSON.stringify(documentFor('clients', document), null, 2),
  'operator.openapi.json': JSON.stringify(staffDocument, null, 2),
  ...documents(),
});
write('dist/docs/site', siteFiles(document, tryIt, PAGE_STYLE)); // it shows one of the others
process.exit();

/** @param {string} folder @param {Record<string, string | Buffer>} files */
function write(folder, files) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
}
