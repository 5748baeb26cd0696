import { Logger } from '@nestjs/common';
import type { Gauge } from 'prom-client';

/** What a metric is. */
export interface Declared {
  readonly help: string;
  /** Beside `service`. */
  readonly labels?: readonly string[];
  /** Of a gauge, for several processes that share a port: the greatest value by default. */
  readonly together?: 'max' | 'sum';
}

/** A value for a set of labels. */
export type Labelled = { readonly value: number } & Readonly<Record<string, string | number>>;
/** Of a gauge: a value, or one for each set of labels; null if there is none. */
export type Reading = number | null | readonly Labelled[];

/** How long values are used again: several scrapers cost no more than one. */
const KNOWN_MS = 4_000;
/** More than a health check may take, and less than a scrape, which is 10 s. */
const TIMEOUT_MS = 2_500;

/**
 * Reads gauges that belong together. If that fails or does not end in time, they are left out, because old values would look like
 * current ones, and `gauges_failed` says so. It never throws.
 */
export class GaugeReader {
  private readonly log = new Logger('metrics');
  private readAt = -Infinity;
  private underWay: Promise<void> | null = null;
  private shown: [Gauge, Record<string, string>][] = [];
  private isFailing = false;

  constructor(
    private readonly labels: { readonly service: string; readonly group: string },
    private readonly gauges: ReadonlyMap<string, Gauge>,
    private readonly readings: () => Promise<Readonly<Record<string, Reading>>>,
    private readonly failed: Gauge,
  ) {}

  /** What does not end in time goes on, and is not begun again meanwhile. */
  async read(): Promise<void> {
    if (performance.now() - this.readAt < KNOWN_MS) return;
    this.underWay ??= this.readNow().finally(() => (this.underWay = null));
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(() => {
        this.fail(new Error(`not read within ${TIMEOUT_MS / 1000} s`));
        resolve();
      }, TIMEOUT_MS);
    });
    await Promise.race([this.underWay, late]);
    clearTimeout(timer);
  }

  private async readNow(): Promise<void> {
    try {
      const readings = await this.readings();
      this.leaveOut();
      for (const [name, gauge] of this.gauges) this.show(gauge, readings[name] ?? []);
      this.readAt = performance.now();
      this.failed.set(this.labels, 0);
      this.isFailing = false;
    } catch (error) {
      this.fail(error);
    }
  }

  private show(gauge: Gauge, reading: number | readonly Labelled[]): void {
    for (const { value, ...more } of typeof reading === 'number' ? [{ value: reading }] : reading) {
      const labels = { service: this.labels.service, ...(more as Record<string, string>) };
      gauge.set(labels, value);
      this.shown.push([gauge, labels]);
    }
  }

  private leaveOut(): void {
    for (const [gauge, labels] of this.shown.splice(0)) gauge.remove(labels);
  }

  private fail(error: unknown): void {
    this.leaveOut();
    this.failed.set(this.labels, 1);
    if (!this.isFailing) this.log.warn(`${this.labels.service} ${this.labels.group}: ${String(error)}`);
    this.isFailing = true;
  }
}
