export * from './embedded-postgres.js';
export * from './live-process.js';
