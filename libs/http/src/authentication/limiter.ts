import cluster from 'node:cluster';
import {
  type RateLimiterAbstract,
  RateLimiterCluster,
  RateLimiterClusterMaster,
  RateLimiterMemory,
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

/** Counts in this process for the others of its cluster. */
export function countForCluster(): void {
  new RateLimiterClusterMaster();
  countWindowsForCluster();
}
