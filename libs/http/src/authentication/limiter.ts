import cluster from 'node:cluster';
import {
  type RateLimiterAbstract,
  RateLimiterCluster,
  RateLimiterClusterMaster,
  RateLimiterMemory,
} from 'rate-limiter-flexible';

/**
 * Counts by key, at most `points` in `duration` seconds. In a process of a cluster it counts in the first process, which
 * has called {@link countForCluster}: then a limit holds for all processes together.
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
}
