/**
 * The distributed composition on this machine: six processes with Postgres, Kafka and Redis.
 *
 * Guarantees: when the start returns, every process is ready and the sandbox has its demo data; all listen on
 * 127.0.0.1; `stop` stops everything that the start began, gracefully, and nothing else.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePorts } from './ports.mjs';
import { launch } from './program.mjs';
import { startServers } from './servers/start-servers.mjs';
import { startService } from './service-process.mjs';

/** Creates the demo data of the sandbox through the gateway's API at CORRIDOR_URL, and prints it. */
const SEED = 'seed';
/** Prepares the databases. Of these processes, only this one knows the user who owns them. */
const MIGRATE = 'migrate';

/**
 * @param {object} [options]
 * @param {number} [options.port] of the gateway; a free one by default
 * @param {string} [options.folder] keeps the data; without it the data is deleted at the end
 * @param {import('./servers/start-servers.mjs').Servers} [options.servers] that already run, and keep running
 * @param {boolean} [options.ownServers] regardless of the environment, so that `servers.kafka` can be killed
 * @param {Record<string, string>} [options.env] for every process
 * @param {(service: string, env: Record<string, string>) => Promise<Record<string, string>>} [options.envOf] a service,
 *   if it differs: addresses of proxies
 * @param {(line: string, name: string) => void} [options.output] the log of all processes, line by line
 */
export async function startDistributed({
  port,
  folder,
  servers: running,
  ownServers = false,
  env = {},
  envOf = async (_, shared) => shared,
  output = () => undefined,
} = {}) {
  const { SERVICES, addressVariable } = await import('@corridor/services'); // built by now
  const servers = running ?? (await startServers(folder, ownServers ? {} : process.env));
  const ports = await freePorts(SERVICES.length);
  /** @type {Record<string, string>} */
  const shared = {
    ...servers.env,
    DATABASE_URL: servers.serviceUrl || servers.env.DATABASE_URL,
    DATABASE_OWNER_URL: '',
    CALLER_SECRET: process.env['CALLER_SECRET'] || keptSecret(folder, 'caller-secret'),
    WEBHOOK_SECRET_KEY: process.env['WEBHOOK_SECRET_KEY'] || keptSecret(folder, 'webhook-secret-key'),
    WEBHOOK_ALLOW_LOOPBACK: 'true',
    ...env,
  };
  SERVICES.forEach((name, i) => {
    if (name === 'gateway') ports[i] = port ?? ports[i] ?? 0;
    else shared[addressVariable(name)] = `http://127.0.0.1:${ports[i]}`;
  });
  const migrating = migrate(servers, shared, output);
  const starting = SERVICES.map(async (name, i) => {
    await migrating;
    const settings = await envOf(name, shared);
    return startService({ name, port: ports[i] ?? 0, env: settings, output: (line) => output(line, name) });
  });
  const stop = async () => {
    const settled = await Promise.allSettled(starting);
    await Promise.all(settled.map(async (start) => start.status === 'fulfilled' && start.value.stop()));
    if (!running) await servers.stop();
  };
  try {
    const processes = Object.fromEntries(
      (await Promise.all(starting)).map((process) => [process.name, process]),
    );
    const url = processes['gateway']?.url ?? '';
    await step(SEED, { ...shared, CORRIDOR_URL: url }, output);
    return { url, processes, servers, env: shared, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Stored next to the data that it encrypts. @param {string | undefined} folder @param {string} name */
function keptSecret(folder, name) {
  const file = folder && join(folder, name);
  if (file && existsSync(file)) return readFileSync(file, 'utf8');
  const key = randomBytes(32).toString('hex');
  if (file) writeFileSync(file, key, { mode: 0o600 });
  return key;
}

/**
 * Prepares the databases on a Postgres that was started here, or that has a DATABASE_OWNER_URL. On another one, the services
 * do.
 *
 * @param {import('./servers/start-servers.mjs').Servers} servers
 * @param {Record<string, string>} shared
 * @param {(line: string, name: string) => void} output
 */
async function migrate({ env, serviceUrl }, shared, output) {
  const owner = serviceUrl ? env.DATABASE_URL : process.env['DATABASE_OWNER_URL'];
  if (owner) await step(MIGRATE, { ...shared, DATABASE_OWNER_URL: owner }, output);
}

/**
 * Runs a program of apps/all-in-one until its end.
 *
 * @param {string} name
 * @param {Record<string, string>} env
 * @param {(line: string, name: string) => void} output
 */
async function step(name, env, output) {
  const program = await launch({
    name,
    command: process.execPath,
    args: [join(import.meta.dirname, '..', 'apps', 'all-in-one', 'dist', `${name}.js`)],
    env: { ...process.env, ...env },
    output: (line) => output(line, name),
  });
  if ((await program.exitCode()) !== 0) throw new Error(program.tail());
}
