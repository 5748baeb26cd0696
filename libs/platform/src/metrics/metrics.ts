import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { type Declared, GaugeReader, type Reading } from './gauge-reader.js';

/** Of all metrics of Corridor, except those of the process. */
export const PREFIX = 'corridor_';

/** By name, without {@link PREFIX}. */
export type Gauges = Readonly<Record<string, Declared>>;
/**
 * Where gauges come from: the memory of each process, something else that each asks, or what is the same for all processes of a
 * service, which one of those that share a port asks.
 */
export type From = 'memory' | 'process' | 'database';

export type ReadingsOf<Of extends Gauges> = { readonly [Name in keyof Of]: Reading };

/**
 * The metrics of a process. Each has the label `service`. A label has a bounded number of values: never the id of a client or of a
 * record.
 */
@Injectable()
export class Metrics {
  readonly registry = new Registry();
  private readonly readers: { readonly from: From; readonly reader: GaugeReader }[] = [];
  private readonly failed = this.gauge('gauges_failed', {
    help: '1 while this group of gauges could not be read, and is left out',
    labels: ['group'],
  });

  counter(name: string, declared: Declared): Counter {
    return this.known<Counter>(name) ?? new Counter(this.described(name, declared));
  }

  /** In seconds. What is observed names its trace as an exemplar. */
  histogram(name: string, declared: Declared, buckets: readonly number[]): Histogram {
    const known = this.known<Histogram>(name);
    if (known) return known;
    const described = { ...this.described(name, declared), buckets: [...buckets], enableExemplars: true };
    const histogram = new Histogram({ ...described, registers: [] }); // it refuses a registry of the other format
    this.registry.registerMetric(histogram);
    return histogram;
  }

  gauge(name: string, declared: Declared): Gauge {
    const described = { ...this.described(name, declared), aggregator: declared.together ?? 'max' };
    return this.known<Gauge>(name) ?? new Gauge(described);
  }

  /**
   * Gauges that are read when the page is requested.
   * @param group names them where they fail: they are left out then, and the others are not
   */
  reads<const Of extends Gauges>(
    service: string,
    group: string,
    gauges: Of,
    from: From,
    read: () => ReadingsOf<Of> | Promise<ReadingsOf<Of>>,
  ): void {
    const named = new Map(Object.entries(gauges).map(([name, one]) => [name, this.gauge(name, one)]));
    const reader = new GaugeReader({ service, group }, named, async () => read(), this.failed);
    this.readers.push({ from, reader });
  }

  /** As {@link reads}; each value has its own label `service`. */
  readsOfAll<const Of extends Gauges>(
    group: string,
    gauges: Of,
    from: From,
    read: () => ReadingsOf<Of> | Promise<ReadingsOf<Of>>,
  ): void {
    this.reads('all', group, gauges, from, read);
  }

  /** Reads all gauges. It never rejects. @param withShared also those that one process reads for all */
  async read(withShared: boolean): Promise<void> {
    await this.readFrom('memory'); // before the others use the connections that are counted
    await this.readFrom('process', ...(withShared ? (['database'] as const) : []));
  }

  private async readFrom(...some: readonly From[]): Promise<void> {
    const readers = this.readers.filter(({ from }) => some.includes(from));
    await Promise.all(readers.map(({ reader }) => reader.read()));
  }

  /** Services of one process have the same metrics. */
  private known<Kind>(name: string): Kind | undefined {
    return this.registry.getSingleMetric(PREFIX + name) as Kind | undefined;
  }

  private described(name: string, { help, labels = [] }: Declared) {
    const registers = this.known(name) ? [] : [this.registry];
    return { name: PREFIX + name, help, labelNames: ['service', ...labels], registers };
  }
}
