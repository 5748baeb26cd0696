/** For specs: the example messages of all contracts. */
export * from './message-fixtures.js';
