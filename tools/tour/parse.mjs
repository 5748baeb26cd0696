/**
 * Reads a `.http` file as editors know it (VS Code REST Client, httpYac; see `intellij.mjs` for IntelliJ IDEA): requests between `###`, `# @name`, file variables
 * `@key = value`. In addition, a line of ours states the expected response: `# → 200`, `# → 200 data.status = SENT`, `# → 409 code = …`.
 */

/**
 * @typedef {object} Step
 * @property {string} title
 * @property {string | null} name by which later requests refer to the response
 * @property {string} method
 * @property {string} target with its variables
 * @property {Record<string, string>} headers with their variables
 * @property {string} body with its variables; empty where none is sent
 * @property {number} status that is expected
 * @property {{ path: string, value: string } | null} shows one field of the response
 */

/** @typedef {{ variables: Record<string, string>, steps: Step[] }} Tour */

const EXPECTED = /^# → (\d{3})(?: ([\w.[\]]+) = (.+))?$/;

/** @param {string} text @returns {Tour} @throws Error if two requests have one name: later ones would refer to either */
export function parseTour(text) {
  const [head = '', ...blocks] = text.split(/^###/m);
  const variables = Object.fromEntries(
    [...head.matchAll(/^@(\w+)\s*=\s*(.+)$/gm)].map(([, name, value = '']) => [name, value.trim()]),
  );
  const steps = blocks.map(parseStep);
  const names = steps.flatMap(({ name }) => name ?? []);
  const repeated = names.find((name, i) => names.indexOf(name) < i);
  if (repeated) throw new Error(`two requests have the name ${repeated}`);
  return { variables, steps };
}

/** @param {string} block @returns {Step} */
function parseStep(block) {
  const [title = '', ...lines] = block.trim().split('\n');
  const comments = lines.filter((line) => line.startsWith('#'));
  const rest = lines
    .filter((line) => !line.startsWith('#'))
    .join('\n')
    .trim();
  const [head = '', ...body] = rest.split(/\n[ \t]*\n/);
  const [request = '', ...headers] = head.split('\n');
  const [, method, target] = /^([A-Z]+) (\S.*)$/.exec(request.trim()) ?? [];
  if (!method || !target) throw new Error(`No request under "${title}": ${request}`);
  const expected = comments.map((line) => EXPECTED.exec(line.trim())).find(Boolean);
  if (!expected) throw new Error(`"${title}" does not state the expected response`);
  const [, status, path, value] = expected;
  return {
    title: title.trim(),
    name: comments.map((line) => /^# @name (\w+)$/.exec(line.trim())?.[1]).find(Boolean) ?? null,
    method,
    target,
    headers: Object.fromEntries(headers.map(parseHeader)),
    body: body.join('\n\n').trim(),
    status: Number(status),
    shows: path === undefined || value === undefined ? null : { path, value: value.trim() },
  };
}

/** @param {string} line */
function parseHeader(line) {
  const [name = '', ...value] = line.split(':');
  return [name.trim().toLowerCase(), value.join(':').trim()];
}
