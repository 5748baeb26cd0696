export * from './work.js';
export { type Kind, Span, type Step, beginSpan } from './span.js';
export { type TracingOptions, isFound, isTracing, startTracing } from './tracing.js';
