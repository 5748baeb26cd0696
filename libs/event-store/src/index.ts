export * from './database.js';
export * from './event-store.js';
export type { Idempotency } from './idempotency.js';
export * from './read-models.js';
export * from './registration.js';
export * from './schema.js';
export * from './search-statements.js';
export * from './secret-cipher.js';
export * from './semaphore.js';
