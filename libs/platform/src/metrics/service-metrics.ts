import { Semaphore, type Sql } from '@corridor/event-store';
import type { Declared } from './gauge-reader.js';
import type { Gauges, Metrics, ReadingsOf } from './metrics.js';

/** Statements of a scrape at the same time. One that waits for a lock does not keep the others from being read. */
const AT_ONCE = 2;

/** Where a service adds its metrics, as it adds its health checks to `Readiness`. Each gets the label `service`. */
export class ServiceMetrics {
  private readonly turns = new Semaphore(AT_ONCE);

  constructor(
    readonly service: string,
    private readonly metrics: Metrics,
    /** Its read-only connections: no command waits for a scrape. */
    private readonly sql: Sql,
  ) {}

  /**
   * Gauges of the database, read with one statement when the page is requested.
   * @param group names them where they fail
   */
  reads<const Of extends Gauges>(
    group: string,
    gauges: Of,
    read: (sql: Sql) => Promise<ReadingsOf<Of>>,
  ): void {
    this.metrics.reads(this.service, group, gauges, 'database', () => this.turns.run(() => read(this.sql)));
  }

  /** Gauges that each process asks for, elsewhere. */
  asks<const Of extends Gauges>(group: string, gauges: Of, read: () => Promise<ReadingsOf<Of>>): void {
    this.metrics.reads(this.service, group, gauges, 'process', read);
  }

  /** Gauges that each process has in memory. */
  knows<const Of extends Gauges>(group: string, gauges: Of, read: () => ReadingsOf<Of>): void {
    this.metrics.reads(this.service, group, gauges, 'memory', read);
  }

  /** @returns adds to it */
  counts(name: string, declared: Declared): (labels?: Readonly<Record<string, string>>, by?: number) => void {
    const counter = this.metrics.counter(name, declared);
    return (labels = {}, by = 1) => counter.inc({ ...labels, service: this.service }, by);
  }
}
