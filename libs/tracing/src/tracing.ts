import { TraceFlags, type Tracer } from '@opentelemetry/api';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  type SpanProcessor,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { type ExportOptions, otlpExporter } from './otlp-exporter.js';

export interface TracingOptions extends ExportOptions {
  /** The share of traces that is exported, 0 to 1. The trace id decides, so all services export the same ones. */
  readonly ratio: number;
  /** Of the process, for steps that name no service. */
  readonly service: string;
}

/** How often finished steps are sent, and how long the end of the process waits for the last ones. */
const EXPORT_EVERY_MS = 1_000;
const END_MS = 2_000;
/** Steps that wait to be sent. Further ones are dropped: tracing never delays what it tells of. */
const MOST_WAITING = 8_192;

/** The traces of a process, while they are exported. */
class Tracing {
  private readonly processor: SpanProcessor;
  private readonly tracers = new Map<string, Tracer>();

  constructor(private readonly options: TracingOptions) {
    this.processor = new BatchSpanProcessor({
      exporter: otlpExporter(options),
      scheduledDelayMillis: EXPORT_EVERY_MS,
      maxQueueSize: MOST_WAITING,
    });
  }

  of(service = this.options.service): Tracer {
    const known = this.tracers.get(service);
    if (known) return known;
    const tracer = this.providerOf(service).getTracer('corridor');
    this.tracers.set(service, tracer);
    return tracer;
  }

  async stop(): Promise<void> {
    const late = new Promise<void>((resolve) => setTimeout(resolve, END_MS).unref());
    await Promise.race([this.processor.shutdown().catch(() => undefined), late]);
  }

  /** A provider of its own for each service: a process can have several. */
  private providerOf(service: string): TracerProvider {
    return new TracerProvider({
      resource: resourceFromAttributes({ 'service.name': service, 'service.namespace': 'corridor' }),
      sampler: new TraceIdRatioBasedSampler(this.options.ratio),
      spanProcessors: [this.processor],
    });
  }
}

let tracing: Tracing | null = null;

/** Exports the traces of this process. @returns ends that, and sends what waits */
export function startTracing(options: TracingOptions): () => Promise<void> {
  const started = (tracing = new Tracing(options));
  return async () => {
    if (tracing === started) tracing = null;
    await started.stop();
  };
}

/** Whether traces are exported. */
export const isTracing = (): boolean => tracing !== null;

/** Whether the step is exported, by the flags of its W3C trace context; true as long as none is: its trace is in the timeline and in the log. */
export const isFound = (traceparent: string): boolean =>
  !isTracing() || (Number.parseInt(traceparent.slice(-2), 16) & TraceFlags.SAMPLED) !== 0;

export const tracerOf = (service?: string): Tracer | null => tracing && tracing.of(service);
