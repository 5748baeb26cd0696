/** Checks of the documents by the tools of their readers. */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseTour } from '../tour/parse.mjs';
import { root } from '../workspace.mjs';
import { npmPackages } from './toolbox.mjs';

/** @typedef {{ url: string, document: string, run: import('./generators.mjs').Run }} Reading */
/** @typedef {{ title: string, response?: { statusCode: number } }} Sent */

/** @type {Record<string, (reading: Reading) => Promise<unknown>>} by name */
export const documents = {
  'Spectral: no error in the OpenAPI document'({ document, run }) {
    const rules = join(dirname(document), 'spectral.yaml');
    writeFileSync(rules, 'extends: ["spectral:oas"]\n');
    return run([
      process.execPath,
      bin('@stoplight/spectral-cli/dist/index.js'),
      'lint',
      document,
      '-r',
      rules,
    ]);
  },

  'Redocly: no error in the OpenAPI document': ({ document, run }) =>
    run([process.execPath, bin('@redocly/cli/bin/cli.js'), 'lint', document]),

  'httpYac: the expected response to each request of docs/tour.http': (reading) =>
    sendTour('tour.http', reading),

  // It runs scripts of IntelliJ IDEA too.
  'httpYac: the expected response to each request of docs/tour.intellij.http': (reading) =>
    sendTour('tour.intellij.http', reading),
};

/** @param {string} name @param {Reading} reading */
async function sendTour(name, { url, document, run }) {
  const text = readFileSync(join(root, 'docs', name), 'utf8');
  const folder = join(dirname(document), name);
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{}');
  copyFileSync(join(root, '.httpyac.cjs'), join(folder, '.httpyac.cjs'));
  const tour = join(folder, name);
  writeFileSync(tour, text.replace(/^@url = .*/m, `@url = ${url}`));
  const options = ['--all', '--json', '--output', 'short'];
  // It ends before a pipe has taken all of its output.
  const output = join(folder, 'output.json');
  const httpYac = [process.execPath, bin('httpyac/bin/httpyac.js'), 'send', tour, ...options];
  await run(['/bin/sh', '-c', `"$@" > '${output}'`, 'sh', ...httpYac]);
  const expected = parseTour(readFileSync(join(root, 'docs', 'tour.http'), 'utf8'));
  const { requests } = /** @type {{ requests: Sent[] }} */ (JSON.parse(readFileSync(output, 'utf8')));
  const sent = requests.map(({ title, response }) => `${response?.statusCode} ${title}`);
  const issues = expected.steps
    .map((step) => `${step.status} ${step.title}`)
    .filter((line, i) => line !== sent[i]);
  if (issues.length > 0) throw new Error(`httpYac did not get:\n${issues.join('\n')}`);
}

/** @param {string} file of an npm package */
const bin = (file) => join(npmPackages(), 'node_modules', file);
