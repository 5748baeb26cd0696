import { AggregatorRegistry, type MetricObject, Registry, collectDefaultMetrics } from 'prom-client';
import type { Metrics } from './metrics.js';
import { openMetricsOf, withExemplars } from './open-metrics.js';

let ofProcess: Registry | null = null;

/** Of the Node process: memory, CPU, event loop, garbage collection. Once in a process, and not before somebody wants to know. */
function processRegistry(): Registry {
  if (!ofProcess) collectDefaultMetrics({ register: (ofProcess = new Registry()) });
  return ofProcess as Registry;
}

/** What Prometheus can read. */
export type Format = 'text' | 'OpenMetrics';

/** The page of one process. */
export async function pageOf(metrics: Metrics, format: Format): Promise<string> {
  if (format === 'OpenMetrics') return openMetricsOf(await metricsOf(metrics, true));
  await metrics.read(true);
  return Registry.merge([processRegistry(), metrics.registry]).metrics();
}

/** The metrics of one of several processes. @param withShared whether it reads what one of them reads for all */
export async function metricsOf(metrics: Metrics, withShared: boolean): Promise<MetricObject[]> {
  await metrics.read(withShared);
  return [
    ...(await processRegistry().getMetricsAsJSON()),
    ...(await metrics.registry.getMetricsAsJSON()),
  ] as unknown as MetricObject[];
}

/** The page of several processes together: counters and histograms are added up. */
export async function pageOfAll(all: readonly (readonly MetricObject[])[], format: Format): Promise<string> {
  const sums = AggregatorRegistry.aggregate(all as unknown as object[]);
  return format === 'text'
    ? sums.metrics()
    : openMetricsOf(withExemplars((await sums.getMetricsAsJSON()) as unknown as MetricObject[], all));
}
