/** For specs of a service as it runs: its Nest module, its edge, its database. */
export * from '@corridor/event-store/testing';
export * from './messages-of.js';
export * from './test-service.js';
export * from './statements.js';
