export * from './work.js';
export { type Kind, Span, type Step, beginSpan } from './span.js';
export { type TracingOptions, isTracing, startTracing } from './tracing.js';
