/**
 * A real Redis on this machine, configured for BullMQ (`noeviction`), without persistence.
 *
 * Debian's package `redis-server` would start a service. `redis-tools` has the same program without a service: a single
 * file that acts as server, `redis-check-rdb` or `redis-check-aof`, depending on its name.
 */
import { mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { freePorts } from '../ports.mjs';
import { launch, whenReady } from '../program.mjs';
import { findProgram, installPackages } from './debian.mjs';

/** @throws {import('./unavailable.mjs').Unavailable} @returns what `startRedis` needs */
export function obtainRedis() {
  const found = () => findProgram('redis-server') ?? findProgram('redis-check-rdb');
  if (!found()) installPackages('Redis', ['redis-tools']);
  return { command: found() ?? 'redis-server' };
}

/**
 * @typedef {{ readonly certificate: string, readonly key: string, readonly password: string }} Secured over TLS at a further address, and
 *   with a password
 */

/** @param {{ command: string }} obtained @param {string} folder for its log @param {Secured} [secured] */
export async function startRedis({ command }, folder, secured = undefined) {
  mkdirSync(folder, { recursive: true });
  const [port = 0, securedPort = 0] = await freePorts(2);
  const more = secured && {
    'tls-port': securedPort,
    'tls-cert-file': secured.certificate,
    'tls-key-file': secured.key,
    'tls-auth-clients': 'no',
    requirepass: secured.password,
  };
  const start = async () => {
    const settings = {
      port,
      bind: '127.0.0.1',
      save: '',
      appendonly: 'no',
      'maxmemory-policy': 'noeviction',
      dir: folder,
      ...more,
    };
    const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
    const output = { file: join(folder, 'redis.log') };
    const program = await launch({
      name: 'redis',
      command,
      argv0: 'redis-server',
      args,
      cwd: folder,
      output,
    });
    await whenReady(program, () => redisServes(port));
    return program;
  };
  let program = await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    securedUrl: `rediss://:${secured?.password}@127.0.0.1:${securedPort}`,
    pid: () => program.pid,
    kill9: () => program.kill9(),
    stop: () => program.stop(),
    /** Again, after `stop` or `kill9`; empty. */
    start: async () => {
      program = await start();
    },
  };
}

/** @param {number} port @returns {Promise<boolean>} */
export function redisServes(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    const end = (/** @type {boolean} */ outcome) => {
      socket.destroy();
      resolve(outcome);
    };
    socket
      .once('data', (data) => end(/^(\+PONG|-NOAUTH)/.test(data.toString())))
      .once('error', () => end(false));
  });
}
