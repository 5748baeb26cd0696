import { startTracing } from '@corridor/tracing';
import type { Logger } from 'pino';
import type { PlatformSettings } from './settings/platform-settings.js';

/**
 * Exports the traces of a process if a collector is set. No request waits for it, and what it does not take is lost.
 * @param service of steps that name none
 * @returns ends it
 */
export function exportTraces(
  { tracesEndpoint: endpoint, tracesHeaders: headers, tracesRatio: ratio }: PlatformSettings,
  service: string,
  log: Logger,
): () => Promise<void> {
  if (endpoint === null) return async () => undefined;
  const onHealth = (error: Error | null) =>
    error
      ? log.warn({ reason: error.message }, 'traces are lost: the collector does not take them')
      : log.warn('the collector takes traces again');
  return startTracing({ endpoint, headers: headers ?? {}, ratio, service, onHealth });
}
