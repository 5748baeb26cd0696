/**
 * The examples of the OpenAPI document: the requests of docs/tour.http, each with a response generated from the
 * schemas. Nothing runs and nothing is recorded, so the result is deterministic.
 */
import { parseTour } from '../tour/parse.mjs';
import { takeTour } from '../tour/take.mjs';
import { exampleOf } from './example-of.mjs';

/** @typedef {Record<string, any>} Json */

const UUID = /\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;
/** An id that an example of a schema has. */
const MADE_UP = /\b([a-z]+)_01K0{22}1\b/g;
const ID = /\b[a-z]+_[0-9A-HJKMNP-TV-Z]{26}\b/;

/**
 * @typedef {object} Demo records and values that exist in every new sandbox
 * @property {string} day of the examples
 * @property {Readonly<Record<string, string>>} ids by prefix
 * @property {Readonly<Record<string, string>>} idOf the first example of an operation, by operationId
 * @property {Readonly<Record<string, object>>} bodyOf the first example of an operation, by operationId
 */

/** @typedef {{ title: string, path: string, request: unknown, status: number, response: unknown }} Example */

/** @param {Json} document @param {string} text of the tour @param {Demo} demo */
export async function tourExamples(document, text, demo) {
  const tour = parseTour(text);
  const find = operationFinder(document);
  const { schemas, examples } = document['components'];
  let place = 0;
  const send = async (/** @type {{ method: string, path: string }} */ { method, path }) => {
    const step = /** @type {import('../tour/parse.mjs').Step} */ (tour.steps[place++]);
    const { status } = step;
    if (status >= 300) return { status, body: problem(step, examples) };
    const schema = find(method, path)?.responses[status]?.content?.['application/json']?.schema ?? {};
    return { status, body: shown(step, exampleOf(schema, schemas)) };
  };
  /** @type {Record<string, Example[]>} */
  const operations = {};
  for await (const { step, request, reply } of takeTour(tour, send)) {
    const operation = find(request.method, request.path);
    if (reply.status >= 300 || !operation) continue;
    const title = step.title.replace(/^… /, '');
    (operations[operation.operationId] ??= []).push({
      title: `${title.charAt(0).toUpperCase()}${title.slice(1)}`,
      path: request.path,
      request: request.body === undefined ? null : JSON.parse(request.body),
      status: reply.status,
      response: reply.body,
    });
  }
  return { operations: ofDemo(steady(operations, demo.day), demo), problems: {} };
}

/**
 * With the records of the demo client, so that each request can be sent to a new sandbox.
 * @param {Record<string, Example[]>} operations @param {Demo} demo
 */
const ofDemo = (operations, { ids, idOf, bodyOf }) =>
  Object.fromEntries(
    Object.entries(operations).map(([operation, examples]) => {
      const known = JSON.parse(JSON.stringify(examples).replace(MADE_UP, (id, prefix) => ids[prefix] ?? id));
      const [first, ...others] = /** @type {[Example, ...Example[]]} */ (known);
      const request = bodyOf[operation] ?? first.request;
      return [operation, [withId({ ...first, request }, idOf[operation]), ...others]];
    }),
  );

/** @param {Example} example @param {string | undefined} id */
function withId(example, id) {
  const [found] = ID.exec(example.path) ?? [];
  return found && id ? JSON.parse(JSON.stringify(example).replaceAll(found, id)) : example;
}

/** With fixed ids and dates. @template Value @param {Value} value @param {string} day @returns {Value} */
function steady(value, day) {
  /** @type {Map<string, string>} */
  const ids = new Map();
  const id = (/** @type {string} */ found) => {
    if (!ids.has(found)) ids.set(found, `5d7ea1f0-3c86-4d0b-9c55-${String(ids.size + 1).padStart(12, '0')}`);
    return /** @type {string} */ (ids.get(found));
  };
  const today = new Date().toISOString().slice(0, 10);
  return JSON.parse(JSON.stringify(value).replace(UUID, id).replaceAll(today, day));
}

/** @param {import('../tour/parse.mjs').Step} step @param {Record<string, { value: object }>} examples */
const problem = ({ shows }, examples) => (shows?.path === 'code' && examples[shows.value]?.value) || {};

/**
 * The response with the values that the tour states: `data.status = SENT`.
 * @param {import('../tour/parse.mjs').Step} step @param {Json} body
 */
function shown({ shows }, body) {
  if (!shows || shows.value.includes('{{')) return body;
  const names = shows.path.replace(/\[(\d+)\]/g, '.$1').split('.');
  const last = /** @type {string} */ (names.pop());
  const holder = names.reduce((found, name) => found?.[name], body);
  if (holder && last in holder && last !== 'length') holder[last] = typed(shows.value, holder[last]);
  return body;
}

/** @param {string} value @param {unknown} like */
function typed(value, like) {
  if (value === 'null') return null;
  if (typeof like === 'number') return Number(value);
  return typeof like === 'boolean' ? value === 'true' : value;
}

/** @param {Json} document @returns {(method: string, target: string) => Json | undefined} */
function operationFinder({ paths }) {
  const routes = Object.keys(paths)
    .map((path) => ({ path, pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`) }))
    .sort((a, b) => a.path.split('{').length - b.path.split('{').length);
  return (method, target) => {
    const path = target.split('?')[0] ?? '';
    const all = routes
      .filter((one) => one.pattern.test(path))
      .map((one) => paths[one.path]?.[method.toLowerCase()]);
    return all.find(Boolean);
  };
}
