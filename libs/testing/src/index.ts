/** For specs of rules: nothing here loads Nest, a database or a server. */
export * from '@corridor/kernel/testing';
export * from '@corridor/services/testing';
export { type TestResponse, effectOf, issues } from './test-response.js';
export { cellsOf } from './cells.js';
export * from './delivered.js';
