/**
 * A real Prometheus on this machine, for tests of metrics, alerts and dashboards.
 *
 * Debian's package `prometheus` would start a service. It is downloaded, and its two programs are taken out of it.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../ports.mjs';
import { launch, whenReady } from '../program.mjs';
import { cached } from './cache-folder.mjs';
import { findProgram } from './debian.mjs';
import { Unavailable } from './unavailable.mjs';

/** @typedef {{ prometheus: string, promtool: string }} Programs */

/** @returns {Programs} @throws {Unavailable} */
export function obtainPrometheus() {
  const [prometheus, promtool] = ['prometheus', 'promtool'].map(findProgram);
  if (prometheus && promtool) return { prometheus, promtool };
  const folder = cached('prometheus', unpack);
  return { prometheus: join(folder, 'prometheus'), promtool: join(folder, 'promtool') };
}

/** @param {string} folder */
function unpack(folder) {
  const apt = findProgram('apt-get');
  if (!apt) throw new Unavailable('Prometheus is not installed, and this is not a Debian system');
  console.error('Downloading Prometheus (once) …');
  if (spawnSync(apt, ['download', 'prometheus'], { cwd: folder }).status !== 0) {
    const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
    run([...asRoot, apt, 'update', '-qq'], folder);
    run([apt, 'download', 'prometheus'], folder);
  }
  const [archive = ''] = readdirSync(folder).filter((name) => name.endsWith('.deb'));
  run(['dpkg-deb', '-x', archive, 'package'], folder);
  for (const name of ['prometheus', 'promtool'])
    run(['mv', join('package', 'usr', 'bin', name), name], folder);
  for (const name of ['package', archive]) rmSync(join(folder, name), { recursive: true });
}

/** @param {string[]} command @param {string} cwd */
function run([program = '', ...args], cwd) {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Unavailable(`Prometheus could not be obtained:\n${stdout}${stderr}`);
}

/**
 * Reads the pages every second.
 *
 * @param {Programs} programs
 * @param {string} folder for its data and log
 * @param {readonly string[]} targets addresses: `127.0.0.1:9464`
 * @param {string} [rules] the file with the alerts
 */
export async function startPrometheus({ prometheus }, folder, targets, rules) {
  mkdirSync(folder, { recursive: true });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const config = join(folder, 'prometheus.json'); // JSON is YAML
  writeFileSync(
    config,
    JSON.stringify({
      global: { scrape_interval: '1s', evaluation_interval: '1s' },
      rule_files: rules ? [rules] : [],
      scrape_configs: [{ job_name: 'corridor', static_configs: [{ targets }] }],
    }),
  );
  const program = await launch({
    name: 'prometheus',
    command: prometheus,
    args: [
      `--config.file=${config}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--enable-feature=exemplar-storage',
    ],
    cwd: folder,
    output: { file: join(folder, 'prometheus.log') },
  });
  await whenReady(program, () =>
    fetch(`${url}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  /** @param {string} path of its API */
  const data = async (path) => {
    const response = await fetch(`${url}/api/v1/${path}`);
    const { status, error, data: found } = /** @type {any} */ (await response.json());
    if (status !== 'success') throw new Error(`${path}: ${error}`);
    return found;
  };
  return {
    url,
    stop: () => program.stop(),
    /**
     * The value of an expression now.
     * @param {string} expression
     * @returns {Promise<{ labels: Record<string, string>, value: number }[]>}
     */
    async query(expression) {
      const { resultType, result } = await data(`query?query=${encodeURIComponent(expression)}`);
      const found = resultType === 'scalar' ? [{ metric: {}, value: result }] : result;
      return found.map((/** @type {{ metric: Record<string, string>, value: [number, string] }} */ one) => ({
        labels: one.metric,
        value: Number(one.value[1]),
      }));
    },
    /**
     * The traces of the examples that an expression has had.
     * @param {string} expression
     * @returns {Promise<string[]>}
     */
    async traces(expression) {
      const found = await data(
        `query_exemplars?query=${encodeURIComponent(expression)}&start=0&end=${Date.now() / 1000}`,
      );
      return found.flatMap(
        (/** @type {{ exemplars: { labels: Record<string, string> }[] }} */ { exemplars }) =>
          exemplars.map(({ labels }) => labels['trace_id']),
      );
    },
  };
}
