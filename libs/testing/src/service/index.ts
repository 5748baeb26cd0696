/** For specs of a running service: its Nest module, its HTTP layer, its database. */
export * from './jar.js';
export * from './many-rows.js';
export * from './messages-of.js';
export * from './plan-of.js';
export * from './test-database.js';
export * from './test-service.js';
export * from './statements.js';
