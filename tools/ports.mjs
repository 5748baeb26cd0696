/** Free ports on 127.0.0.1, so that any number of runs can share a machine. */
import { connect, createServer } from 'node:net';

/** @returns {Promise<number>} */
export async function freePort() {
  const [port] = await freePorts(1);
  return /** @type {number} */ (port);
}

/** All different, because each is held until all are found. @param {number} count @returns {Promise<number[]>} */
export async function freePorts(count) {
  const held = await Promise.all(Array.from({ length: count }, hold));
  await Promise.all(held.map(({ release }) => release()));
  return held.map(({ port }) => port);
}

/** @param {number} port @returns {Promise<boolean>} whether something listens there */
export function isListening(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const end = (/** @type {boolean} */ outcome) => {
      socket.destroy();
      resolve(outcome);
    };
    socket.once('connect', () => end(true)).once('error', () => end(false));
  });
}

/** @returns {Promise<{ port: number, release(): Promise<void> }>} */
function hold() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
      resolve({ port, release: () => new Promise((done) => server.close(() => done())) });
    });
  });
}
