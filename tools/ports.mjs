/** Free ports on 127.0.0.1, so that any number of runs can share a machine. */
import { randomInt } from 'node:crypto';
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

/**
 * What a start checks before it installs and builds. An invalid port is reported later, with the other settings.
 *
 * @param {NodeJS.ProcessEnv} variables
 * @throws Error if another program listens on the port
 */
export async function demandFreePort({ HOST: host = '127.0.0.1', PORT: text }) {
  const port = Number(text || 8080);
  const server = createServer();
  const failure = await new Promise((resolve) => {
    server.once('error', resolve).once('listening', () => resolve(null));
    server.listen({ host, port: port >= 0 && port <= 65_535 ? Math.floor(port) : 0 });
  });
  server.close();
  if (failure?.code === 'EADDRINUSE') throw new Error(`port ${port} is taken. Set PORT to another one.`);
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

/**
 * Below the ports that Linux gives to outgoing connections: a server that is killed and started again would find its port
 * taken by one of them.
 */
const [LOWEST, BEYOND] = [20_000, 32_768];

/** @returns {Promise<{ port: number, release(): Promise<void> }>} */
async function hold() {
  for (;;) {
    const held = await listen(randomInt(LOWEST, BEYOND));
    if (held) return held;
  }
}

/** @param {number} port @returns {Promise<{ port: number, release(): Promise<void> } | null>} null if it is taken */
function listen(port) {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', (/** @type {NodeJS.ErrnoException} */ error) => {
      if (error.code === 'EADDRINUSE') resolve(null);
      else reject(error);
    });
    server.listen(port, '127.0.0.1', () => {
      resolve({ port, release: () => new Promise((done) => server.close(() => done())) });
    });
  });
}
