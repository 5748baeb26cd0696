/** For specs of rules: nothing here loads Nest, a database or a server. */
export * from './given.js';
export { type TestResponse, type Problem, issues } from './test-response.js';
export * from './caller.js';
export * from './chance.js';
export * from './delivered.js';
export * from './message-fixtures.js';
export * from './mutilated.js';
export * from './sized.js';
export * from './test-clock.js';
