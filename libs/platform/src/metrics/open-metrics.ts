import { type Metric, type MetricObject, type OpenMetricsContentType, Registry } from 'prom-client';

/** A metric with its values, as a registry tells them; values of histograms have exemplars. */
interface Collected extends MetricObject {
  readonly values: readonly {
    readonly metricName?: string;
    readonly labels: object;
    readonly exemplar?: Exemplar | null;
  }[];
}

interface Exemplar {
  readonly timestamp: number;
}

/**
 * A page in the format OpenMetrics, which alone can have exemplars. Of copies: a registry renames its counters when it writes this format, and they
 * would have the new name on the next page of the other one.
 */
export function openMetricsOf(metrics: readonly MetricObject[]): Promise<string> {
  const registry = new Registry<OpenMetricsContentType>();
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  for (const metric of metrics) {
    const copy = { ...metric, get: async () => copy };
    registry.registerMetric(copy as unknown as Metric);
  }
  return registry.metrics();
}

/** The newest exemplar of each bucket: they are lost where metrics of several processes are added up. */
export function withExemplars(
  sums: readonly MetricObject[],
  all: readonly (readonly MetricObject[])[],
): MetricObject[] {
  const newest = new Map<string, Exemplar>();
  for (const { values } of all.flat() as Collected[])
    for (const value of values) {
      const { exemplar } = value;
      const known = newest.get(keyOf(value));
      if (exemplar && (!known || exemplar.timestamp > known.timestamp)) newest.set(keyOf(value), exemplar);
    }
  return (sums as Collected[]).map((sum) => ({
    ...sum,
    values: sum.values.map((value) => ({ ...value, exemplar: newest.get(keyOf(value)) })),
  }));
}

const keyOf = ({ metricName, labels }: Collected['values'][number]) =>
  `${metricName} ${JSON.stringify(labels)}`;
