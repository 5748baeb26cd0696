import cluster from 'node:cluster';
import { type Refusal, refuse } from '@corridor/kernel';
import type { FastifyReply } from 'fastify';
import {
  type RateLimiterAbstract,
  RateLimiterCluster,
  RateLimiterClusterMaster,
  RateLimiterMemory,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { countWindowsForCluster, windowsOfCluster } from './cluster-windows.js';
import { type Use, Windows } from './windows.js';

/** Counts one request of a client. In a process of a cluster the first process counts, and a promise waits for it. */
export type Counting = (client: string) => Use | Promise<Use>;

/** A window of a client begins with its first request. */
export function countingIn(windowSeconds: number): Counting {
  const windowMs = windowSeconds * 1000;
  const windows = cluster.isWorker ? windowsOfCluster(windowMs) : new Windows(windowMs);
  return (client) => windows.count(client);
}

/**
 * Counts by key, at most `points` in `duration` seconds. In a process of a cluster it counts in the first process, which
 * has called {@link countForCluster}: then a limit holds for all processes together. For what is rare: each key counted is
 * a message to the first process.
 * @param keyPrefix names the limiter
 */
export function limiterOf(
  keyPrefix: string,
  limit: { readonly points: number; readonly duration: number },
): RateLimiterAbstract {
  return cluster.isWorker ? new RateLimiterCluster({ keyPrefix, ...limit }) : new RateLimiterMemory(limit);
}

/**
 * Takes a point of a key.
 * @param customDuration seconds, instead of those of the limiter, if this begins the count
 */
export async function take(limiter: RateLimiterAbstract, key: string, customDuration?: number): Promise<Use> {
  const used = await limiter
    .consume(key, 1, customDuration === undefined ? {} : { customDuration })
    .catch((refused: unknown) => refused);
  if (!(used instanceof RateLimiterRes)) throw used;
  return { count: used.consumedPoints, msLeft: used.msBeforeNext };
}

/** The refusal of a request that exceeds a limit. @param msLeft until it can be repeated */
export function rateLimited(reply: FastifyReply, msLeft: number, detail?: string): Refusal {
  reply.header('retry-after', String(Math.max(1, Math.ceil(msLeft / 1000))));
  return refuse('rate_limited', detail);
}

/** Counts in this process for the others of its cluster. */
export function countForCluster(): void {
  new RateLimiterClusterMaster();
  countWindowsForCluster();
}
