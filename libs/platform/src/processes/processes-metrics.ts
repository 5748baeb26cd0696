import cluster, { type Worker } from 'node:cluster';
import { Injectable } from '@nestjs/common';
import type { MetricObject } from 'prom-client';
import { type Format, metricsOf, pageOfAll } from '../metrics/metrics-page.js';
import { Metrics } from '../metrics/metrics.js';

/** The first process asks each of the others. */
interface Request {
  readonly metricsFor: number;
  /** Whether it reads what one of them reads for all. */
  readonly withShared: boolean;
}

interface Response {
  readonly metricsOf: number;
  readonly metrics: readonly MetricObject[];
}

/** How long it waits for one that does not respond, or has just begun: the others are shown without it. */
const TIMEOUT_MS = 4_000;

/** Tells the first process the metrics of this one. */
@Injectable()
export class ProcessMetrics {
  constructor(metrics: Metrics) {
    if (!cluster.isWorker) return;
    process.on('message', (message) => {
      if (isRequest(message)) void this.respond(metrics, message);
    });
  }

  private async respond(metrics: Metrics, { metricsFor, withShared }: Request): Promise<void> {
    const own = await metricsOf(metrics, withShared);
    process.send?.({ metricsOf: metricsFor, metrics: own } satisfies Response);
  }
}

/** In the first process: collects those of all. */
export class CollectedMetrics {
  private last = 0;
  private readonly waiting = new Map<number, (metrics: readonly MetricObject[]) => void>();

  constructor() {
    cluster.on('message', (_worker, message: unknown) => {
      if (isResponse(message)) this.waiting.get(message.metricsOf)?.(message.metrics);
    });
  }

  async page(format: Format): Promise<string> {
    const workers = Object.values(cluster.workers ?? {}).filter((one) => one?.isConnected()) as Worker[];
    const all = await Promise.all(workers.map((worker, i) => this.ask(worker, i === 0)));
    const own = new Metrics();
    const silent = own.gauge('processes_silent', {
      help: 'Processes that share the port and have not told their metrics',
    });
    silent.set(all.filter((one) => one === null).length);
    const told = all.flatMap((one) => (one ? [one] : []));
    return pageOfAll([...told, await own.registry.getMetricsAsJSON()], format);
  }

  private async ask(worker: Worker, withShared: boolean): Promise<readonly MetricObject[] | null> {
    const id = ++this.last;
    let timer: NodeJS.Timeout | undefined;
    const response = new Promise<readonly MetricObject[] | null>((resolve) => {
      this.waiting.set(id, resolve);
      timer = setTimeout(() => resolve(null), TIMEOUT_MS);
    });
    worker.send({ metricsFor: id, withShared } satisfies Request);
    const metrics = await response;
    clearTimeout(timer);
    this.waiting.delete(id);
    return metrics;
  }
}

const isRequest = (message: unknown): message is Request => has(message, 'metricsFor');

const isResponse = (message: unknown): message is Response => has(message, 'metricsOf');

const has = (message: unknown, key: string) =>
  typeof message === 'object' && message !== null && key in message;
