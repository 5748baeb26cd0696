/** Compositions in which every connection leads through a proxy of its own, which can make the faults of a network. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SERVICES, addressVariable } from '@corridor/services';
import { startAllInOne } from '@corridor/tools/all-in-one.mjs';
import { startDistributed } from '@corridor/tools/distributed.mjs';
import { embeddedPostgres } from '@corridor/tools/embedded-postgres.mjs';
import { freePorts } from '@corridor/tools/ports.mjs';
import { startServers } from '@corridor/tools/servers/start-servers.mjs';
import { TcpProxy } from '../tcp-proxy.mjs';

/** @typedef {{ env: Record<string, string>, output: (line: string, name: string) => void }} Options */

/** The name of a link: who connects to whom. */
const linkOf = (/** @type {string} */ from, /** @type {string} */ to) => `${from} → ${to}`;

export class Links {
  /** @type {Map<string, TcpProxy>} */
  #proxies = new Map();

  names = () => [...this.#proxies.keys()];

  /** @param {string} from @param {string} to @param {number} port @returns the port to use instead */
  async through(from, to, port) {
    const proxy = await TcpProxy.start(port);
    this.#proxies.set(linkOf(from, to), proxy);
    return proxy.port;
  }

  /** @param {string} from @param {string} to @param {string} [url] */
  async throughUrl(from, to, url) {
    const address = new URL(url ?? '');
    address.port = String(await this.through(from, to, Number(address.port)));
    return address.href.replace(/\/$/, '');
  }

  /** @param {string} link */
  at(link) {
    const proxy = this.#proxies.get(link);
    if (!proxy) throw new Error(`there is no ${link}, but ${this.names()}`);
    return proxy;
  }

  healAll() {
    for (const proxy of this.#proxies.values()) proxy.heal();
  }

  async close() {
    await Promise.all([...this.#proxies.values()].map((proxy) => proxy.close()));
  }
}

/** @param {Links} links @param {Options} options */
export async function proxiedDistributed(links, { env, output }) {
  const ports = await freePorts(SERVICES.length);
  const listeners = await Promise.all(
    ports.map(async (port, i) => ({
      port,
      advertisedPort: await links.through(SERVICES[i] ?? '', 'kafka', port),
    })),
  );
  const servers = await startServers(undefined, {}, listeners);
  /** @param {string} service @param {Record<string, string>} shared */
  const envOf = async (service, shared) => ({
    ...shared,
    DATABASE_URL: await links.throughUrl(service, 'postgres', shared['DATABASE_URL']),
    KAFKA_BROKERS: `127.0.0.1:${listeners[SERVICES.findIndex((name) => name === service)]?.advertisedPort}`,
    ...(service === 'gateway' && (await addresses(links, shared))),
    ...(service === 'webhook-dispatcher' && {
      REDIS_URL: await links.throughUrl(service, 'redis', shared['REDIS_URL']),
    }),
  });
  try {
    const system = await startDistributed({ servers, env, envOf, output });
    const url = await links.throughUrl('clients', 'gateway', system.url);
    const stop = () => system.stop().finally(servers.stop);
    return { ...system, url, stop };
  } catch (error) {
    await servers.stop();
    throw error;
  }
}

/** Of the other services, for the gateway. @param {Links} links @param {Record<string, string>} shared */
async function addresses(links, shared) {
  const others = SERVICES.filter((name) => name !== 'gateway').map(async (name) => {
    const variable = addressVariable(name);
    return [variable, await links.throughUrl('gateway', name, shared[variable])];
  });
  return Object.fromEntries(await Promise.all(others));
}

/** With a Postgres beside it, because its own has no address of its choice. @param {Links} links @param {Options} options */
export async function proxiedAllInOne(links, { env, output }) {
  const dataDir = mkdtempSync(join(tmpdir(), 'corridor-chaos-'));
  chmodSync(dataDir, 0o755); // Postgres may run as another user
  const { startPostgres } = await embeddedPostgres();
  const postgres = await startPostgres({ dataDir, maxConnections: 200 });
  const end = async () => {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const program = await startAllInOne({
      dataDir,
      env: {
        ...env,
        DATABASE_URL: await links.throughUrl('all-in-one', 'postgres', postgres.serviceUrl),
        DATABASE_OWNER_URL: postgres.url,
      },
      output: (line) => output(line, 'all-in-one'),
    });
    return {
      url: await links.throughUrl('clients', 'all-in-one', program.url),
      processes: { 'all-in-one': program },
      servers: {
        env: { DATABASE_URL: postgres.url, KAFKA_BROKERS: '', REDIS_URL: '' },
        serviceUrl: postgres.serviceUrl,
        postgres: null,
        kafka: null,
        redis: null,
      },
      env,
      stop: () => program.stop().finally(end),
    };
  } catch (error) {
    await end();
    throw error;
  }
}
