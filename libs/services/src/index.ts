/** Tables derived from the contracts of all services. */
export * from './contracts.js';
export * from './message-baseline.js';
export * from './services.js';
