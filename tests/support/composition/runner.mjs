/**
 * A composition on its own servers, controlled by a test: commands are JSON lines on stdin; responses and unexpected
 * events are JSON lines on stdout.
 *
 * Guarantees: a process that ends unexpectedly is reported and restarted, as by an orchestrator; when stdin closes,
 * because the test has ended or was killed, everything that was started here is stopped.
 *
 *   node runner.mjs <log file> <options, as JSON: see composition.ts>
 */
import { createWriteStream, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { addressVariable } from '@corridor/services';
import { startDistributed } from '@corridor/tools/distributed.mjs';
import { freePort } from '@corridor/tools/ports.mjs';
import { startService } from '@corridor/tools/service-process.mjs';
import { balanced } from './balanced.mjs';
import { Links, proxiedAllInOne, proxiedDistributed } from './links.mjs';

/** @typedef {import('@corridor/tools/service-process.mjs').ServiceProcess} ServiceProcess */

const logFile = process.argv[2] ?? '';
mkdirSync(dirname(logFile), { recursive: true });
const log = createWriteStream(logFile);
const output = (/** @type {string} */ line, /** @type {string} */ name) =>
  void log.write(`${new Date().toISOString().slice(11, 23)} ${name.padEnd(18)} | ${line}\n`);
const send = (/** @type {object} */ message) => void process.stdout.write(`${JSON.stringify(message)}\n`);

let ending = false;
/** What has to be stopped in addition to the composition. @type {(() => Promise<void>)[]} */
const more = [];
const lines = createInterface({ input: process.stdin });
const { kind, settings, folder } = JSON.parse(process.argv[3] ?? '');
const env = { RATE_LIMIT_PER_SECOND: '100000', RATE_LIMIT_BURST: '100000', ...settings };
const links = new Links();
const kinds = {
  distributed: () => startDistributed({ ownServers: true, folder, env, output }),
  'proxied distributed': () => proxiedDistributed(links, { env, output }),
  'proxied all-in-one': () => proxiedAllInOne(links, { env, output }),
};
const starting = kinds[/** @type {keyof typeof kinds} */ (kind)]();
lines.once('close', async () => {
  ending = true;
  try {
    const system = await starting;
    links.healAll();
    await Promise.allSettled(more.map((end) => end()));
    await system.stop();
    await links.close();
  } finally {
    log.end(() => process.exit());
  }
});
const system = await starting;

/** @type {Record<string, ServiceProcess>} */
const processes = { ...system.processes };
/** Processes that the test ends on purpose. @type {Set<string>} */
const stopped = new Set();
/** A process is not started twice at once: after an unexpected end, and by a test. @type {Map<string, Promise<void>>} */
const restarts = new Map();
const RETRY_MS = 1_000;

const commands = {
  /** Like a power failure. @param {string} name */
  async kill9(name) {
    stopped.add(name);
    output('kill -9', name);
    await named(name).kill9();
  },

  /** In order. @param {string} name */
  async stop(name) {
    stopped.add(name);
    await named(name).stop();
    output('has stopped', name);
  },

  /** @param {string} name */
  async restart(name) {
    const restart = (restarts.get(name) ?? Promise.resolve()).then(() => restartNow(name));
    restarts.set(
      name,
      restart.catch(() => undefined),
    );
    await restart;
  },

  /** What processes get that are started from now on. @param {string} name @param {string} value */
  async set(name, value) {
    system.env[name] = value;
  },

  /** A second process beside the first, `ledger 2` beside `ledger`; the gateway's requests go to both. @param {string} name */
  async replicate(name) {
    const second = `${name} 2`;
    const port = await freePort();
    const started = await startService({
      name,
      port,
      env: system.env,
      output: (line) => output(line, second),
    });
    processes[second] = started;
    watch(second);
    const address = await balanced([portOf(named(name)), port]);
    more.push(started.stop, address.close);
    system.env[addressVariable(/** @type {import('@corridor/services').ServiceName} */ (name))] = address.url;
    await commands.restart('gateway');
  },

  async stopPostgres() {
    output('is stopped', 'postgres');
    await system.servers.postgres?.stop();
  },

  /** On the same port, with the same data. */
  async startPostgres() {
    await system.servers.postgres?.start();
    output('is ready again', 'postgres');
  },

  async killKafka() {
    output('kill -9', 'kafka');
    await system.servers.kafka?.kill9();
  },

  /** On the same port, with the same data. */
  async startKafka() {
    await system.servers.kafka?.start();
    output('is ready again', 'kafka');
  },

  async killRedis() {
    output('kill -9', 'redis');
    await system.servers.redis?.kill9();
  },

  /** On the same port, empty. */
  async startRedis() {
    await system.servers.redis?.start();
    output('is ready again', 'redis');
  },

  /** Stops it without ending it. @param {string} name of a process or server */
  async freeze(name) {
    output('SIGSTOP', name);
    process.kill(pidOf(name), 'SIGSTOP');
  },

  /** @param {string} name */
  async thaw(name) {
    process.kill(pidOf(name), 'SIGCONT');
    output('SIGCONT', name);
  },

  /** @param {string} link @param {import('../tcp-proxy.mjs').NetworkFault} fault @param {string} of */
  async disturb(link, fault, of) {
    output(`${link}: ${fault}`, 'network');
    links.at(link).make(fault, of);
  },

  /** @param {string} link */
  async heal(link) {
    links.at(link).heal();
    output(`${link} is healed`, 'network');
  },
};

/** @param {string} name */
function pidOf(name) {
  const server = name === 'kafka' || name === 'redis' ? system.servers[name] : null;
  return server?.pid() ?? named(name).pid;
}

/** @param {string} name */
function named(name) {
  const found = processes[name];
  if (!found) throw new Error(`there is no ${name}`);
  return found;
}

/** @param {ServiceProcess} process */
const portOf = ({ url }) => Number(new URL(url).port);

/** @param {string} name */
async function restartNow(name) {
  stopped.add(name);
  await named(name).restart();
  output('is ready again', name);
  stopped.delete(name);
  watch(name);
}

/** @param {string} name */
function watch(name) {
  void named(name)
    .exitCode()
    .then(async (exitCode) => {
      if (ending || stopped.has(name)) return;
      output(`ended unexpectedly with exit code ${exitCode}`, name);
      send({ ended: name, exitCode, tail: named(name).tail() });
      await restartAtLast(name);
    });
}

/** What it needs may be away. @param {string} name */
async function restartAtLast(name) {
  while (!ending) {
    try {
      return await commands.restart(name);
    } catch (error) {
      output(String(error), name);
      await sleep(RETRY_MS);
    }
  }
}

Object.keys(processes).forEach(watch);
lines.on('line', async (line) => {
  const { id, command, args } = JSON.parse(line);
  try {
    const act = /** @type {(...args: unknown[]) => Promise<void>} */ (
      commands[/** @type {keyof typeof commands} */ (command)]
    );
    await act(...args);
    send({ id });
  } catch (error) {
    send({ id, error: String(error) });
  }
});
send({
  url: system.url,
  env: { ...system.env, ...system.servers.env },
  links: links.names(),
  processUrls: Object.values(processes).map(({ url }) => url),
  metricsUrls: Object.fromEntries(
    Object.entries(processes).map(([name, { metricsUrl }]) => [name, metricsUrl]),
  ),
});
