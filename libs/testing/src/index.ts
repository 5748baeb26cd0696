export * from './given.js';
export * from './caller.js';
export * from './test-clock.js';
export * from './test-database.js';
export * from './jar.js';
export * from './message-fixtures.js';
export * from './messages-of.js';
