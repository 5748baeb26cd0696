/**
 * One address for several processes, like an orchestrator's service: each new connection goes to the next process that
 * accepts it.
 */
import { connect, createServer } from 'node:net';

/**
 * @param {readonly number[]} ports on 127.0.0.1
 * @returns {Promise<{ url: string, close(): Promise<void> }>}
 */
export async function balanced(ports) {
  let turn = 0;
  /** @type {Set<import('node:net').Socket>} */
  const open = new Set();
  const server = createServer((client) => {
    open.add(client.once('close', () => open.delete(client)));
    client.on('error', () => client.destroy());
    const attempt = (/** @type {number} */ left) => {
      if (left === 0) return void client.destroy();
      const upstream = connect(ports[turn++ % ports.length] ?? 0, '127.0.0.1');
      upstream.once('connect', () => {
        client.pipe(upstream).pipe(client);
        client.once('close', () => upstream.destroy());
        upstream.once('close', () => client.destroy());
      });
      upstream.on('error', () => upstream.connecting || attempt(left - 1));
    };
    attempt(ports.length);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      open.forEach((client) => client.destroy());
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
