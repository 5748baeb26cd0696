import { type Reachability, directUrl, isToldAsAway, outlivesConnections } from '@corridor/event-store';
import { type PlatformSettings, databaseName } from '@corridor/platform';
import { Logger } from '@nestjs/common';
import {
  type BackendFactory,
  type ConnectionOptions,
  type IQueueBackend,
  type PostgresConnectionOptions,
  type QueueOptions,
  createPostgresBackend,
  createRedisBackend,
} from 'bullmq';
import { Redis, type RedisOptions } from 'ioredis';
import pg from 'pg';
import { bullQueue } from './bull-queue.js';
import { BULL_SCHEMA, migrateBull } from './bull-schema.js';
import type { DeliveryTrigger } from './delivery-trigger.js';
import { QueuedDeliveryTrigger } from './queued-delivery-trigger.js';

/** What BullMQ runs on. */
export interface BullConnection<Connection> {
  readonly queueOptions: QueueOptions<Connection>;
  readonly workerOptions: QueueOptions<Connection>;
  readonly backend: BackendFactory<IQueueBackend, Connection>;
  /** Rejects where the server does not respond. */
  ping(): Promise<unknown>;
  /** Ends the connections, after queue and worker. */
  disconnect(): Promise<void>;
}

type OnError = (error: unknown) => void;

/** Redis where there is one, for many dispatchers; otherwise the service's own database. */
export function deliveryTrigger(
  { databaseUrl, databaseDirectUrl, redisUrl, redisCa: ca, topicPrefix }: PlatformSettings,
  service: string,
  reachability: Pick<Reachability, 'note'>,
): DeliveryTrigger {
  const log = new Logger('DeliveryTrigger');
  const onError = (error: unknown) => log.warn(`will retry: ${messageOf(error)}`);
  if (redisUrl === null) {
    const database = new URL(directUrl(databaseUrl, databaseDirectUrl));
    database.pathname = `/${databaseName(service)}`;
    return postgresTrigger(database.href, (error) => {
      reachability.note(error);
      if (!isToldAsAway(error)) onError(error);
    });
  }
  const onEvicting = (error: Error) => {
    log.error(error);
    process.exit(1);
  };
  return redisTrigger({ url: redisUrl, ca, prefix: topicPrefix, onError, onEvicting });
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message || error.name : String(error));

/** One connection listens while the worker runs; the others add, fetch and finish jobs. */
const CONNECTIONS = 4;

/** Triggers in the service's own database: nothing to install, and no additional server that can fail. */
export const postgresTrigger = (databaseUrl: string, onError: OnError, timeoutMs?: number) =>
  new QueuedDeliveryTrigger(
    async (onDue) => bullQueue(await connectPostgres(databaseUrl, onError), onDue, onError),
    onError,
    timeoutMs,
  );

/** BullMQ and its migrations take clients without listening to them: one whose backend ends then must not end the process. */
export function bullPool(databaseUrl: string, onError: OnError): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: CONNECTIONS,
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    // The sweep replaces a trigger that is lost in a power failure, so it need not wait for the disk.
    options: `-c search_path=${BULL_SCHEMA} -c synchronous_commit=off`,
    application_name: 'corridor webhook triggers',
  });
  outlivesConnections(pool);
  pool.on('error', onError);
  return pool;
}

async function connectPostgres(
  databaseUrl: string,
  onError: OnError,
): Promise<BullConnection<PostgresConnectionOptions>> {
  const connection = bullPool(databaseUrl, onError);
  await migrateIfOwner(connection);
  return {
    queueOptions: { connection },
    workerOptions: { connection },
    backend: createPostgresBackend,
    ping: () => connection.query('SELECT 1'),
    disconnect: () => connection.end(),
  };
}

/** For another user than the owner, the schema was prepared with the database. */
async function migrateIfOwner(connection: pg.Pool): Promise<void> {
  const client = await connection.connect();
  try {
    const { rows } = await client.query<{ may: boolean }>(
      `SELECT has_database_privilege(current_database(), 'CREATE') AS may`,
    );
    if (rows[0]?.may) await migrateBull(client);
  } finally {
    client.release();
  }
}

/** How long the start waits for a Redis that does not respond; the sweep delivers without it. */
const START_TIMEOUT_MS = 3_000;

const CONNECTION: RedisOptions = {
  maxRetriesPerRequest: null,
  retryStrategy: (attempt) => Math.min(attempt * 100, 1_000),
};

/** A Redis with eviction silently loses delayed jobs when it is full. */
export class EvictingRedis extends Error {
  constructor(policy: string) {
    super(
      `Redis has maxmemory-policy ${policy}. Set it to noeviction: otherwise it forgets jobs when it is full.`,
    );
  }
}

export interface RedisTriggerOptions {
  readonly url: string;
  /** With `rediss://`: the certificates (PEM) of the authorities; those of Node.js without any. */
  readonly ca?: string | null;
  /** Begins the names of the keys, so that installations can share a Redis. */
  readonly prefix: string;
  readonly onError: OnError;
  /** A Redis that was unavailable at the start, or was replaced since, uses eviction. */
  readonly onEvicting: (error: EvictingRedis) => void;
  /** How long the queue may take to accept a trigger. */
  readonly timeoutMs?: number;
}

/** Triggers for any number of dispatchers. */
export const redisTrigger = (options: RedisTriggerOptions) =>
  new QueuedDeliveryTrigger(
    async (onDue) => bullQueue(await connectRedis(options), onDue, options.onError),
    options.onError,
    options.timeoutMs,
  );

async function connectRedis(options: RedisTriggerOptions): Promise<BullConnection<ConnectionOptions>> {
  const { prefix, onError, onEvicting } = options;
  // Producers fail at once while Redis is away; the worker waits for it.
  const producer = connectTo(options, { ...CONNECTION, enableOfflineQueue: false });
  const consumer = connectTo(options, CONNECTION);
  for (const redis of [producer, consumer]) redis.on('error', onError);
  const disconnect = async () => [producer, consumer].forEach((redis) => redis.disconnect());
  try {
    await refuseEviction(producer, onEvicting);
  } catch (error) {
    await disconnect();
    throw error;
  }
  return {
    queueOptions: { connection: producer, prefix, skipWaitingForReady: true, skipVersionCheck: true },
    workerOptions: { connection: consumer, prefix },
    backend: createRedisBackend,
    ping: () => producer.ping(),
    disconnect,
  };
}

/** For `rediss://`, ioredis would ignore further options of TLS. */
const connectTo = ({ url, ca }: RedisTriggerOptions, options: RedisOptions): Redis =>
  ca ? new Redis(url.replace(/^rediss:/, 'redis:'), { ...options, tls: { ca } }) : new Redis(url, options);

/**
 * Resolves when the server is known not to evict, or does not respond for a while. Each later connection is checked too.
 * @throws EvictingRedis
 */
function refuseEviction(redis: Redis, onEvicting: (error: EvictingRedis) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    let isOpen = false;
    const open = () => {
      isOpen = true;
      resolve();
    };
    setTimeout(open, START_TIMEOUT_MS).unref();
    redis.on('ready', () => {
      policyOf(redis).then(
        (policy) => {
          if (policy === 'noeviction') return open();
          const error = new EvictingRedis(policy);
          if (isOpen) onEvicting(error);
          else reject(error);
        },
        (error: unknown) => {
          if (!isOpen) reject(error as Error);
        },
      );
    });
  });
}

async function policyOf(redis: Redis): Promise<string> {
  const [, policy = 'unknown'] = /^maxmemory_policy:(\S+)/m.exec(await redis.info('memory')) ?? [];
  return policy;
}
