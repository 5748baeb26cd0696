/** Fifty webhook endpoints, most of which misbehave. */
import { once } from 'node:events';
import { createServer } from 'node:http';

/** @typedef {'healthy' | 'hang' | 'drip' | 'error'} Kind */

/** @param {Kind} kind */
export async function startEndpoint(kind) {
  /** What came first when, by the id of the entity. @type {Map<string, number>} */
  const seen = new Map();
  const server = createServer(async (request, response) => {
    const parts = [];
    request.on('error', () => undefined);
    response.on('error', () => undefined);
    try {
      for await (const part of request) parts.push(part);
    } catch {
      return; // broken off
    }
    const { relatedEntityId } = JSON.parse(Buffer.concat(parts).toString());
    if (!seen.has(relatedEntityId)) seen.set(relatedEntityId, Date.now());
    behave[kind](response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    kind,
    seen,
    url: `http://127.0.0.1:${port}/hooks`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** @type {Record<Kind, (response: import('node:http').ServerResponse) => void>} */
const behave = {
  healthy: (response) => void response.writeHead(200).end(),
  error: (response) => void response.writeHead(500).end(),
  hang: () => undefined,
  drip(response) {
    response.writeHead(200, { 'content-length': '1000' });
    const dripping = setInterval(() => response.write('.'), 1_000);
    response.once('close', () => clearInterval(dripping));
  },
};
