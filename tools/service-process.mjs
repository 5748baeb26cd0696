/**
 * A built service as a separate process.
 *
 * Guarantees: it is ready when its start returns; after `kill9` or `stop`, `restart` starts it at the same address with
 * the same settings.
 */
import { join } from 'node:path';
import { freePort } from './ports.mjs';
import { launch, whenReady } from './program.mjs';

const apps = join(import.meta.dirname, '..', 'apps');

/** @typedef {Awaited<ReturnType<typeof startService>>} ServiceProcess */

/**
 * @param {object} options
 * @param {string} options.name the folder under apps/
 * @param {number} options.port
 * @param {Record<string, string | undefined>} options.env in addition to the environment of this process
 * @param {(line: string) => void} options.output
 * @param {(url: string) => Promise<boolean>} [options.isReady]
 */
export async function startService({ name, port, env, output, isReady = reportsReady }) {
  const url = `http://127.0.0.1:${port}`;
  const metricsPort = await freePort();
  const start = async () => {
    const args = [join(apps, name, 'dist', 'main.js')]; // reading source maps is a seventh of a start
    const ports = { PORT: String(port), METRICS_PORT: String(metricsPort) };
    const settings = { ...process.env, ...env, ...ports, HOST: '127.0.0.1' };
    const program = await launch({ name, command: process.execPath, args, env: settings, output });
    await whenReady(program, () => isReady(url));
    return program;
  };
  let program = await start();
  return {
    name,
    url,
    metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
    get pid() {
      return program.pid;
    },
    /** Resolves when it ends, for whatever reason. */
    exitCode: () => program.exitCode(),
    /** Its last output. */
    tail: () => program.tail(),
    kill9: () => program.kill9(),
    stop: () => program.stop(),
    async restart() {
      await program.stop();
      program = await start();
    },
  };
}

/** @param {string} url */
export async function reportsReady(url) {
  const response = await fetch(`${url}/health/ready`).catch(() => null);
  await response?.body?.cancel();
  return response?.status === 200;
}
