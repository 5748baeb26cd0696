/**
 * `npm run openapi:examples`: takes the tour of a sandbox of its own and keeps what was asked and answered as the examples
 * of the document. Times and rates are those of that day; ids are numbered, so that they stay the same; what is secret is not
 * kept.
 */
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startAllInOne } from './all-in-one.mjs';
import { build } from './build.mjs';
import { parseTour } from './tour/parse.mjs';
import { issueOf, takeTour } from './tour/take.mjs';

const docs = join(import.meta.dirname, '..', 'docs');
const SECRETS = {
  accessToken: 'eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl',
  secret: 'ck_sandbox_shown_once',
  signingSecret: `whsec_${Buffer.alloc(32, 'shown once ').toString('base64')}`,
};
const UUID = /\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;
/** Longer lists of records are cut: an example is to be read. */
const MAX_ITEMS = 3;

build();
const operationOf = operationFinder(JSON.parse(readFileSync(join(docs, 'openapi.json'), 'utf8')));
const dataDir = mkdtempSync(join(tmpdir(), 'corridor-examples-'));
chmodSync(dataDir, 0o755); // Postgres may run as another user
const system = await startAllInOne({ dataDir });
try {
  const examples = await record(system.url);
  writeFileSync(join(docs, 'openapi-examples.json'), `${numbered(JSON.stringify(examples, null, 2))}\n`);
} finally {
  await system.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
console.log('Now: npm run openapi');
process.exit();

/** With ids in the order in which they appear. @param {string} text */
function numbered(text) {
  /** @type {Map<string, string>} */
  const numbers = new Map();
  const number = (/** @type {string} */ id, /** @type {(count: string) => string} */ spell) => {
    if (!numbers.has(id)) numbers.set(id, spell(String(numbers.size + 1)));
    return numbers.get(id) ?? id;
  };
  return text
    .replace(/\b([a-z]{2,3})_[0-9A-Z]{26}\b/g, (id, prefix) =>
      number(id, (n) => `${prefix}_01K${n.padStart(23, '0')}`),
    )
    .replace(UUID, (id) => number(id, (n) => `5d7ea1f0-3c86-4d0b-9c55-${n.padStart(12, '0')}`));
}

/** @param {string} url */
async function record(url) {
  /** @type {Record<string, object[]>} */
  const operations = {};
  /** @type {Record<string, unknown>} */
  const problems = {};
  const tour = parseTour(readFileSync(join(docs, 'tour.http'), 'utf8'));
  for await (const stop of takeTour(tour, (request) => send(url, request))) {
    const issue = issueOf(stop);
    if (issue) throw new Error(issue);
    const { step, request, reply } = stop;
    if (reply.status >= 400) problems[reply.body.code] ??= reply.body;
    const operationId = operationOf(request.method, request.path);
    if (reply.status !== 200 || !operationId) continue;
    const title = step.title.replace(/^… /, '');
    const requested = request.body === undefined ? null : JSON.parse(request.body);
    (operations[operationId] ??= []).push({
      title: `${title.charAt(0).toUpperCase()}${title.slice(1)}`,
      path: request.path,
      request: requested,
      response: readable(reply.body),
    });
  }
  return { operations, problems };
}

/** @param {string} url @param {import('./tour/take.mjs').Request} request */
async function send(url, { method, path, headers, body }) {
  const response = await fetch(url + path, { method, headers, body });
  return { status: response.status, body: await response.json() };
}

/** Lists of words or days are whole: a list cut short would say that there are no more. @param {unknown[]} list */
function isOfRecords(list) {
  return list.some((item) => typeof item === 'object');
}

/** @param {unknown} value @returns {unknown} */
function readable(value) {
  if (Array.isArray(value)) return isOfRecords(value) ? value.slice(0, MAX_ITEMS).map(readable) : value;
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, one]) => [
    name,
    name in SECRETS && one !== null ? SECRETS[/** @type {keyof typeof SECRETS} */ (name)] : readable(one),
  ]);
  return Object.fromEntries(fields);
}

/** @param {{ paths: Record<string, Record<string, { operationId: string }>> }} document */
function operationFinder({ paths }) {
  const routes = Object.keys(paths)
    .map((path) => ({ path, pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`) }))
    .sort((a, b) => a.path.split('{').length - b.path.split('{').length);
  return (/** @type {string} */ method, /** @type {string} */ target) => {
    const path = target.split('?')[0] ?? '';
    const all = routes
      .filter((one) => one.pattern.test(path))
      .map((one) => paths[one.path]?.[method.toLowerCase()]);
    return all.find(Boolean)?.operationId;
  };
}
