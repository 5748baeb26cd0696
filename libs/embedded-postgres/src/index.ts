export * from './embedded-postgres.js';
export * from './live-process.js';
export { serverUser } from './postgres-folder.js';
