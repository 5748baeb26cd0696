/** The vocabulary of the contracts of services: see `apps/<service>/contract`. */
export * from './contract.js';
export { namespacesOf } from './contract-errors.js';
export * from './message.js';
export * from './message-registry.js';
export * from './message-shape.js';
export * from './meta.js';
export * from './parts.js';
export * from './permission.js';
export * from './problem.js';
export * from './schema.js';
export * from './system-messages.js';
export { contractVersion } from './version.js';
export * from './wire.js';
