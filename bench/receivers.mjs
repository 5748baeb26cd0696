/**
 * Receivers of webhooks, in a process of their own: healthy ones, which keep what arrived when, and four kinds of dead
 * ones.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';

/** @typedef {'healthy' | 'refusing' | 'silent' | 'failing' | 'dripping'} Kind */
/** @typedef {{ id: string, atMs: number }} Receipt the record that a notification is about, and when it arrived */
/** @typedef {{ receipts: Receipt[], body: string }} Received all receipts since the last time, and the last body */

const file = fileURLToPath(import.meta.url);

/** Comparable between processes, with microseconds. */
export const nowMs = () => performance.timeOrigin + performance.now();

/** @param {Kind[]} kinds */
export async function startReceivers(kinds) {
  const child = fork(file);
  /** @param {object} request @returns {Promise<any>} */
  const call = async (request) => {
    child.send(request);
    const [response] = await once(child, 'message');
    return response;
  };
  return {
    /** @type {string[]} */
    urls: await call({ kinds }),
    /** Resolves when the healthy ones have received so many more. @returns {Promise<Received>} */
    received: (/** @type {number} */ count) => call({ count }),
    async stop() {
      child.kill();
      await once(child, 'exit');
    },
  };
}

if (process.argv[1] === file) {
  process.once('disconnect', () => process.exit());
  process.on('message', async (/** @type {{ kinds: Kind[] } | { count: number }} */ request) => {
    if ('kinds' in request) process.send?.(await Promise.all(request.kinds.map(listen)));
    else awaited = request.count;
    respond();
  });
}

/** @type {Receipt[]} */
let receipts = [];
let body = '';
/** @type {number | null} */
let awaited = null;

function respond() {
  if (awaited === null || receipts.length < awaited) return;
  awaited = null;
  process.send?.({ receipts, body });
  receipts = [];
}

/** @param {Kind} kind @returns {Promise<string>} its URL */
async function listen(kind) {
  const server = createServer((request, response) => {
    /** @type {Buffer[]} */
    const parts = [];
    request.on('error', () => undefined);
    response.on('error', () => undefined);
    request.on('data', (part) => parts.push(part));
    request.on('end', () => behave[kind](Buffer.concat(parts), response));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  if (kind === 'refusing') server.close();
  return `http://127.0.0.1:${port}/hooks`;
}

/** @type {Record<Kind, (content: Buffer, response: import('node:http').ServerResponse) => void>} */
const behave = {
  healthy(content, response) {
    const atMs = nowMs();
    response.writeHead(204).end();
    body = content.toString();
    receipts.push({ id: JSON.parse(body).relatedEntityId, atMs });
    respond();
  },
  refusing: () => undefined,
  silent: () => undefined,
  failing: (_, response) => void response.writeHead(500).end(),
  dripping(_, response) {
    response.writeHead(200, { 'content-length': '1000' });
    const drip = setInterval(() => response.write('.'), 1_000);
    response.once('close', () => clearInterval(drip));
  },
};
