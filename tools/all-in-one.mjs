/** The all-in-one composition for tests and benches; `npm start` runs the same program in the foreground. */
import { freePort } from './ports.mjs';
import { reportsReady, startService } from './service-process.mjs';

/**
 * Ready means that it responds and the sandbox has its demo data.
 *
 * @param {object} options
 * @param {string} options.dataDir
 * @param {number} [options.port] a free one by default
 * @param {Record<string, string>} [options.env]
 * @param {(line: string) => void} [options.output] its log, line by line
 */
export async function startAllInOne({ dataDir, port, env = {}, output = () => undefined }) {
  let filled = false;
  const watch = (/** @type {string} */ line) => {
    if (line.includes('Corridor is ready')) filled = true;
    output(line);
  };
  const settings = { WEBHOOK_ALLOW_LOOPBACK: 'true', ...env, DATA_DIR: dataDir };
  const isReady = async (/** @type {string} */ url) => filled && (await reportsReady(url));
  const started = {
    name: 'all-in-one',
    port: port ?? (await freePort()),
    env: settings,
    output: watch,
    isReady,
  };
  return startService(started);
}
