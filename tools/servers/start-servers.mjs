/**
 * Postgres, Kafka and Redis together.
 *
 * Guarantees: a server with an address in the environment (DATABASE_URL, KAFKA_BROKERS, REDIS_URL) is not started; all
 * ports are free ports on 127.0.0.1, so any number of runs can share a machine; only servers that were started here are
 * stopped. Servers that cannot be installed run in containers if there is an engine; otherwise `Unavailable` says why
 * not.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { embeddedPostgres } from '../embedded-postgres.mjs';
import { hasContainerEngine, kafkaContainer, redisContainer } from './containers.mjs';
import { obtainKafka, startKafka } from './kafka.mjs';
import { claimedFolder, endLeftovers } from './leftovers.mjs';
import { obtainRedis, startRedis } from './redis.mjs';
import { Unavailable } from './unavailable.mjs';

/** Of all services, with one process each. */
const CONNECTIONS = 200;
/** Of a Postgres that was not started here. */
const EXTERNAL = { url: '', serviceUrl: '' };

/**
 * @typedef {object} Control a server that was started here can be stopped and restarted on the same port
 * @property {() => number | undefined} pid
 * @property {() => Promise<void>} kill9
 * @property {() => Promise<void>} stop
 * @property {() => Promise<void>} start
 */

/**
 * @typedef {object} Servers
 * @property {{ DATABASE_URL: string, KAFKA_BROKERS: string, REDIS_URL: string, CORRIDOR_TEST_SERVERS: string }} env
 *   CORRIDOR_TEST_SERVERS lists those that were started here
 * @property {string} serviceUrl the Postgres that was started here, for services; empty with an external one
 * @property {Omit<Control, 'pid' | 'kill9'> | null} postgres null for an external one
 * @property {Control | null} kafka null for an external one
 * @property {Control | null} redis
 * @property {() => Promise<void>} stop
 */

/** @typedef {import('./kafka.mjs').ProxiedListener} ProxiedListener */

/** @typedef {Record<string, string | undefined>} Given addresses of servers that already run */

/**
 * Downloads what the servers need, without starting any.
 * @param {Given} [given]
 * @throws {Unavailable} with all reasons
 */
export async function obtainServers(given = process.env) {
  const kafka = given['KAFKA_BROKERS'] ? undefined : obtain(obtainKafka);
  const redis = given['REDIS_URL'] ? undefined : obtain(obtainRedis);
  const missing = [kafka, redis].flatMap((found) => (found instanceof Unavailable ? [found] : []));
  if (missing.length > 0 && !(await hasContainerEngine()))
    throw new Unavailable(missing.map(({ message }) => message).join('; '));
  return {
    kafka:
      kafka instanceof Unavailable
        ? kafkaContainer
        : kafka &&
          ((/** @type {string} */ at, /** @type {readonly ProxiedListener[]} */ proxied) =>
            startKafka(kafka, at, proxied)),
    redis:
      redis instanceof Unavailable
        ? redisContainer
        : redis && ((/** @type {string} */ at) => startRedis(redis, at)),
  };
}

/**
 * @param {string} [folder] keeps the data; without it the data is not synced to disk, and deleted at the end
 * @param {Given} [given] an empty one starts new servers, which a test can stop
 * @param {readonly ProxiedListener[]} [proxied] of a Kafka that is installed here
 * @returns {Promise<Servers>}
 */
export async function startServers(folder, given = process.env, proxied = []) {
  await endLeftovers();
  const obtained = await obtainServers(given);
  const place = folder ?? (await claimedFolder());
  const { startPostgres } = await embeddedPostgres();
  const maxConnections = CONNECTIONS * Number(given['WEB_CONCURRENCY'] || 1);
  const ofPostgres = { dataDir: place, maxConnections, isSynced: folder !== undefined };
  const postgres = given['DATABASE_URL'] ? undefined : startPostgres(ofPostgres);
  const kafka = obtained.kafka && obtained.kafka(join(place, 'kafka'), proxied);
  const redis = obtained.redis && obtained.redis(join(place, 'redis'));
  const control = controlOf(postgres, (port) => startPostgres({ ...ofPostgres, port }));
  const stop = async () => {
    const started = await Promise.allSettled([kafka, redis, control]);
    for (const result of started) if (result.status === 'fulfilled') await result.value?.stop();
    if (!folder) rmSync(place, { recursive: true, force: true });
  };
  try {
    const { url, serviceUrl } = (await postgres) ?? EXTERNAL;
    const brokers = (await kafka)?.brokers ?? '';
    const redisUrl = (await redis)?.url ?? '';
    return {
      env: {
        DATABASE_URL: given['DATABASE_URL'] || url,
        KAFKA_BROKERS: given['KAFKA_BROKERS'] || brokers,
        REDIS_URL: given['REDIS_URL'] || redisUrl,
        CORRIDOR_TEST_SERVERS: [url, brokers, redisUrl].filter(Boolean).join(' '),
      },
      serviceUrl,
      postgres: await control,
      kafka: (await kafka) ?? null,
      redis: (await redis) ?? null,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** @typedef {Promise<import('@corridor/embedded-postgres').EmbeddedPostgres>} Starting */

/** @param {Starting | undefined} first none for an external one @param {(port: number) => Starting} startOn */
async function controlOf(first, startOn) {
  if (!first) return null;
  let running = await first;
  const { port } = running;
  return {
    stop: () => running.stop(),
    /** On the same port, with the same data. */
    start: async () => void (running = await startOn(port)),
  };
}

/** @template Found @param {() => Found} find @returns {Found | Unavailable} */
function obtain(find) {
  try {
    return find();
  } catch (error) {
    if (error instanceof Unavailable) return error;
    throw error;
  }
}
