export * from './document.js';
export type { Examples, RecordedExample } from './examples.js';
export * from './operation.js';
export { type Document, type Operation as DocumentedOperation, operationsOf } from './operation-object.js';
