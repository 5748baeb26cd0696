/**
 * The operations of the document that the tests called, with the response statuses: each must have succeeded at least
 * once. 202 is the success of one that waits for a second person: the gateway sends it again itself when it is approved.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../workspace.mjs';
import { logFile } from './run.mjs';

/** libs/testing writes the observed responses here. */
const FOLDER = join(root, '.corridor', 'seen-operations');
const SUCCESS = ['200', '202'];

/** @param {string} name of the run */
export const forgetSeen = (name) => rmSync(join(FOLDER, name), { force: true });

/**
 * Writes the table of a run to a log file.
 * @param {string} name
 * @throws Error if an operation never succeeded in it
 */
export function demandAllSeen(name) {
  const file = join(FOLDER, name);
  const all = ['openapi.json', 'operator.openapi.json'].map((one) =>
    JSON.parse(readFileSync(join(root, 'docs', one), 'utf8')),
  );
  const document = { paths: Object.assign({}, ...all.map(({ paths }) => paths)) };
  const { table, unseen } = coverage(document, existsSync(file) ? readFileSync(file, 'utf8') : '');
  const log = logFile(`${name}.operations`);
  writeFileSync(join(root, log), `${table}\n`);
  if (unseen.length > 0) throw new Error(`Never seen to succeed: ${unseen.join(', ')}; see ${log}`);
}

/**
 * @param {{ paths: Record<string, Record<string, { operationId: string, responses: object }>> }} document
 * @param {string} seen one line per response: operation and status
 */
export function coverage({ paths }, seen) {
  /** @type {Map<string, Set<string>>} */
  const statuses = new Map();
  for (const line of seen.split('\n').filter(Boolean)) {
    const [operationId = '', status = ''] = line.split(' ');
    statuses.set(operationId, (statuses.get(operationId) ?? new Set()).add(status));
  }
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const rows = operations.map(({ operationId, responses }) => {
    const mine = statuses.get(operationId) ?? new Set();
    const cells = Object.keys(responses).map((status) => (mine.has(status) ? status : ' · '));
    return `${operationId.padEnd(42)} ${cells.join(' ')}`;
  });
  const promised = operations.reduce((sum, { responses }) => sum + Object.keys(responses).length, 0);
  const found = operations.reduce((sum, { operationId }) => sum + (statuses.get(operationId)?.size ?? 0), 0);
  const unseen = operations
    .map(({ operationId }) => operationId)
    .filter((operationId) => !SUCCESS.some((status) => statuses.get(operationId)?.has(status)));
  const total = `${operations.length} operations, ${found} of ${promised} documented responses seen`;
  return { table: [...rows, total].join('\n'), unseen };
}
