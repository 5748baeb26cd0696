import { Queue, Worker } from 'bullmq';
import { Redis, type RedisOptions } from 'ioredis';
import { BullWakeUp, JOB_OPTIONS, type OpenQueue, QUEUE, WORKER_OPTIONS } from './bull-wake-up.js';

/** How long the start waits for a Redis that does not answer; the sweep delivers without it. */
const START_PATIENCE_MS = 3_000;

const CONNECTION: RedisOptions = {
  maxRetriesPerRequest: null,
  retryStrategy: (attempt) => Math.min(attempt * 100, 1_000),
};

/** A Redis that may throw keys away when it is full loses delayed jobs without a word. */
export class EvictingRedis extends Error {
  constructor(policy: string) {
    super(
      `Redis has maxmemory-policy ${policy}. Set it to noeviction: otherwise it forgets jobs when it is full.`,
    );
  }
}

export interface RedisWakeUpOptions {
  readonly url: string;
  /** Begins the names of the keys, so that installations can share a Redis. */
  readonly prefix: string;
  readonly onError: (error: unknown) => void;
  /** A Redis that was away at the start, or is another one since, turns out to evict. */
  readonly onEvicting: (error: EvictingRedis) => void;
}

/** Wake-ups for any number of dispatchers. */
export const redisWakeUp = (options: RedisWakeUpOptions) =>
  new BullWakeUp(() => open(options), options.onError);

async function open({ url, prefix, onError, onEvicting }: RedisWakeUpOptions): Promise<OpenQueue> {
  // Producers fail at once while Redis is away; the worker waits for it.
  const producer = new Redis(url, { ...CONNECTION, enableOfflineQueue: false });
  const consumer = new Redis(url, CONNECTION);
  for (const redis of [producer, consumer]) redis.on('error', onError);
  let isOpen = false;
  const firstCheck = new Promise<void>((resolve, reject) => {
    setTimeout(resolve, START_PATIENCE_MS).unref();
    producer.on('ready', () => {
      refuseEviction(producer).then(resolve, (error: unknown) => {
        if (isOpen && error instanceof EvictingRedis) onEvicting(error);
        else reject(error as Error);
      });
    });
  });
  const disconnect = () => [producer, consumer].forEach((redis) => redis.disconnect());
  try {
    await firstCheck;
    isOpen = true;
  } catch (error) {
    disconnect();
    throw error;
  }
  const queue = new Queue(QUEUE, {
    connection: producer,
    prefix,
    defaultJobOptions: JOB_OPTIONS,
    skipWaitingForReady: true,
    skipVersionCheck: true,
  });
  return {
    queue,
    work: (handle) => new Worker(QUEUE, handle, { connection: consumer, prefix, ...WORKER_OPTIONS }),
    close: () => Promise.resolve(disconnect()),
  };
}

async function refuseEviction(redis: Redis): Promise<void> {
  const [, policy = 'unknown'] = /^maxmemory_policy:(\S+)/m.exec(await redis.info('memory')) ?? [];
  if (policy !== 'noeviction') throw new EvictingRedis(policy);
}
