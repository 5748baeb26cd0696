/** Runs a tour: sends its requests one after the other, with values from earlier responses. */
import { randomUUID } from 'node:crypto';

/** @typedef {import('./parse.mjs').Tour} Tour */
/** @typedef {import('./parse.mjs').Step} Step */

/**
 * @typedef {object} Request
 * @property {string} method
 * @property {string} path with its query
 * @property {Record<string, string>} headers
 * @property {string | undefined} body
 */

/** @typedef {{ status: number, body: any }} Reply */
/** @typedef {{ step: Step, request: Request, reply: Reply }} Stop */

/**
 * @param {Tour} tour
 * @param {(request: Request) => Promise<Reply>} send
 * @param {Record<string, string>} [given] in the place of the file's variables
 * @returns {AsyncGenerator<Stop>}
 */
export async function* takeTour({ variables, steps }, send, given = {}) {
  /** @type {Map<string, any>} */
  const responses = new Map();
  for (const step of steps) {
    const fill = (/** @type {string} */ text) => filled(text, { ...variables, ...given }, responses);
    const request = {
      method: step.method,
      path: fill(step.target.replace(/^\{\{url\}\}/, '')),
      headers: Object.fromEntries(Object.entries(step.headers).map(([name, value]) => [name, fill(value)])),
      body: step.body === '' ? undefined : fill(step.body),
    };
    const shows = step.shows && { ...step.shows, value: fill(step.shows.value) };
    const reply = await send(request);
    if (step.name) responses.set(step.name, reply.body);
    yield { step: { ...step, shows }, request, reply };
  }
}

/** What is not as the tour says, or null. @param {Stop} stop */
export function issueOf({ step, request, reply }) {
  const line = `${step.title} (${request.method} ${request.path})`;
  if (reply.status !== step.status)
    return `${line}: ${reply.status} instead of ${step.status}: ${JSON.stringify(reply.body)}`;
  if (!step.shows) return null;
  const found = String(at(reply.body, step.shows.path));
  return found === step.shows.value
    ? null
    : `${line}: ${step.shows.path} is ${found}, not ${step.shows.value}`;
}

/**
 * @param {string} text @param {Record<string, string>} variables @param {Map<string, any>} responses
 */
function filled(text, variables, responses) {
  return text.replace(/\{\{(.+?)\}\}/g, (_, /** @type {string} */ expression) => {
    if (expression === '$guid') return randomUUID();
    if (expression === "$datetime 'YYYY-MM-DD'") return new Date().toISOString().slice(0, 10);
    const [, name, path] = /^(\w+)\.response\.body\.\$\.(.+)$/.exec(expression) ?? [];
    const value = name === undefined ? variables[expression] : at(responses.get(name), path ?? '');
    if (value === undefined) throw new Error(`Unknown variable {{${expression}}}`);
    return String(value);
  });
}

/** `data.0.id` or `data[0].id`. @param {any} value @param {string} path */
const at = (value, path) =>
  path
    .replace(/\[(\d+)\]/g, '.$1')
    .split('.')
    .reduce((found, name) => found?.[name], value);
