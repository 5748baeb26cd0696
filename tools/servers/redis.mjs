/**
 * A real Redis on this machine, configured for BullMQ (`noeviction`), without persistence.
 *
 * Debian's package `redis-server` would start a service. `redis-tools` has the same program without a service: a single
 * file that acts as server, `redis-check-rdb` or `redis-check-aof`, depending on its name.
 */
import { mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { freePort } from '../ports.mjs';
import { launch, whenReady } from '../program.mjs';
import { findProgram, installPackages } from './debian.mjs';

/** @throws {import('./unavailable.mjs').Unavailable} @returns what `startRedis` needs */
export function obtainRedis() {
  const found = () => findProgram('redis-server') ?? findProgram('redis-check-rdb');
  if (!found()) installPackages('Redis', ['redis-tools']);
  return { command: found() ?? 'redis-server' };
}

/** @param {{ command: string }} obtained @param {string} folder for its log */
export async function startRedis({ command }, folder) {
  mkdirSync(folder, { recursive: true });
  const port = await freePort();
  const start = async () => {
    const settings = {
      port,
      bind: '127.0.0.1',
      save: '',
      appendonly: 'no',
      'maxmemory-policy': 'noeviction',
      dir: folder,
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
    socket.once('data', (data) => end(data.toString().startsWith('+PONG'))).once('error', () => end(false));
  });
}
