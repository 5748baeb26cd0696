import { type Attributes, type Span as Recorded, SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { parentOf, traceparentOf } from './trace-context.js';
import { tracerOf } from './tracing.js';

/** What a step is to its neighbours: it serves or sends a request, sends or handles a message, or is a step within a service. */
export type Kind = 'SERVER' | 'CLIENT' | 'PRODUCER' | 'CONSUMER' | 'INTERNAL';

export interface Step {
  /** The service; of a process with several, that which has its port by default. */
  readonly service?: string;
  readonly name: string;
  readonly kind: Kind;
  /** W3C trace context of the step that has caused it; null if there is none. */
  readonly parent: string | null;
  readonly attributes?: Attributes;
}

/** A step of a trace, from its beginning to its end. */
export class Span {
  /** W3C trace context, for what it causes. */
  readonly traceparent: string;

  constructor(private readonly recorded: Recorded) {
    this.traceparent = traceparentOf(recorded.spanContext());
  }

  rename(name: string): void {
    this.recorded.updateName(name);
  }

  /** @param failure a short reason, without data of clients; missing if it has not failed */
  end(attributes: Attributes = {}, failure?: string): void {
    this.recorded.setAttributes(attributes);
    if (failure !== undefined) this.recorded.setStatus({ code: SpanStatusCode.ERROR, message: failure });
    this.recorded.end();
  }
}

/** Begins a step. Null, at no cost, while traces are not exported. */
export function beginSpan({ service, name, kind, parent, attributes }: Step): Span | null {
  const tracer = tracerOf(service);
  if (!tracer) return null;
  const options = { kind: SpanKind[kind], ...(attributes && { attributes }) };
  return new Span(tracer.startSpan(name, options, parentOf(parent)));
}
