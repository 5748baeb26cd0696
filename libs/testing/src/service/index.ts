/** For specs of a running service: its Nest module, its HTTP layer, its database. */
export * from '@corridor/event-store/testing';
export * from './messages-of.js';
export * from './test-service.js';
export * from './gauges-of.js';
export * from './searched-records.js';
