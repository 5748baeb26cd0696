import { isFound, traceIdOf } from '@corridor/tracing';

/** The trace of what was measured, by which one goes from a bucket of a histogram to an example of it. */
export const exemplarOf = (traceparent: string | undefined) => ({
  exemplarLabels: traceparent && isFound(traceparent) ? { trace_id: traceIdOf(traceparent) } : {},
});
