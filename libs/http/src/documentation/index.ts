export * from './document.js';
export { EXAMPLE_DAY, type Examples } from './examples.js';
export { forGenerators } from './for-generators.js';
export { IDEMPOTENCY_KEY_EXAMPLE } from './headers.js';
export * from './operation.js';
export { type Surface, documentFor, joined } from './surface.js';
export {
  type Document,
  type DocumentedOperation,
  type Json,
  type OperationObject,
  operationsOf,
} from './operation-object.js';
